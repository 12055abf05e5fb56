import { ErrorState, LoadingInline } from '@leaselight/ui'
import { Button } from '@mantine/core'
import { useState } from 'react'
import blocks from '../../app/blocks.module.css'
import { Dialog } from '../components/Dialog'
import { SubmitButton } from '../components/Form'
import classes from '../components/lists.module.css'
import { Recipients } from './Recipients'
import { SubscriberList } from './SubscribersDialog'
import { INSIGHTS_MAIL, useInsightsMail } from './useInsightsMail'

/** Who gets the Insights page by mail. */
export function InsightsMail() {
  const { list, isMine, add, remove } = useInsightsMail()
  const [adding, setAdding] = useState(false)
  return (
    <section className={classes.morning} aria-labelledby="morning-mail">
      <h2 id="morning-mail" className={classes.itemName}>
        The morning page by mail
      </h2>
      <p className={blocks.quiet}>The headline numbers of Insights, {INSIGHTS_MAIL}.</p>
      {list.is === 'failed' && <ErrorState message={list.message} retry={list.retry} />}
      {list.is === 'loading' && <LoadingInline label="Loading the subscribers" />}
      {list.is === 'here' && (
        <>
          <SubscriberList list={list.data} onRemove={(email) => remove.mutate(email)} />
          <div className={blocks.buttons}>
            {!isMine && (
              <Button size="xs" loading={add.isPending} onClick={() => add.mutate(undefined)}>
                Send it to me
              </Button>
            )}
            <Button size="xs" variant="default" onClick={() => setAdding(true)}>
              Add others
            </Button>
          </div>
        </>
      )}
      {adding && <AddSubscribersDialog onAdd={(emails) => add.mutateAsync(emails)} onClose={() => setAdding(false)} />}
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
      <SubmitButton disabled={emails.length === 0}>Add</SubmitButton>
    </Dialog>
  )
}
