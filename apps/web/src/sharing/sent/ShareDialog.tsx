import type { ReportDefinition, ReportState } from '@leaselight/model'
import { Button, Textarea } from '@mantine/core'
import { useServices } from '../../app/Services'
import { useAlerts } from '../../state/AlertsProvider'
import { apiParams } from '../../state/address'
import { Dialog } from '../components/Dialog'
import { FormatPicker } from '../components/FormatPicker'
import { useDraft } from '../drafts'
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
  const dialog = `share/${findings ? 'findings' : report.key}`
  const [emails, setEmails] = useDraft<string[]>(dialog, 'emails', [])
  const [note, setNote] = useDraft(dialog, 'note', '')
  const [formats, setFormats] = useDraft<FileFormat[]>(dialog, 'formats', ['pdf'])
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
    { isToldInForm: true },
  )
  return (
    <Dialog
      title={findings ? 'Share what changed' : `Share ${report.title}`}
      onClose={onClose}
      failure={share.error}
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
