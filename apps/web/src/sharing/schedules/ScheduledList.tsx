import { initialState, joinWithAnd, pluralize, type ReportDefinition } from '@leaselight/model'
import { ActionMenu, ErrorState, LoadingInline } from '@leaselight/ui'
import { Button } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import blocks from '../../app/blocks.module.css'
import { useServices } from '../../app/Services'
import { useAlerts } from '../../state/AlertsProvider'
import classes from '../components/lists.module.css'
import { SavedItemHeader } from '../components/SavedItemHeader'
import { Starters } from '../components/Starters'
import { scheduledReports } from '../queries'
import { InsightsMail } from '../recipients/InsightsMail'
import { SubscribersDialog } from '../recipients/SubscribersDialog'
import { scheduledReportAddress } from '../saved/savedAddress'
import SendDrawer from '../send/SendDrawer'
import { DeliveryOutcome } from '../sent/DeliveryOutcome'
import type { ScheduledReport } from '../types'
import { useDeletion } from '../useDeletion'
import { useFormatMoment } from '../useFormatMoment'
import { useSharingMutation } from '../useSharingMutation'

/** The reader's schedules with next run, recipients and last outcome, and the subscribers of the Insights mail. */
export function ScheduledList() {
  const { client } = useServices()
  const { data, error, isPending, refetch } = useQuery(scheduledReports(client))
  const deletion = useDeletion('/api/scheduled-reports', data)
  const [started, setStarted] = useState<ReportDefinition | null>(null)
  if (error) return <ErrorState message={error.message} retry={() => void refetch()} />
  if (isPending) return <LoadingInline label="Loading your schedules" />
  return (
    <>
      {deletion.notices}
      {data.length === 0 && (
        <Starters verb="Schedule" onStart={setStarted}>
          Nothing scheduled yet. Reports that come by mail every day, week or month appear here.
        </Starters>
      )}
      {data.length > 0 && (
        <ul className={classes.list} aria-label="Scheduled reports">
          {data.map((item) => (
            <li key={item.id}>
              <ScheduledItem item={item} onDelete={() => deletion.remove(item)} />
            </li>
          ))}
        </ul>
      )}
      {started && (
        <SendDrawer
          subject={{ report: started, state: initialState(started) }}
          start="weekly"
          onClose={() => setStarted(null)}
        />
      )}
      <InsightsMail />
    </>
  )
}

function ScheduledItem({ item, onDelete }: { item: ScheduledReport; onDelete: () => void }) {
  const { client } = useServices()
  const { add } = useAlerts()
  const moment = useFormatMoment()
  const [opened, setOpened] = useState<'edit' | 'subscribers' | null>(null)
  const path = `/api/scheduled-reports/${item.id}`
  const pause = useSharingMutation(() =>
    client.json(`${path}/${item.paused ? 'resume' : 'pause'}`, { method: 'PUT', body: {} }),
  )
  const sendNow = useSharingMutation(
    () => client.json(`${path}/send-now`, { body: { toMe: true } }),
    () => add({ type: 'success', message: `“${item.name}” is on its way to you.` }),
  )
  const { subscribers, formats, lastDelivery: last } = item
  const active = subscribers.filter(({ unsubscribedAt }) => unsubscribedAt === null).length
  const files = formats.length > 0 ? `with ${joinWithAnd(formats.map((format) => format.toUpperCase()))}` : 'no files'
  return (
    <>
      <SavedItemHeader
        item={item}
        href={scheduledReportAddress(item)}
        actions={
          <>
            <Button
              size="xs"
              variant="default"
              loading={sendNow.isPending}
              disabled={!item.available}
              onClick={() => sendNow.mutate(undefined)}
            >
              Send me one now
            </Button>
            <ActionMenu
              label={`Actions for ${item.name}`}
              icon={<IconDots size={16} aria-hidden />}
              compact
              actions={[
                { label: 'Change', onSelect: () => setOpened('edit') },
                { label: 'Subscribers', onSelect: () => setOpened('subscribers') },
                { label: item.paused ? 'Resume' : 'Pause', onSelect: () => pause.mutate(undefined) },
                { label: 'Delete', onSelect: onDelete },
              ]}
            />
          </>
        }
      >
        <p>
          {item.timingInWords}, {files}, to{' '}
          <button type="button" className={`${classes.plainButton} ll-focus`} onClick={() => setOpened('subscribers')}>
            {pluralize(active, 'subscriber')}
          </button>
        </p>
        <p className={blocks.quiet}>
          {item.paused ? 'Paused: nothing is sent until you resume it.' : `Next: ${item.nextRunsInWords[0] ?? 'never'}`}
        </p>
        {last && (
          <div className={classes.last}>
            <span className={blocks.quiet}>Last, {moment(last.createdAt)}:</span>
            <DeliveryOutcome delivery={last} />
          </div>
        )}
      </SavedItemHeader>
      {opened === 'edit' && <SendDrawer subject={{ schedule: item }} onClose={() => setOpened(null)} />}
      {opened === 'subscribers' && <SubscribersDialog item={item} onClose={() => setOpened(null)} />}
    </>
  )
}
