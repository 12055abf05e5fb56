import { CloseButton } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconInfoCircle } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import classes from './alerts.module.css'

export type AlertType = 'error' | 'info' | 'success' | 'warning'

export interface AlertItem {
  /** Constant while the alert exists. */
  id: string | number
  type: AlertType
  message: string
}

interface Props {
  alerts: readonly AlertItem[]
  /** The user closed the alert at this index. */
  onClose: (index: number) => void
}

const VISIBLE_MS = 4000

const icons = {
  error: IconCircleX,
  info: IconInfoCircle,
  success: IconCircleCheck,
  warning: IconAlertTriangle,
} as const

const typeLabels = { error: 'Error', info: 'Note', success: 'Done', warning: 'Warning' } as const

/** Short messages in a corner. Each hides after 4 seconds (specification); the owner of the list removes it later. */
export function AlertStack({ alerts, onClose }: Props) {
  return (
    <div className={classes.stack}>
      {alerts.map((alert, index) => (
        <AlertCard key={alert.id} alert={alert} onClose={() => onClose(index)} />
      ))}
    </div>
  )
}

function AlertCard({ alert, onClose }: { alert: AlertItem; onClose: () => void }) {
  const [hidden, setHidden] = useState(false)
  const [held, setHeld] = useState(false)
  // The timer pauses while the pointer or the focus is on the alert (WCAG 2.2.1).
  useEffect(() => {
    if (held) return
    const timer = setTimeout(() => setHidden(true), VISIBLE_MS)
    return () => clearTimeout(timer)
  }, [held])
  if (hidden) return null
  const Icon = icons[alert.type]
  const urgent = alert.type === 'error' || alert.type === 'warning'
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pointing and focusing only hold the time; the element has a live role.
    <div
      role={urgent ? 'alert' : 'status'}
      className={classes.alert}
      data-type={alert.type}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Icon size={18} className={classes.icon} aria-hidden />
      <p className={classes.message}>
        <span className="ll-spoken">{typeLabels[alert.type]}: </span>
        {alert.message}
      </p>
      <CloseButton size="sm" aria-label="Close this message" onClick={onClose} />
    </div>
  )
}
