import {
  type ChangeExplanation,
  DEFAULT_CONTRIBUTIONS,
  explainChanges,
  InputError,
  type ParamSchema,
  parseState,
  type RawParams,
  type ReportDefinition,
  type ReportState,
  reportParams,
  type Viewer,
  withGroupBy,
} from '@leaselight/model'
import { reports } from '@leaselight/reports'
import type { Api } from '../http/context'
import { notFound } from '../http/errors'
import { pickParams } from '../http/params'

const MOST_NAMED = 50

/** The report whose changes are explained. */
export function explainedReport(): ReportDefinition {
  const report = reports.find(({ explains }) => explains)
  if (!report) throw notFound('There is no report whose changes are explained.')
  return report
}

/** Its parameters: the report's filters without the grouping, which the explanation chooses itself. */
export function insightParams(): Record<string, ParamSchema> {
  const { group_by: _, group_by_key: __, ...params } = reportParams(explainedReport())
  return { ...params, named: { type: 'integer' } }
}

/**
 * What changed most from the prior period, and which property, source, or agent explains it. The numbers come from a
 * report with the user's own access, so no one learns of data that they may not see.
 */
export async function readWhatChanged(
  { engine }: Pick<Api, 'engine'>,
  viewer: Viewer,
  query: RawParams,
  signal?: AbortSignal,
): Promise<ChangeExplanation> {
  const report = explainedReport()
  const [{ named }, raw] = pickParams(query, ['named'])
  const unknown = Object.keys(raw).find((name) => !(name in insightParams()) && name in reportParams(report))
  if (unknown) throw new InputError(`What changed can't be asked for with ${unknown}.`, unknown)
  const state = parseState(report, raw, 'api')
  return whatChanged({ engine }, viewer, report, state, { named: readNamed(named), signal })
}

/** What changed in a state of a report that explains its changes. */
export async function whatChanged(
  { engine }: Pick<Api, 'engine'>,
  viewer: Viewer,
  report: ReportDefinition,
  state: ReportState,
  { named = DEFAULT_CONTRIBUTIONS, signal }: { named?: number; signal?: AbortSignal | undefined } = {},
): Promise<ChangeExplanation> {
  // Days are not looked at here, and the series of days would be most of the work.
  const withoutDays = { ...report, charts: [] }
  const answers = await Promise.all(
    (report.explains?.by ?? []).map(async (by) => ({
      by,
      result: await engine.runReport(withoutDays, withGroupBy(state, by), viewer, signal ? { signal } : {}),
    })),
  )
  return explainChanges(report, state, answers, named)
}

function readNamed(text = String(DEFAULT_CONTRIBUTIONS)): number {
  const value = Number(text)
  if (!/^\d{1,3}$/.test(text) || value < 1 || value > MOST_NAMED)
    throw new InputError(`named must be a whole number from 1 to ${MOST_NAMED}.`, 'named')
  return value
}
