import type { ReportDefinition, ReportState } from '@leaselight/model'
import { Button, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useGlobal } from '../app/Global'
import { useServices } from '../app/Services'
import { useAlerts } from '../state/AlertsProvider'
import { apiParams } from '../state/address'
import { Dialog } from './Dialog'
import { Formats } from './Formats'
import { Recipients } from './Recipients'
import { LONGEST_NAME } from './SaveDialog'
import { firstTiming, isComplete, Timing } from './Timing'
import type { FileFormat, SavedReport, ScheduledReport, TimingFields } from './types'
import { useChange } from './useChange'

/** What is scheduled: a report as it stands, a saved one, or a schedule that is to be changed. */
export type Scheduling =
  | { report: ReportDefinition; state: ReportState }
  | { saved: SavedReport }
  | { schedule: ScheduledReport }

export const LONGEST_NOTE = 2000

/** Sends a report by mail again and again: when, as what, to whom. */
export default function ScheduleDialog({ what, onClose }: { what: Scheduling; onClose: () => void }) {
  const { client } = useServices()
  const { add } = useAlerts()
  const { company, user, profile } = useGlobal()
  const edited = 'schedule' in what ? what.schedule : null
  const own = user.email ?? profile.email
  const [name, setName] = useState(nameOf(what))
  const [timing, setTiming] = useState<TimingFields>(
    edited ? timingOf(edited) : firstTiming(company?.timeZone ?? 'UTC'),
  )
  const [formats, setFormats] = useState<FileFormat[]>(edited?.formats ?? ['pdf'])
  const [emails, setEmails] = useState<string[]>(own ? [own] : [])
  const [note, setNote] = useState(edited?.note ?? '')

  const save = useChange(
    () => {
      const body = { name: name.trim(), ...timing, formats, note: note.trim() || null }
      return edited
        ? client.json<ScheduledReport>(`/api/scheduled-reports/${edited.id}`, { method: 'PUT', body })
        : client.json<ScheduledReport>('/api/scheduled-reports/create', { body: { ...body, ...subject(what), emails } })
    },
    (schedule) => {
      const [next] = schedule.nextRunsInWords
      add({
        type: 'success',
        message: next ? `“${schedule.name}” goes out next on ${next}.` : 'The schedule is saved.',
      })
      onClose()
    },
  )
  const complete = name.trim() !== '' && isComplete(timing) && (edited !== null || emails.length > 0)
  return (
    <Dialog
      title={edited ? 'Change the schedule' : 'Schedule this report'}
      onClose={onClose}
      onSubmit={() => complete && save.mutate(undefined)}
    >
      <TextInput
        label="Name"
        data-autofocus
        maxLength={LONGEST_NAME}
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <Timing value={timing} onChange={setTiming} />
      <Formats value={formats} onChange={setFormats} />
      {!edited && <Recipients value={emails} onChange={setEmails} />}
      <Textarea
        label="Note"
        placeholder="Stands above the numbers in every mail"
        autosize
        minRows={2}
        maxLength={LONGEST_NOTE}
        value={note}
        onChange={({ currentTarget }) => setNote(currentTarget.value)}
      />
      <Button type="submit" fullWidth loading={save.isPending} disabled={!complete}>
        {edited ? 'Save changes' : 'Schedule'}
      </Button>
    </Dialog>
  )
}

function nameOf(what: Scheduling): string {
  if ('schedule' in what) return what.schedule.name
  return 'saved' in what ? what.saved.name : what.report.title
}

function subject(what: Scheduling) {
  if ('saved' in what) return { savedReportId: what.saved.id }
  return 'report' in what ? { report: what.report.key, params: apiParams(what.report, what.state) } : {}
}

const timingOf = ({ frequency, weekdays, dayOfMonth, time, timeZone }: ScheduledReport): TimingFields => ({
  frequency,
  weekdays,
  dayOfMonth,
  time,
  timeZone,
})
