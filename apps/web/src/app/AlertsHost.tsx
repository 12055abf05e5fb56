import { AlertStack } from '@leaselight/ui'
import { useRef } from 'react'
import { useAlerts } from '../state/AlertsProvider'
import type { Alert } from '../state/alerts'

/** Shows the alerts; each keeps its key while it is shown, so that closing one does not restart the others. */
export function AlertsHost() {
  const { alerts, remove } = useAlerts()
  const names = useRef({ next: 1, of: new WeakMap<Alert, number>() })
  const nameOf = (alert: Alert): number => {
    const { of } = names.current
    const known = of.get(alert)
    if (known !== undefined) return known
    const name = names.current.next++
    of.set(alert, name)
    return name
  }
  return <AlertStack alerts={alerts.map((alert) => ({ id: nameOf(alert), ...alert }))} onClose={remove} />
}
