import { type CompanyContext, isAvailable } from '@leaselight/engine'
import type { ReportDocument } from '@leaselight/files'
import {
  addTo,
  DAYS_IN_WEEK,
  type ReportDefinition,
  type ReportResult,
  type ReportState,
  stateOfDays,
  stateSeenFrom,
  TREND_WEEKS,
  type Viewer,
} from '@leaselight/model'
import { reportByKey } from '@leaselight/reports'
import type { Api } from '../http/context'

/** The report whose page is read. */
interface Morning {
  report: ReportDefinition
  state: ReportState
  result: ReportResult
  directory: CompanyContext
}

/** What the page of a report that explains its changes has besides findings: the last weeks, and what is ahead. */
export async function readMorning(
  api: Pick<Api, 'engine'>,
  viewer: Viewer,
  { report, state, result, directory }: Morning,
  signal: AbortSignal | undefined,
): Promise<Pick<ReportDocument, 'weeks' | 'ahead'>> {
  const options = signal ? { signal } : {}
  const end = result.period?.end ?? directory.today
  const days = { start: addTo(end, 1 - TREND_WEEKS * DAYS_IN_WEEK), end }
  const ahead = (report.ahead?.(directory.today) ?? []).flatMap((fact) => {
    const other = reportByKey(fact.report)
    return other && isAvailable(other, directory) ? [{ ...fact, other }] : []
  })
  const [weeks, facts] = await Promise.all([
    api.engine.runReport(report, stateOfDays(report, state, days), viewer, options),
    Promise.all(
      ahead.map(async ({ other, filters, read, label }) => {
        const seen = stateSeenFrom({ report, state }, other, { filters })
        const answer = await api.engine.runReport(other, seen, viewer, options)
        const value = read(answer)
        return { value: value === null ? '—' : value.toLocaleString('en-US'), label: label(value, answer) }
      }),
    ),
  ])
  return { weeks, ahead: facts }
}
