import type { ReportDefinition, ReportState } from '@leaselight/model'
import { useServices } from '../../app/Services'
import { useAddress } from '../../app/useAddress'
import { useAlerts } from '../../state/AlertsProvider'
import { apiParams } from '../../state/address'
import { Dialog } from '../components/Dialog'
import { SubmitButton } from '../components/Form'
import { NameField } from '../components/NameField'
import { useDraft } from '../drafts'
import type { SavedReport } from '../types'
import { useSharingMutation } from '../useSharingMutation'
import { savedReportAddress } from './savedAddress'

interface Props {
  report: ReportDefinition
  state: ReportState
  onClose: () => void
}

/** Saves the report's state under a name; relative periods stay relative. */
export default function SaveDialog({ report, state, onClose }: Props) {
  const { client } = useServices()
  const { add } = useAlerts()
  const { replace } = useAddress()
  const [name, setName] = useDraft(`save/${report.key}`, 'name', report.title)
  const save = useSharingMutation(
    (chosen: string) =>
      client.json<SavedReport>('/api/saved-reports/create', {
        body: { name: chosen, report: report.key, params: apiParams(report, state) },
      }),
    (saved) => {
      add({ type: 'success', message: `Saved as “${saved.name}”. Find it under My reports.` })
      onClose()
      replace(savedReportAddress(saved))
    },
    { isToldInForm: true },
  )
  return (
    <Dialog title="Save this report" onClose={onClose} failure={save.error} onSubmit={() => save.mutate(name.trim())}>
      <NameField
        value={name}
        onChange={setName}
        description="Filters are saved with it. Periods such as “last 7 days” move with the calendar."
      />
      <SubmitButton loading={save.isPending} disabled={name.trim() === ''}>
        Save
      </SubmitButton>
    </Dialog>
  )
}
