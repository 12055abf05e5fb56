import { CloseButton } from '@mantine/core'
import { useState } from 'react'
import blocks from '../../app/blocks.module.css'
import { useServices } from '../../app/Services'
import { Dialog } from '../components/Dialog'
import { SubmitButton } from '../components/Form'
import classes from '../components/lists.module.css'
import type { ScheduledReport, Subscriber } from '../types'
import { useFormatMoment } from '../useFormatMoment'
import { useSharingMutation } from '../useSharingMutation'
import { Recipients } from './Recipients'

interface Props {
  item: ScheduledReport
  onClose: () => void
}

/** A scheduled report's recipients: list, add, remove. */
export function SubscribersDialog({ item, onClose }: Props) {
  const { client } = useServices()
  const [emails, setEmails] = useState<string[]>([])
  const path = `/api/my-reports/scheduled/${item.id}/subscribers`
  const add = useSharingMutation(
    () => client.json<Subscriber[]>(`${path}/add`, { body: { emails } }),
    () => setEmails([]),
  )
  const remove = useSharingMutation((email: string) =>
    client.json<Subscriber[]>(`${path}/delete`, { method: 'PUT', body: { emails: [email] } }),
  )
  return (
    <Dialog
      title={`Subscribers of ${item.name}`}
      onClose={onClose}
      onSubmit={() => emails.length > 0 && add.mutate(undefined)}
    >
      <SubscriberList list={item.subscribers} onRemove={(email) => remove.mutate(email)} />
      <Recipients first value={emails} onChange={setEmails} label="Add" />
      <SubmitButton loading={add.isPending} disabled={emails.length === 0}>
        Add to the list
      </SubmitButton>
    </Dialog>
  )
}

/** Subscribers by name, each with a button to remove them. */
export function SubscriberList({ list, onRemove }: { list: readonly Subscriber[]; onRemove: (email: string) => void }) {
  const moment = useFormatMoment()
  if (list.length === 0) return <p className={blocks.quiet}>No subscribers yet.</p>
  return (
    <ul className={classes.subscribers} aria-label="Subscribers">
      {list.map(({ email, name, unsubscribedAt }) => (
        <li key={email} className={classes.subscriber}>
          <span>
            {name ?? email}
            {name && <span className={blocks.quiet}> {email}</span>}
            {unsubscribedAt && <span className={blocks.quiet}> · unsubscribed {moment(unsubscribedAt)}</span>}
          </span>
          {/* People who unsubscribed stay on record, so that they are not added again without their consent. */}
          {unsubscribedAt === null && (
            <CloseButton size="sm" aria-label={`Remove ${name ?? email}`} onClick={() => onRemove(email)} />
          )}
        </li>
      ))}
    </ul>
  )
}
