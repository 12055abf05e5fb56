import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import blocks from '../../app/blocks.module.css'
import { useServices } from '../../app/Services'
import { DialogFrame } from '../../sharing/components/Dialog'
import { ShownOnce } from '../../sharing/components/ShownOnce'
import { useFormatMoment } from '../../sharing/useFormatMoment'
import classes from './feeds.module.css'
import { type Feed, useFeedMutation } from './queries'

/** A feed's keys. A new one is shown once. */
export function KeysDialog({ feed, onClose }: { feed: Feed; onClose: () => void }) {
  const { client } = useServices()
  const moment = useFormatMoment()
  const [fresh, setFresh] = useState<string>()
  const path = `/api/feeds/${feed.id}/keys`
  const make = useFeedMutation(
    () => client.json<{ key: string }>(path, { body: {} }),
    ({ key }) => setFresh(key),
  )
  const revoke = useFeedMutation((id: string) => client.json(`${path}/${id}`, { method: 'DELETE' }))
  const address = `${window.location.origin}/api/feeds/${feed.id}/upload`
  return (
    <DialogFrame title={`Keys of ${feed.name}`} onClose={onClose}>
      <div className={classes.keys}>
        <p className={blocks.quiet}>
          A key can send files to this feed and read its runs, nothing else. Send it as X-Feed-Key.
        </p>
        <TextInput label="Upload address" value={address} readOnly onFocus={({ target }) => target.select()} />
        {fresh && <ShownOnce label="New key" value={fresh} copy="Copy key" />}
        {feed.keys.length === 0 && <p>There are no keys yet.</p>}
        {feed.keys.length > 0 && (
          <ul className={classes.keyList} aria-label="Keys">
            {feed.keys.map(({ id, ending, createdAt, lastUsedAt }) => (
              <li key={id}>
                <span>
                  …{ending}, created {moment(createdAt)},{' '}
                  {lastUsedAt ? `last used ${moment(lastUsedAt)}` : 'never used'}
                </span>
                <Button
                  size="compact-xs"
                  variant="subtle"
                  color="red"
                  loading={revoke.isPending && revoke.variables === id}
                  onClick={() => revoke.mutate(id)}
                >
                  Revoke<span className="ll-spoken"> the key ending in {ending}</span>
                </Button>
              </li>
            ))}
          </ul>
        )}
        <Button fullWidth loading={make.isPending} onClick={() => make.mutate(undefined)}>
          New key
        </Button>
      </div>
    </DialogFrame>
  )
}
