import { pluralize } from '@leaselight/model'
import { IconAlertTriangle, IconChevronDown, IconCircleCheck, IconClock, IconInbox } from '@tabler/icons-react'
import blocks from '../../app/blocks.module.css'
import classes from '../components/lists.module.css'
import type { Delivery, DeliveryStatus } from '../types'

const statusDisplay: Record<DeliveryStatus, { label: string; Icon: typeof IconClock }> = {
  queued: { label: 'Waiting to be sent', Icon: IconClock },
  running: { label: 'Being sent', Icon: IconClock },
  sent: { label: 'Sent', Icon: IconCircleCheck },
  skipped: { label: 'Not sent', Icon: IconInbox },
  failed: { label: 'Failed', Icon: IconAlertTriangle },
}

/** A delivery's outcome, with each recipient's own outcome below. */
export function DeliveryOutcome({ delivery }: { delivery: Delivery }) {
  const { status, reason, late, recipients } = delivery
  const { label, Icon } = statusDisplay[status]
  const isMixed = new Set(recipients.map((one) => one.status)).size > 1
  const reasons = new Set(recipients.map((one) => one.reason))
  // A reason shared by all recipients is shown once, outside the details.
  const shared = reasons.size === 1 ? ([...reasons][0] ?? reason) : reason
  return (
    <div>
      <details className={classes.outcome} data-status={status}>
        <summary className="ll-focus">
          <Icon size={14} stroke={1.75} aria-hidden />
          {isMixed ? delivery.outcomeInWords : label}
          {recipients.length > 0 && !isMixed && ` · ${pluralize(recipients.length, 'recipient')}`}
          <IconChevronDown size={14} stroke={1.75} className={classes.chevron} aria-hidden />
        </summary>
        <ul>
          {recipients.map((one) => (
            <li key={one.email}>
              <strong>{one.name ?? one.email}</strong> {statusDisplay[one.status].label.toLowerCase()}
              {one.reason && one.reason !== shared && <span className={blocks.quiet}> {one.reason}</span>}
            </li>
          ))}
        </ul>
      </details>
      {(shared || late) && <p className={blocks.quiet}>{[shared, late].filter(Boolean).join(' ')}</p>}
    </div>
  )
}
