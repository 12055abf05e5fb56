import type { ReportDefinition, ReportState } from '@leaselight/model'
import { FailedLine } from '@leaselight/ui'
import { IconCalendarClock } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useServices } from '../../app/Services'
import { useAlerts } from '../../state/AlertsProvider'
import { apiParams } from '../../state/address'
import classes from '../components/lists.module.css'
import { SavedItemBar } from '../components/SavedItemBar'
import { scheduledReports } from '../queries'
import { hasUnsavedChanges, scheduledReportAddress } from '../saved/savedAddress'
import SendDrawer from '../send/SendDrawer'
import type { ScheduledReport } from '../types'
import { useSharingMutation } from '../useSharingMutation'

interface Props {
  id: string
  report: ReportDefinition
  state: ReportState
}

/** Shows which schedule sends the open report, and when; updates the schedule to the page's state. */
export default function ScheduledBar({ id, report, state }: Props) {
  const { client } = useServices()
  const { add } = useAlerts()
  const [changing, setChanging] = useState(false)
  const { data, error, refetch } = useQuery(scheduledReports(client))
  const schedule = data?.find((item) => item.id === id)
  const update = useSharingMutation(
    () =>
      client.json<ScheduledReport>(`/api/scheduled-reports/${encodeURIComponent(id)}`, {
        method: 'PUT',
        body: { params: apiParams(report, state) },
      }),
    ({ name, paused, nextRunsInWords: [next] }) =>
      add({
        type: 'success',
        message:
          next && !paused
            ? `“${name}” is saved as you see it here. Next on ${next}.`
            : `“${name}” is saved as you see it here. It is paused.`,
      }),
  )
  if (error) return <FailedLine what="this schedule" message={error.message} retry={() => void refetch()} />
  if (!schedule || schedule.report !== report.key) return null
  const [next] = schedule.nextRunsInWords
  return (
    <>
      <SavedItemBar
        icon={<IconCalendarClock size={16} stroke={1.5} aria-hidden />}
        item={schedule}
        changed={hasUnsavedChanges(report, state, schedule)}
        save={{ label: 'Update the schedule', busy: update.isPending, onSave: () => update.mutate(undefined) }}
        back={{ label: 'Discard changes', href: scheduledReportAddress(schedule) }}
        more={
          <button type="button" className={`${classes.plainButton} ll-focus`} onClick={() => setChanging(true)}>
            Change when and to whom
          </button>
        }
      >
        Scheduled as <strong>{schedule.name}</strong>
        {schedule.paused ? ', paused' : next && `, next on ${next}`}
      </SavedItemBar>
      {changing && <SendDrawer subject={{ schedule }} onClose={() => setChanging(false)} />}
    </>
  )
}
