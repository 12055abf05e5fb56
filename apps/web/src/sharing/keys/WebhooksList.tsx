import { ActionMenu, ErrorState, LoadingInline } from '@leaselight/ui'
import { Button } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import blocks from '../../app/blocks.module.css'
import { useServices } from '../../app/Services'
import classes from '../components/lists.module.css'
import { useFormatMoment } from '../useFormatMoment'
import { useSharingMutation } from '../useSharingMutation'
import { WebhookDialog } from './WebhookDialog'
import { eventLabels, kindLabels, type Webhook, type WebhookCall, webhooks } from './webhooks'

/** The reader's own webhooks: add one, see what it was told, pause, delete. */
export function WebhooksList() {
  const { client } = useServices()
  const { data, error, isPending, refetch } = useQuery(webhooks(client))
  const [adding, setAdding] = useState(false)
  return (
    <section className={classes.webhooks} aria-labelledby="webhooks">
      <div className={classes.keysHead}>
        <div>
          <h2 id="webhooks" className={classes.sectionTitle}>
            Webhooks
          </h2>
          <p className={blocks.about}>Slack, Teams or a program hears when something happens that you can see.</p>
        </div>
        <Button variant="default" onClick={() => setAdding(true)}>
          New webhook
        </Button>
      </div>
      {error && <ErrorState message={error.message} retry={() => void refetch()} />}
      {isPending && <LoadingInline label="Loading your webhooks" />}
      {data?.length === 0 && <p className={blocks.quiet}>No webhooks yet.</p>}
      {data && data.length > 0 && (
        <ul className={classes.list} aria-label="Webhooks">
          {data.map((item) => (
            <li key={item.id}>
              <WebhookItem item={item} />
            </li>
          ))}
        </ul>
      )}
      {adding && <WebhookDialog onClose={() => setAdding(false)} />}
    </section>
  )
}

function WebhookItem({ item }: { item: Webhook }) {
  const { client } = useServices()
  const { id, name, kind, host, events, paused, calls } = item
  const pause = useSharingMutation(() =>
    client.json(`/api/webhooks/${id}`, { method: 'PUT', body: { paused: !paused } }),
  )
  const remove = useSharingMutation(() => client.json(`/api/webhooks/${id}`, { method: 'DELETE' }))
  return (
    <div className={classes.item}>
      <div className={classes.itemWords}>
        <h3 className={classes.itemName}>{name}</h3>
        <p className={blocks.quiet}>
          {[kindLabels[kind], host, ...events.map((event) => eventLabels[event])].join(' · ')}
        </p>
        {paused && <p className={classes.warning}>Paused. Nothing is sent.</p>}
        {calls.length === 0 ? <p className={blocks.quiet}>Nothing has been sent yet.</p> : <Log calls={calls} />}
      </div>
      <div className={classes.itemActions}>
        <ActionMenu
          label={`Actions for ${name}`}
          icon={<IconDots size={16} aria-hidden />}
          compact
          actions={[
            { label: paused ? 'Resume' : 'Pause', onSelect: () => pause.mutate(undefined) },
            { label: 'Delete', onSelect: () => remove.mutate(undefined) },
          ]}
        />
      </div>
    </div>
  )
}

const outcomes: Readonly<Record<WebhookCall['status'], string>> = {
  sent: 'Sent',
  failed: 'Failed',
  queued: 'Waiting',
  running: 'Sending',
}

function Log({ calls }: { calls: readonly WebhookCall[] }) {
  const moment = useFormatMoment()
  const [last] = calls
  return (
    <details className={classes.outcome} data-status={last?.status}>
      <summary>{last && `${outcomes[last.status]} ${moment(last.createdAt)}: ${last.title}`}</summary>
      <ul>
        {calls.map(({ id, title, status, reason, createdAt, nextAttemptAt }) => (
          <li key={id}>
            {moment(createdAt)}: {title}. {outcomes[status]}
            {reason && `: ${reason}`}
            {nextAttemptAt && ` Next attempt ${moment(nextAttemptAt)}.`}
          </li>
        ))}
      </ul>
    </details>
  )
}
