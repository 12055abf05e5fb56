import { pluralize } from '@leaselight/model'
import { IconAlertTriangle, IconChevronDown, IconCircleCheck, IconClock, IconInbox } from '@tabler/icons-react'
import blocks from '../../app/blocks.module.css'
import classes from '../components/lists.module.css'
import type { Delivery, DeliveryStatus } from '../types'

const statusDisplay: Record<DeliveryStatus, { words: string; Icon: typeof IconClock }> = {
  queued: { words: 'Waiting to be sent', Icon: IconClock },
  running: { words: 'Being sent', Icon: IconClock },
  sent: { words: 'Sent', Icon: IconCircleCheck },
  skipped: { words: 'Not sent', Icon: IconInbox },
  failed: { words: 'Failed', Icon: IconAlertTriangle },
}

/** How a delivery ended, and for whom; every recipient's own outcome opens beneath. */
export function DeliveryOutcome({ delivery }: { delivery: Delivery }) {
  const { status, reason, late, recipients } = delivery
  const { words, Icon } = statusDisplay[status]
  const reasons = new Set(recipients.map((one) => one.reason))
  // What holds for everybody is said once, in the open.
  const shared = reasons.size === 1 ? ([...reasons][0] ?? reason) : reason
  return (
    <div>
      <details className={classes.outcome} data-status={status}>
        <summary className="ll-focus">
          <Icon size={14} stroke={1.75} aria-hidden />
          {words}
          {recipients.length > 0 && ` · ${pluralize(recipients.length, 'recipient')}`}
          <IconChevronDown size={14} stroke={1.75} className={classes.chevron} aria-hidden />
        </summary>
        <ul>
          {recipients.map((one) => (
            <li key={one.email}>
              <strong>{one.name ?? one.email}</strong> {statusDisplay[one.status].words.toLowerCase()}
              {one.reason && one.reason !== shared && <span className={blocks.quiet}> {one.reason}</span>}
            </li>
          ))}
        </ul>
      </details>
      {(shared || late) && <p className={blocks.quiet}>{[shared, late].filter(Boolean).join(' ')}</p>}
    </div>
  )
}
