import { initialState, type ReportDefinition } from '@leaselight/model'
import { useQuery } from '@tanstack/react-query'
import { useGlobal } from '../../app/Global'
import { useServices } from '../../app/Services'
import { reportQuery } from '../../report/queries'
import { ReportTiles } from '../../report/ReportTiles'

/** The first number of a report, as it is now. */
export function FirstNumber({ report }: { report: ReportDefinition }) {
  const { client } = useServices()
  const { today } = useGlobal()
  const state = initialState(report)
  const { data, isPlaceholderData } = useQuery(reportQuery(client, report, state, today))
  const [only] = report.tiles
  if (only === undefined) return null
  return (
    <ReportTiles
      report={report}
      state={state}
      result={data?.result}
      stale={isPlaceholderData}
      only={only}
      label={report.title}
    />
  )
}
