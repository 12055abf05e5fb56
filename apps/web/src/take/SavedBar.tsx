import type { ReportDefinition, ReportState } from '@leaselight/model'
import { Button } from '@mantine/core'
import { IconBookmark } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import blocks from '../app/blocks.module.css'
import { useServices } from '../app/Services'
import { useAddress } from '../app/useAddress'
import { useAlerts } from '../state/AlertsProvider'
import { apiParams } from '../state/address'
import classes from './lists.module.css'
import { differs, openSaved } from './opened'
import { savedReports } from './queries'
import type { SavedReport } from './types'
import { useChange } from './useChange'

interface Props {
  id: string
  report: ReportDefinition
  state: ReportState
}

/** Says which saved report stands on the page, and keeps what was changed since. */
export default function SavedBar({ id, report, state }: Props) {
  const { client } = useServices()
  const { replace } = useAddress()
  const { add } = useAlerts()
  // Among one's own: a link that somebody else saved still opens, only its name is not there.
  const { data, error } = useQuery(savedReports(client))
  const saved = data?.find((item) => item.id === id)
  const save = useChange(
    () =>
      client.json<SavedReport>(`/api/saved-reports/${encodeURIComponent(id)}`, {
        method: 'PUT',
        body: { params: apiParams(report, state) },
      }),
    () => add({ type: 'success', message: 'The changes are saved.' }),
  )
  if (error) return <p className={classes.savedBar}>The saved report’s name could not be loaded. {error.message}</p>
  if (!saved || saved.report !== report.key) return null
  const changed = differs(report, state, saved)
  return (
    <div className={classes.savedBar} data-no-print>
      <IconBookmark size={16} stroke={1.5} aria-hidden />
      <span>
        Saved as <strong>{saved.name}</strong>
        {changed && ', changed since'}
      </span>
      {changed && (
        <>
          <Button size="compact-sm" loading={save.isPending} onClick={() => save.mutate(undefined)}>
            Save changes
          </Button>
          <Button size="compact-sm" variant="subtle" color="gray" onClick={() => replace(openSaved(saved))}>
            Back to as saved
          </Button>
        </>
      )}
      {saved.passedOver.length > 0 && (
        <span className={blocks.quiet}>
          The report no longer knows {saved.passedOver.join(', ')}; the rest opened as saved.
        </span>
      )}
    </div>
  )
}
