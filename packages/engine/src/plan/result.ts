import type { QueryOptions } from '@leaselight/facts'
import {
  addTo,
  type Columns,
  type Delays,
  type Dimension,
  gateReasons,
  looksAhead,
  type OfficeHour,
  officeWeek,
  pluralize,
  type ReportDefinition,
  type ReportResult,
  type ReportState,
  type Row,
} from '@leaselight/model'
import type { CompanyContext } from '../access/companyContext'
import { type CompanyCoverage, completeUntil } from '../access/coverage'
import type { Scope } from '../access/scope'
import type { Period } from '../records/definition'
import type { QueryRunner } from './cache'
import { columnsBehind, pickColumns } from './columnsBehind'
import { ripeningOf, slowest } from './columnTraits'
import { judgeResult } from './judging'
import type { MeasuresByColumn } from './measures'
import { inOnePass } from './onePass'
import { peersOf } from './peers'
import { queryRows } from './queryRows'
import { ResultBuilder, type ScanRow, type Totals } from './resultBuilder'
import type { Rhythms } from './rhythms'
import { type Grouping, scanGroupings } from './scanGroupings'
import { planScans } from './scanQuery'
import { readPeriods } from './scanScope'
import { periodPasses, scanSql } from './scans'
import { sumTogether } from './summedScan'
import { usualRanges } from './usualRanges'

/** What counting a report needs. */
export interface CountRequest {
  report: ReportDefinition
  state: ReportState
  companyContext: CompanyContext
  /** The instant that stands for now. */
  at: Date
  /** Read while the report is counted, and needed only to judge it. */
  coverage: Promise<CompanyCoverage>
  /** How long what ripens takes. */
  delays: Promise<Delays>
  /** How its numbers move by themselves. */
  rhythms: Rhythms
  /** Whether its properties are ranked among each other. */
  ranked: boolean
  scope: Scope
  measures: MeasuresByColumn
  grouping: Grouping
  facts: QueryRunner
  options: QueryOptions
  /** What its only statement answers, where that comes with the report's list. */
  counted?: Promise<ScanRow | undefined> | undefined
}

/** A request with what is known of its company's history. */
type KnownRequest = Omit<CountRequest, 'coverage' | 'delays'> & { coverage: CompanyCoverage; delays: Delays }

interface CountedReport {
  result: ReportResult
  /** The current period's rows by each dimension of `grouping.beside`. */
  rowsBeside: Map<Dimension, Row[]>
}

/** Counts a report: its rows, totals, and daily series, without its listed records. */
export async function countReport(request: CountRequest): Promise<CountedReport> {
  const [{ counted, beside }, whole, coverage, delays] = await Promise.all([
    runScans(request),
    wholeTotals(request),
    request.coverage,
    request.delays,
  ])
  const totals = whole ?? counted.totals()
  const none = new Set<string>()
  return {
    result: buildResult({ ...request, coverage, delays }, counted, totals),
    rowsBeside: new Map([...beside].map(([key, rows]) => [key, rows.buildRows([1], none, totals).rows])),
  }
}

/** Runs every statement once: a line of it belongs to the report's rows, to its days, or to rows beside them. */
async function runScans(request: CountRequest) {
  const { report, companyContext, scope, measures, grouping, facts, options } = request
  const counted = new ResultBuilder(scope.plan.dimensions, companyContext, report.columns)
  const beside = new Map(grouping.beside.map((key) => [key, new ResultBuilder([key], companyContext, report.columns)]))
  await Promise.all(
    periodPasses(scope.plan, grouping.beside).flatMap((plan) =>
      sumTogether(inOnePass(planScans(measures, plan)), plan, grouping).map(async (scan) => {
        const known = await request.counted
        const answer = known ? [known] : await queryRows<ScanRow>(facts, scanSql(scan, plan, grouping), options)
        const groupings = scanGroupings(scan, plan, grouping)
        const lines = { groupings, periods: readPeriods(plan) }
        counted.add(scan, answer, { ...lines, kept: [...groupings.byDepth.values()], byDay: groupings.byDay })
        for (const [key, rows] of beside)
          rows.add(scan, answer, { ...lines, kept: [groupings.beside.get(key) ?? []], byDay: null })
      }),
    ),
  )
  return { counted, beside }
}

/**
 * The totals of the whole selection, needed for shares when only the rows below one row are counted; otherwise null.
 */
async function wholeTotals(request: CountRequest): Promise<Totals | null> {
  const { report, measures, grouping } = request
  if (grouping.under.length === 0) return null
  const needed = columnsBehindShares(report.columns)
  const counted = pickColumns(measures, needed)
  if (Object.keys(counted).length === 0) return null
  const whole = await runScans({
    ...request,
    measures: counted,
    grouping: { depths: [0], byDay: false, under: [], beside: [] },
  })
  return whole.counted.totals()
}

/** The columns that shares of the total are computed from, and the columns that those use. */
const columnsBehindShares = (columns: Columns): Set<string> =>
  columnsBehind(
    columns,
    Object.keys(columns).filter((key) => columns[key]?.kind === 'share'),
  )

function buildResult(request: KnownRequest, counted: ResultBuilder, whole: Totals): ReportResult {
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
  const compared = {
    rows,
    total: current,
    priorRows: periods ? priorRows : [],
    priorTotal: periods ? prior : null,
  }
  const { freshness, company, today } = companyContext
  const complete = completeUntil(freshness, company.timeZone, today)
  const judging = {
    ...request,
    until: complete,
    numbers: (key: string) => counted.numbers(key),
    spreads: (key: string) => counted.spreads(key),
  }
  // A report on future dates knows what is planned for every day of its range.
  const isPlanned = periods && looksAhead(report)
  const until = isPlanned ? periods.current.end : (complete ?? today)
  const pointDays = grouping.points?.days
  const series = (of: Period) => (periods && grouping.byDay ? counted.series(periods[of], of, until, pointDays) : [])
  const lines = { series: series('current'), priorSeries: series('prior'), ...(pointDays && { pointDays }) }
  return {
    report: report.key,
    period: periods?.current ?? null,
    priorPeriod: periods?.prior ?? null,
    asOf: report.asOf ? companyContext.today : null,
    today,
    timeZone: companyContext.company.timeZone,
    propertyTimeZones: [...new Set(scope.properties.map((property) => property.timeZone))].sort(),
    ...compared,
    ...judgeResult(judging, compared, whole),
    ...(request.ranked && { peers: peersOf(judging, compared, whole) }),
    ...lines,
    ...hoursOfOffices(request),
    usualRanges: usualRanges(judging, { ...lines, priorTotal: prior }, (day) => counted.spreadsOn(day)),
    notes: notesOf(request),
    freshness: companyContext.freshness,
  }
}

/** When its offices are open, for a report whose rows are hours of the week. */
function hoursOfOffices({ scope }: KnownRequest): { officeHours?: OfficeHour[] } {
  const { periods, plan, properties } = scope
  const isByHour = plan.dimensions.includes('day') && plan.dimensions.includes('hour')
  const week =
    isByHour && periods
      ? officeWeek(
          properties.map(({ office }) => office),
          periods.current,
        )
      : null
  return week ? { officeHours: week } : {}
}

function notesOf({ report, companyContext, scope, measures, delays }: KnownRequest): string[] {
  const { current, byCreated } = scope.plan
  const chosen = scope.properties.length + scope.leftOut
  const ripens = slowest(
    Object.values(measures).flatMap((measure) => ripeningOf(measure, byCreated) ?? []),
    delays,
  )
  const isMaturing = ripens && current && current.end > addTo(companyContext.today, -delays[ripens].most)
  return [
    ...(report.notes ?? []),
    ...(isMaturing
      ? [
          `The newest of these prospects are less than ${delays[ripens].most} days old. Their visits and leases are still to come.`,
        ]
      : []),
    ...(chosen < companyContext.properties.length
      ? [`Counts ${chosen} of ${pluralize(companyContext.properties.length, 'property')}.`]
      : []),
    ...(scope.leftOut > 0 ? [`${pluralize(scope.leftOut, 'property')} left out: ${gateReasons[report.gate]}.`] : []),
  ]
}
