import type { ReportDefinition, ReportState } from '@leaselight/model'
import { FailedLine } from '@leaselight/ui'
import { IconBookmark } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useServices } from '../../app/Services'
import { useAlerts } from '../../state/AlertsProvider'
import { apiParams } from '../../state/address'
import { SavedItemBar } from '../components/SavedItemBar'
import { savedReports } from '../queries'
import type { SavedReport } from '../types'
import { useSharingMutation } from '../useSharingMutation'
import { hasUnsavedChanges, savedReportAddress } from './savedAddress'

interface Props {
  id: string
  report: ReportDefinition
  state: ReportState
}

/** Shows which saved report is open, and saves changes to it. */
export default function SavedBar({ id, report, state }: Props) {
  const { client } = useServices()
  const { add } = useAlerts()
  // Only among the reader's own: another person's link opens too, without its name.
  const { data, error, refetch } = useQuery(savedReports(client))
  const saved = data?.find((item) => item.id === id)
  const save = useSharingMutation(
    () =>
      client.json<SavedReport>(`/api/saved-reports/${encodeURIComponent(id)}`, {
        method: 'PUT',
        body: { params: apiParams(report, state) },
      }),
    () => add({ type: 'success', message: 'The changes are saved.' }),
  )
  if (error) return <FailedLine what="this saved report" message={error.message} retry={() => void refetch()} />
  if (!saved || saved.report !== report.key) return null
  return (
    <SavedItemBar
      icon={<IconBookmark size={16} stroke={1.5} aria-hidden />}
      item={saved}
      changed={hasUnsavedChanges(report, state, saved)}
      save={{ label: 'Save changes', busy: save.isPending, onSave: () => save.mutate(undefined) }}
      back={{ label: 'Discard changes', href: savedReportAddress(saved) }}
    >
      Saved as <strong>{saved.name}</strong>
    </SavedItemBar>
  )
}
