import { plural } from '@leaselight/model'
import { IconAlertTriangle, IconCircleCheck, IconClock, IconInbox } from '@tabler/icons-react'
import classes from './take.module.css'
import type { Delivery, Status } from './types'

const looks: Record<Status, { words: string; Icon: typeof IconClock }> = {
  queued: { words: 'Waiting to be sent', Icon: IconClock },
  running: { words: 'Being sent', Icon: IconClock },
  sent: { words: 'Sent', Icon: IconCircleCheck },
  skipped: { words: 'Not sent', Icon: IconInbox },
  failed: { words: 'Failed', Icon: IconAlertTriangle },
}

/** How a delivery ended, and for whom; every recipient's own outcome opens beneath. */
export function Outcome({ delivery }: { delivery: Delivery }) {
  const { status, reason, late, recipients } = delivery
  const { words, Icon } = looks[status]
  const said = [reason, late].filter(Boolean).join(' ')
  return (
    <details className={classes.outcome} data-status={status}>
      <summary className="ll-focus">
        <Icon size={14} stroke={1.75} aria-hidden />
        {words}
        {recipients.length > 0 && ` · ${plural(recipients.length, 'recipient')}`}
      </summary>
      {said && <p>{said}</p>}
      <ul>
        {recipients.map((one) => (
          <li key={one.email}>
            <strong>{one.name ?? one.email}</strong> {looks[one.status].words.toLowerCase()}
            {one.reason && <span className={classes.quiet}> {one.reason}</span>}
          </li>
        ))}
      </ul>
    </details>
  )
}
