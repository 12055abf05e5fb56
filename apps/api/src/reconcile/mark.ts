import {
  formatMoment,
  pluralize,
  type ReportDefinition,
  type ReportResult,
  type ReportState,
  type Viewer,
} from '@leaselight/model'
import { listReconciliations } from '@leaselight/state'
import type { Api } from '../http/context'
import { visibleFindings } from './service'

/**
 * What the latest reconciliation of a report's days and properties found, as a sentence; undefined where there is none.
 * @param result the report's result, whose days count
 */
export async function reconciledMark(
  { engine, state: store }: Pick<Api, 'engine' | 'state'>,
  viewer: Viewer,
  { report, state, result }: { report: ReportDefinition; state: ReportState; result: ReportResult },
): Promise<string | undefined> {
  const { property, propertyIds } = state.filters
  const wanted = property > 0 ? [property] : propertyIds
  if (!report.reconciles || !result.period || wanted.length === 0) return undefined
  const { start, end } = result.period
  const directory = await engine.companyContext(viewer)
  for (const one of await listReconciliations(store, viewer.companyId)) {
    if (one.startOn !== start || one.endOn !== end) continue
    const found = visibleFindings(one, directory).filter(({ propertyId }) => wanted.includes(propertyId))
    if (found.length < wanted.length) continue
    const unexplained = found.reduce((sum, { unexplained: of }) => sum + of, 0)
    const lines = found.reduce((sum, { lines: of }) => sum + of, 0)
    return `${pluralize(lines, 'line')} reconciled with your property system, ${formatMoment(one.checkedAt.getTime(), directory.company.timeZone, directory.today)}: ${unexplained.toLocaleString('en-US')} unexplained.`
  }
  return undefined
}
