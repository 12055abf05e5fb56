import '@mantine/core/styles/Badge.css'
import { pluralize } from '@leaselight/model'
import { ActionMenu } from '@leaselight/ui'
import { Badge, Button } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { useState } from 'react'
import blocks from '../../app/blocks.module.css'
import { useServices } from '../../app/Services'
import { Dialog } from '../../sharing/components/Dialog'
import { SubmitButton } from '../../sharing/components/Form'
import { useFormatMoment } from '../../sharing/useFormatMoment'
import { FeedDialog } from './FeedDialog'
import classes from './feeds.module.css'
import { KeysDialog } from './KeysDialog'
import { type Feed, type Feeds, useFeedMutation } from './queries'
import { RunsChart } from './RunsChart'

const STATUSES: Readonly<Record<Feed['status'], { label: string; color: string }>> = {
  ok: { label: 'On time', color: 'green' },
  waiting: { label: 'No file yet', color: 'gray' },
  running: { label: 'Importing', color: 'blue' },
  late: { label: 'Late', color: 'orange' },
  failed: { label: 'Failed', color: 'red' },
  stopped: { label: 'Stopped', color: 'red' },
  paused: { label: 'Paused', color: 'gray' },
}

/** One feed: how it is doing, what its last file brought, and when the next one is expected. */
export function FeedItem({ feed, server }: { feed: Feed; server: Feeds }) {
  const { client } = useServices()
  const moment = useFormatMoment()
  const [opened, setOpened] = useState<'change' | 'keys' | 'delete' | null>(null)
  const path = `/api/feeds/${feed.id}`
  const put = (action: string) => () => client.json(`${path}/${action}`, { method: 'PUT', body: {} })
  const run = useFeedMutation(put('run'))
  const pause = useFeedMutation(put(feed.status === 'paused' ? 'resume' : 'pause'))
  const allow = useFeedMutation((id: string) => client.json(`${path}/runs/${id}/allow`, { method: 'PUT', body: {} }))
  const status = STATUSES[feed.status]
  const [latest] = feed.runs
  const stopped = feed.status === 'stopped' && latest?.status === 'stopped' ? latest : undefined
  return (
    <div className={classes.feed}>
      <div className={classes.words}>
        <h2 className={classes.name}>
          {feed.name}
          <Badge variant="light" color={status.color}>
            {status.label}
          </Badge>
        </h2>
        <p>{describe(feed)}</p>
        {feed.notice && <p className={classes.notice}>{sentence(feed.notice)}</p>}
        <p className={blocks.quiet}>
          {latest ? `Last file: ${moment(latest.createdAt)}${counts(latest)}` : 'No file has come yet'}
          {feed.nextExpectedAt && `. Next expected: ${moment(feed.nextExpectedAt)}`}
        </p>
        {stopped && (
          <Button size="xs" variant="default" loading={allow.isPending} onClick={() => allow.mutate(stopped.id)}>
            Remove anyway
          </Button>
        )}
      </div>
      <RunsChart runs={feed.runs} />
      <div className={classes.actions}>
        {feed.source !== 'upload' && (
          <Button
            size="xs"
            variant="default"
            loading={run.isPending}
            disabled={feed.status === 'paused'}
            onClick={() => run.mutate(undefined)}
          >
            Run now
          </Button>
        )}
        <ActionMenu
          label={`Actions for ${feed.name}`}
          icon={<IconDots size={16} aria-hidden />}
          compact
          actions={[
            { label: 'Change', onSelect: () => setOpened('change') },
            { label: 'Keys', onSelect: () => setOpened('keys') },
            { label: feed.status === 'paused' ? 'Resume' : 'Pause', onSelect: () => pause.mutate(undefined) },
            { label: 'Delete', onSelect: () => setOpened('delete') },
          ]}
        />
      </div>
      {opened === 'change' && <FeedDialog feed={feed} server={server} onClose={() => setOpened(null)} />}
      {opened === 'keys' && <KeysDialog feed={feed} onClose={() => setOpened(null)} />}
      {opened === 'delete' && <DeleteDialog feed={feed} onClose={() => setOpened(null)} />}
    </div>
  )
}

function DeleteDialog({ feed, onClose }: { feed: Feed; onClose: () => void }) {
  const { client } = useServices()
  const remove = useFeedMutation(() => client.json(`/api/feeds/${feed.id}`, { method: 'DELETE' }), onClose)
  return (
    <Dialog title={`Delete ${feed.name}?`} onClose={onClose} onSubmit={() => remove.mutate(undefined)}>
      <p>Its records stay. Its keys stop working, and its runs are no longer listed.</p>
      <SubmitButton color="red" loading={remove.isPending}>
        Delete
      </SubmitButton>
    </Dialog>
  )
}

const SOURCES: Readonly<Record<Feed['source'], (feed: Feed) => string>> = {
  upload: () => 'Sent with a key',
  folder: ({ folderPath, folder }) => `Dropped into ${folderPath ?? folder}`,
  url: ({ url }) => `Fetched from ${url && URL.canParse(url) ? new URL(url).host : url}`,
}

function describe(feed: Feed): string {
  const what = feed.extent === 'full' ? 'Every file has all records.' : 'Files add and change records.'
  return `${SOURCES[feed.source](feed)}, ${feed.rhythm}. ${what}`
}

function counts({ rows, rejected, removed }: Feed['runs'][number]): string {
  if (rows === null) return ''
  const more = [
    ...(rejected ? [`${rejected.toLocaleString('en-US')} rejected`] : []),
    ...(removed ? [`${removed.toLocaleString('en-US')} removed`] : []),
  ]
  return `, ${pluralize(rows, 'row')}${more.length > 0 ? ` (${more.join(', ')})` : ''}`
}

const sentence = (text: string): string =>
  `${text.slice(0, 1).toUpperCase()}${text.slice(1)}${text.endsWith('.') ? '' : '.'}`
