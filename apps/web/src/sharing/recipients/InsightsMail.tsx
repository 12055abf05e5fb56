import { ErrorState, LoadingInline } from '@leaselight/ui'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import blocks from '../../app/blocks.module.css'
import { useGlobal } from '../../app/Global'
import { useServices } from '../../app/Services'
import { Dialog } from '../components/Dialog'
import classes from '../components/lists.module.css'
import { insightsSubscribers } from '../queries'
import type { Subscriber } from '../types'
import { useSharingMutation } from '../useSharingMutation'
import { includesEmail } from './people'
import { Recipients } from './Recipients'
import { SubscriberList } from './SubscribersDialog'

/** Who gets the Insights page by mail. */
export function InsightsMail() {
  const { client } = useServices()
  const { user, profile } = useGlobal()
  const own = user.email ?? profile.email
  const { data, error, isPending, refetch } = useQuery(insightsSubscribers(client))
  const [adding, setAdding] = useState(false)
  const join = useSharingMutation((emails: string[] | undefined) =>
    client.json<Subscriber[]>('/api/reports/subscribers', { body: emails ? { emails } : {} }),
  )
  const remove = useSharingMutation((email: string) =>
    client.json<Subscriber[]>('/api/reports/subscribers', { method: 'PUT', body: { emails: [email] } }),
  )
  return (
    <section className={classes.morning} aria-labelledby="morning-mail">
      <h2 id="morning-mail" className={classes.itemName}>
        The morning page by mail
      </h2>
      <p className={blocks.quiet}>
        The headline numbers of Insights, every day at 7:00 AM, over the properties you see.
      </p>
      {error && <ErrorState message={error.message} retry={() => void refetch()} />}
      {isPending && <LoadingInline label="Loading the subscribers" />}
      {data && (
        <>
          <SubscriberList list={data} onRemove={(email) => remove.mutate(email)} />
          <div className={blocks.buttons}>
            {(own === null || !includesEmail(activeOf(data), own)) && (
              <Button size="xs" loading={join.isPending} onClick={() => join.mutate(undefined)}>
                Send it to me
              </Button>
            )}
            <Button size="xs" variant="default" onClick={() => setAdding(true)}>
              Add others
            </Button>
          </div>
        </>
      )}
      {adding && <AddSubscribersDialog onAdd={(emails) => join.mutateAsync(emails)} onClose={() => setAdding(false)} />}
    </section>
  )
}

function AddSubscribersDialog({
  onAdd,
  onClose,
}: {
  onAdd: (emails: string[]) => Promise<unknown>
  onClose: () => void
}) {
  const [emails, setEmails] = useState<string[]>([])
  return (
    <Dialog
      title="Send the morning page to others"
      onClose={onClose}
      // A server error shows its alert; the form stays open with its values.
      onSubmit={() => emails.length > 0 && void onAdd(emails).then(onClose, () => undefined)}
    >
      <Recipients first value={emails} onChange={setEmails} />
      <Button type="submit" fullWidth disabled={emails.length === 0}>
        Add
      </Button>
    </Dialog>
  )
}

const activeOf = (list: readonly Subscriber[]): string[] =>
  list.filter(({ unsubscribedAt }) => unsubscribedAt === null).map(({ email }) => email)
