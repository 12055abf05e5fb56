import { initialState, type ReportDefinition } from '@leaselight/model'
import { ActionMenu, ErrorState, LoadingInline } from '@leaselight/ui'
import { IconDots } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import blocks from '../../app/blocks.module.css'
import { useServices } from '../../app/Services'
import { FirstNumber } from '../components/FirstNumber'
import classes from '../components/lists.module.css'
import { SavedItemHeader } from '../components/SavedItemHeader'
import { Starters } from '../components/Starters'
import { useDeletion } from '../useDeletion'
import { useFormatMoment } from '../useFormatMoment'
import { useSharingMutation } from '../useSharingMutation'
import { watchedNumbers } from './queries'
import type { NumberWatch } from './types'
import WatchDialog from './WatchDialog'

const DAY_MS = 24 * 3_600_000
const SNOOZE_DAYS = 7

/** The numbers that the reader watches, with what each last said. */
export function WatchedList() {
  const { client } = useServices()
  const { data, error, isPending, refetch } = useQuery(watchedNumbers(client))
  const deletion = useDeletion('/api/watches', data)
  const [started, setStarted] = useState<ReportDefinition | null>(null)
  const [column] = started?.tiles ?? []
  if (error) return <ErrorState message={error.message} retry={() => void refetch()} />
  if (isPending) return <LoadingInline label="Loading your watched numbers" />
  return (
    <>
      {deletion.notices}
      {data.length === 0 && (
        <Starters verb="Watch" onStart={setStarted} preview={(report) => <FirstNumber report={report} />}>
          You watch no numbers yet. Numbers that you watch appear here, and we’ll write to you when they change.
        </Starters>
      )}
      {data.length > 0 && (
        <ul className={classes.list} aria-label="Watched numbers">
          {data.map((item) => (
            <li key={item.id}>
              <WatchedItem item={item} onDelete={() => deletion.remove(item)} />
            </li>
          ))}
        </ul>
      )}
      {started && column && (
        <WatchDialog
          subject={{ report: started, state: initialState(started), column, row: null }}
          onClose={() => setStarted(null)}
        />
      )}
    </>
  )
}

function WatchedItem({ item, onDelete }: { item: NumberWatch; onDelete: () => void }) {
  const { client } = useServices()
  const moment = useFormatMoment()
  const [editing, setEditing] = useState(false)
  const change = useSharingMutation((body: { paused: boolean } | { snoozedUntil: string | null }) =>
    client.json(`/api/watches/${item.id}`, { method: 'PUT', body }),
  )
  const snooze = () => change.mutate({ snoozedUntil: new Date(Date.now() + SNOOZE_DAYS * DAY_MS).toISOString() })
  const channels = [item.byMail && 'by mail', item.webhookUrl && 'by webhook'].filter(Boolean).join(' and ')
  const failed = item.calls.find(({ status }) => status === 'failed')
  return (
    <>
      <SavedItemHeader
        item={item}
        href={item.address}
        actions={
          <ActionMenu
            label={`Actions for ${item.name}`}
            icon={<IconDots size={16} aria-hidden />}
            compact
            actions={[
              { label: 'Change', onSelect: () => setEditing(true) },
              item.snoozedUntil
                ? { label: 'End snooze', onSelect: () => change.mutate({ snoozedUntil: null }) }
                : { label: 'Snooze for a week', disabled: item.paused, onSelect: snooze },
              {
                label: item.paused ? 'Resume' : 'Pause',
                onSelect: () => change.mutate({ paused: !item.paused }),
              },
              { label: 'Delete', onSelect: onDelete },
            ]}
          />
        }
      >
        <p>
          Tells you when it is {item.conditionInWords}
          {channels === '' ? '. Mail is off, so nothing is sent.' : `, ${channels}`}
        </p>
        {item.problem ? (
          <p className={classes.warning}>{item.problem} Nothing is sent until that changes.</p>
        ) : (
          item.finding && <p className={blocks.quiet}>Last check: {item.finding}</p>
        )}
        <p className={blocks.quiet}>{stateOf(item, moment)}</p>
        {failed && <p className={classes.warning}>The webhook failed: {failed.reason}</p>}
      </SavedItemHeader>
      {editing && <WatchDialog subject={{ watch: item }} onClose={() => setEditing(false)} />}
    </>
  )
}

function stateOf({ paused, snoozedUntil, firedAt }: NumberWatch, moment: (instant: string) => string): string {
  const alerted = firedAt ? `Last alert ${moment(firedAt)}` : 'No alert yet'
  if (paused) return `Paused. ${alerted}.`
  return snoozedUntil ? `Snoozed until ${moment(snoozedUntil)}. ${alerted}.` : `${alerted}.`
}
