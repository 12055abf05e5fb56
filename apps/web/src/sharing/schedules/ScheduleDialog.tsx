import type { ReportDefinition, ReportState } from '@leaselight/model'
import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useServices } from '../../app/Services'
import { apiParams } from '../../state/address'
import { DialogFrame } from '../components/Dialog'
import classes from '../components/form.module.css'
import { scheduledReports } from '../queries'
import type { SavedReport, ScheduledReport } from '../types'
import { ScheduleForm } from './ScheduleForm'

/** What is scheduled: the open report, a saved report, or an existing schedule to edit. */
export type ScheduleSubject =
  | { report: ReportDefinition; state: ReportState }
  | { saved: SavedReport }
  | { schedule: ScheduledReport }

interface Props {
  subject: ScheduleSubject
  onClose: () => void
}

const NEW = ''

const titles = { anew: 'Schedule this report', change: 'Change the schedule' } as const

/** Schedules a report by mail: when, in which format, to whom. */
export default function ScheduleDialog({ subject, onClose }: Props) {
  if ('report' in subject) return <ScheduleCurrentReport {...subject} onClose={onClose} />
  if ('saved' in subject) {
    const { id, name } = subject.saved
    return (
      <DialogFrame title={titles.anew} onClose={onClose}>
        <ScheduleForm existing={null} subject={{ savedReportId: id }} name={name} onClose={onClose} />
      </DialogFrame>
    )
  }
  return (
    <DialogFrame title={titles.change} onClose={onClose}>
      <ScheduleForm existing={subject.schedule} name={subject.schedule.name} onClose={onClose} />
    </DialogFrame>
  )
}

/** The open report, for a new schedule or in place of what an existing one sends. */
function ScheduleCurrentReport({
  report,
  state,
  onClose,
}: {
  report: ReportDefinition
  state: ReportState
  onClose: () => void
}) {
  const { client } = useServices()
  const [chosen, setChosen] = useState(NEW)
  const standing = useQuery(scheduledReports(client)).data?.filter((item) => item.report === report.key) ?? []
  const edited = standing.find(({ id }) => id === chosen) ?? null
  const params = apiParams(report, state)
  return (
    <DialogFrame title={edited ? titles.change : titles.anew} onClose={onClose}>
      <div className={classes.form}>
        {standing.length > 0 && (
          <NativeSelect
            label="As"
            value={chosen}
            onChange={({ currentTarget }) => setChosen(currentTarget.value)}
            data={[
              { value: NEW, label: 'A new schedule' },
              ...standing.map(({ id, name }) => ({ value: id, label: `“${name}” from now on` })),
            ]}
          />
        )}
        <ScheduleForm
          // Initial values of the form for each case.
          key={edited?.id ?? NEW}
          existing={edited}
          subject={edited ? { params } : { report: report.key, params }}
          name={edited?.name ?? report.title}
          onClose={onClose}
        />
      </div>
    </DialogFrame>
  )
}
