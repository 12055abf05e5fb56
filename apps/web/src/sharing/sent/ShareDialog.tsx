import type { ReportDefinition, ReportState } from '@leaselight/model'
import { Button, Textarea } from '@mantine/core'
import { useState } from 'react'
import { useServices } from '../../app/Services'
import { useAlerts } from '../../state/AlertsProvider'
import { apiParams } from '../../state/address'
import { Dialog } from '../components/Dialog'
import { FormatPicker } from '../components/FormatPicker'
import { RecipientPicker } from '../recipients/RecipientPicker'
import { MAX_NOTE_LENGTH } from '../schedules/ScheduleForm'
import type { FileFormat } from '../types'
import { useSharingMutation } from '../useSharingMutation'

interface Props {
  report: ReportDefinition
  state: ReportState
  /** Shares the explained changes instead of the report, where the report has them. */
  findings?: boolean
  onClose: () => void
}

const FINDINGS = 'What changed, and why'

/** Shares the report's state with people: a link, its headline numbers, and files. */
export default function ShareDialog({ report, state, findings = false, onClose }: Props) {
  const { client } = useServices()
  const { add } = useAlerts()
  const [emails, setEmails] = useState<string[]>([])
  const [note, setNote] = useState('')
  const [formats, setFormats] = useState<FileFormat[]>(['pdf'])
  const share = useSharingMutation(
    () =>
      client.json<{ response: string }>(findings ? '/api/share-insights' : '/api/share-report', {
        body: {
          ...(findings ? { name: FINDINGS } : { report: report.key }),
          params: apiParams(report, state),
          emails,
          note: note.trim() || null,
          formats,
        },
      }),
    ({ response }) => {
      add({ type: 'success', message: response })
      onClose()
    },
  )
  return (
    <Dialog
      title={findings ? 'Share what changed' : `Share ${report.title}`}
      onClose={onClose}
      onSubmit={() => emails.length > 0 && share.mutate(undefined)}
    >
      <RecipientPicker first value={emails} onChange={setEmails} />
      <Textarea
        label="Note"
        autosize
        minRows={2}
        maxLength={MAX_NOTE_LENGTH}
        value={note}
        onChange={({ currentTarget }) => setNote(currentTarget.value)}
      />
      <FormatPicker value={formats} onChange={setFormats} />
      <Button type="submit" fullWidth loading={share.isPending} disabled={emails.length === 0}>
        Send
      </Button>
    </Dialog>
  )
}
