import type { QueryOptions } from '@leaselight/facts'
import {
  addTo,
  type Columns,
  dateFilterKey,
  pluralize,
  type ReportDefinition,
  type ReportResult,
  type ReportState,
} from '@leaselight/model'
import type { CompanyContext } from '../access/companyContext'
import type { CompanyCoverage } from '../access/coverage'
import type { Scope } from '../access/scope'
import type { QueryRunner } from './cache'
import { judgeResult, MATURE_AFTER_DAYS } from './judging'
import type { MeasuresByColumn } from './measures'
import { ResultBuilder, type ScanRow, type Totals } from './resultBuilder'
import { type Grouping, periodPasses, planScans, readPeriods, scanSql } from './scans'
import { render } from './sql'

/** What counting a report needs. */
export interface CountRequest {
  report: ReportDefinition
  state: ReportState
  companyContext: CompanyContext
  /** Read while the report is counted, and needed only to judge it. */
  coverage: Promise<CompanyCoverage>
  scope: Scope
  measures: MeasuresByColumn
  grouping: Grouping
  facts: QueryRunner
  options: QueryOptions
}

/** Counts a report: its rows, totals, and daily series, without its listed records. */
export async function countReport(request: CountRequest): Promise<ReportResult> {
  const [counted, whole, coverage] = await Promise.all([runScans(request), wholeTotals(request), request.coverage])
  return buildResult({ ...request, coverage }, counted, whole ?? counted.totals())
}

async function runScans({
  report,
  companyContext,
  scope,
  measures,
  grouping,
  facts,
  options,
}: CountRequest): Promise<ResultBuilder> {
  const result = new ResultBuilder(scope.plan.dimensions, companyContext, report.columns)
  const depth = Math.max(...grouping.depths)
  await Promise.all(
    periodPasses(scope.plan).flatMap((plan) =>
      planScans(measures, plan).map(async (scan) => {
        const { text, params } = render(scanSql(scan, plan, grouping))
        const answer = await facts.query<ScanRow>(text, params, options)
        const byDay = grouping.byDay && scan.day !== null
        result.add(scan, answer, { depth, byDay, periods: readPeriods(plan) })
      }),
    ),
  )
  return result
}

/**
 * The totals of the whole selection, needed for shares when only the rows below one row are counted; otherwise null.
 */
async function wholeTotals(request: CountRequest): Promise<Totals | null> {
  const { report, measures, grouping } = request
  if (grouping.under.length === 0) return null
  const needed = columnsBehindShares(report.columns)
  const counted = Object.fromEntries(Object.entries(measures).filter(([column]) => needed.has(column)))
  if (Object.keys(counted).length === 0) return null
  const whole = await runScans({
    ...request,
    measures: counted,
    grouping: { depths: [0], byDay: false, under: [] },
  })
  return whole.totals()
}

/** The columns that shares of the total are computed from, and the columns that those use. */
function columnsBehindShares(columns: Columns): Set<string> {
  const needed = new Set<string>()
  const add = (key: string): void => {
    const column = columns[key]
    needed.add(key)
    if (column && 'of' in column) for (const part of column.of) add(part)
  }
  for (const [key, column] of Object.entries(columns)) if (column.kind === 'share') add(key)
  return needed
}

function buildResult(
  request: Omit<CountRequest, 'coverage'> & { coverage: CompanyCoverage },
  counted: ResultBuilder,
  whole: Totals,
): ReportResult {
  const { report, companyContext, scope, grouping } = request
  const expected = new Set<string>()
  // Every property in scope has a row, even without records.
  if (scope.plan.dimensions[0] === 'property' && grouping.under.length === 0)
    for (const id of scope.plan.propertyIds) {
      counted.ensureRow([id])
      expected.add(counted.rowKey([id]))
    }
  const shown = grouping.depths.filter((depth) => depth > grouping.under.length)
  const { rows, priorRows } = counted.buildRows(shown, expected, whole)
  const { current, prior } = counted.totals()
  const { periods } = scope
  // A report on future dates knows what is planned for every day of its range.
  const known = periods && dateFilterKey(report) === 'dateRangeFuture' ? periods.current.end : companyContext.today
  const compared = {
    rows,
    total: current,
    priorRows: periods ? priorRows : [],
    priorTotal: periods ? prior : null,
  }
  return {
    report: report.key,
    period: periods?.current ?? null,
    priorPeriod: periods?.prior ?? null,
    asOf: report.asOf ? companyContext.today : null,
    timeZone: companyContext.company.timeZone,
    propertyTimeZones: [...new Set(scope.properties.map((property) => property.timeZone))].sort(),
    ...compared,
    ...judgeResult({ ...request, spreads: (key) => counted.spreads(key) }, compared, whole),
    series: periods && grouping.byDay ? counted.series(periods.current, 'current', known) : [],
    priorSeries: periods && grouping.byDay ? counted.series(periods.prior, 'prior', known) : [],
    notes: notesOf(report, companyContext, scope),
    freshness: companyContext.freshness,
  }
}

function notesOf(report: ReportDefinition, companyContext: CompanyContext, scope: Scope): string[] {
  const { byCreated, current } = scope.plan
  const maturing = byCreated && current && current.end > addTo(companyContext.today, -MATURE_AFTER_DAYS)
  return [
    ...(report.notes ?? []),
    ...(maturing
      ? ['The newest of these prospects came less than 30 days ago: their visits and leases are still to come.']
      : []),
    ...(scope.properties.length < companyContext.properties.length
      ? [
          `${pluralize(scope.properties.length, 'property', 'properties')} of ${companyContext.properties.length} are counted.`,
        ]
      : []),
  ]
}
