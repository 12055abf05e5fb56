import type { Facts, QueryOptions } from '@leaselight/facts'
import {
  addTo,
  applyFlags,
  type Dimension,
  dateFilterKey,
  type MemberPage,
  pluralize,
  type ReportDefinition,
  type ReportResult,
  type ReportState,
  type Viewer,
} from '@leaselight/model'
import { type CompanyContext, CompanyContexts, type LoadFlags } from './access/companyContext'
import { rejectUnavailableFilters, type Scope, scopeOf } from './access/scope'
import { anonymizeResult } from './demo/results'
import { NotFound } from './errors'
import { type AllRecords, openAllRecords } from './lists/allRecords'
import { type MemberRequest, readMembers, readProspects } from './lists/members'
import { readNewest } from './lists/newest'
import { readRecording } from './lists/recording'
import { readTranscript, type Transcript } from './lists/transcript'
import { QueryCache, type QueryRunner } from './plan/cache'
import { extrasOf, groupedBy } from './plan/extras'
import { withIds } from './plan/ids'
import type { MeasuresByColumn, QueryContext, ReportQuery } from './plan/measures'
import { ResultBuilder, type ScanRow } from './plan/resultBuilder'
import { type Grouping, planScans, scanSql } from './plan/scans'
import { render } from './plan/sql'
import { isMissing, type KeyValue, parseRowKey } from './records/dimensions'

export interface EngineOptions {
  facts: Facts
  /** The query that stands beside a report's definition. */
  loadQuery: (key: string) => Promise<ReportQuery>
  now: () => Date
  /** The flags that hold for a company; without it those of its record. */
  loadFlags?: LoadFlags
  /** Numbers and texts kept until the next import; 0 keeps none. */
  cacheCells?: number
}

/** Some hundred megabytes at most. */
const DEFAULT_CACHE_CELLS = 4_000_000

export interface RunOptions {
  /** Only the rows that open from this one. */
  parent?: string
  /** `top`: the outermost rows; `all`: every level, parents before children. */
  depth?: 'top' | 'all'
  /** Of a report that lists records everything but these, for whoever reads them by `records`. */
  withoutRecords?: boolean
  signal?: AbortSignal
}

/** The product's one way from a report and a viewer to numbers, and to the records behind them. */
export interface Engine {
  /** Throws NotFound where the report, the company or the row is not there for the viewer. */
  runReport(report: ReportDefinition, state: ReportState, viewer: Viewer, options?: RunOptions): Promise<ReportResult>
  /** Every record of a report that lists them, where `runReport` gives the newest; null for any other report. */
  records(
    report: ReportDefinition,
    state: ReportState,
    viewer: Viewer,
    signal?: AbortSignal,
  ): Promise<AllRecords | null>
  /** A page of the records a number counts; `total` is the number itself. */
  members(report: ReportDefinition, state: ReportState, viewer: Viewer, request: MemberRequest): Promise<MemberPage>
  /** The prospects behind a number, by property. */
  memberProspects(
    report: ReportDefinition,
    state: ReportState,
    viewer: Viewer,
    request: Omit<MemberRequest, 'page' | 'pageSize'>,
  ): Promise<{ propertyId: number; prospectIds: number[] }[]>
  /** What was said in a call; NotFound where the viewer may not read it. */
  transcript(viewer: Viewer, threadId: string, signal?: AbortSignal): Promise<Transcript>
  /** Where a call's recording lies; NotFound where there is none, or where the viewer may not hear it. */
  recording(viewer: Viewer, callId: number, signal?: AbortSignal): Promise<string>
  /** The company as the viewer may see it. */
  companyContext(viewer: Viewer): Promise<CompanyContext>
}

/** Days after which a created cohort's facts have mostly happened. */
const MATURE_AFTER_DAYS = 30

export function createEngine({
  facts,
  loadQuery,
  now,
  loadFlags,
  cacheCells = DEFAULT_CACHE_CELLS,
}: EngineOptions): Engine {
  const memory = new QueryCache(cacheCells)
  const directories = new CompanyContexts(facts, now, loadFlags ?? (async ({ flags }) => flags))

  async function directory(viewer: Viewer): Promise<CompanyContext> {
    const found = await directories.forViewer(viewer)
    if (!found || found.user?.isDeleted) throw new NotFound('There is no such company for you.')
    return found
  }

  async function prepare(asked: ReportDefinition, given: ReportState, viewer: Viewer) {
    const [who, query] = await Promise.all([directory(viewer), loadQuery(asked.key)])
    const report = applyFlags(asked, who.company.flags)
    rejectUnavailableFilters(asked, report, given)
    const state = report.locked ? { ...given, filters: { ...given.filters, ...report.locked } } : given
    const scope = scopeOf(report, state, who)
    const at = now()
    const context = queryContextOf(scope, state, who, at)
    const notes = query.notes?.(context) ?? []
    const marks = query.marks?.(context) ?? {}
    const list = query.list?.bind(query)
    const listOver = list && ((days: Pick<QueryContext, 'current' | 'prior'>) => list({ ...context, ...days }))
    return { who, scope, at, sets: query.measures(context), listOver, notes, marks }
  }

  const engine: Engine = {
    companyContext: directory,

    async runReport(report, state, viewer, options = {}) {
      const { who, scope, at, sets, listOver, notes, marks } = await prepare(report, state, viewer)
      const grouping = groupingOf(report, scope, options)
      const asking = options.signal ? { signal: options.signal } : {}
      const known = memory.runnerFor(facts, who.company.id, who.version, at)
      const [tally, listed] = await Promise.all([
        runScans(known, report, scope, sets, grouping, who, asking),
        listOver && !options.withoutRecords
          ? readNewest(known, listOver, report.columns, scope, who, asking)
          : undefined,
      ])
      const found = buildResult(report, who, scope, grouping, tally)
      const rows = await withIds(found.rows, { report, sets, plan: scope.plan, grouping }, known, asking)
      const told = { ...found, rows, notes: [...found.notes, ...notes] }
      const counted = who.anonymizer ? anonymizeResult(told, who.anonymizer) : told
      const whole = listed
        ? { ...counted, rows: listed.rows, priorRows: [], notes: [...counted.notes, ...listed.notes] }
        : counted
      if (!report.metadata) return whole
      const rowsBy = async (of: Dimension) =>
        (await engine.runReport(groupedBy(report, of), state, viewer, { ...asking, depth: 'top' })).rows
      const open = applyFlags(report, who.company.flags)
      // Of a single row's rows only the marks are true as well.
      return { ...whole, metadata: await extrasOf(open, options.parent ? null : whole, who, marks, rowsBy) }
    },

    async records(report, state, viewer, signal) {
      const { who, scope, listOver } = await prepare(report, state, viewer)
      if (!listOver) return null
      return openAllRecords({
        facts,
        columns: report.columns,
        scope,
        who,
        listOver: (current) => listOver({ current, prior: null }),
        areStill: async () => (await directory(viewer)).version === who.version,
        signal,
      })
    },

    async transcript(viewer, threadId, signal) {
      return readTranscript(facts, await directory(viewer), threadId, signal ? { signal } : {})
    },

    async recording(viewer, callId, signal) {
      // A voice can't be disguised: in a sales demo nobody is heard.
      if (viewer.demo) throw new NotFound('In a sales demo no recording is played.')
      return readRecording(facts, await directory(viewer), callId, signal ? { signal } : {})
    },

    async members(report, state, viewer, request) {
      const { who, scope, sets } = await prepare(report, state, viewer)
      return readMembers({ facts, report, who, scope, sets, under: parentKeysOf(scope, request.row) }, request)
    },

    async memberProspects(report, state, viewer, request) {
      const { who, scope, sets } = await prepare(report, state, viewer)
      return readProspects({ facts, report, who, scope, sets, under: parentKeysOf(scope, request.row) }, request)
    },
  }
  return engine
}

function queryContextOf(scope: Scope, state: ReportState, companyContext: CompanyContext, now: Date): QueryContext {
  return {
    companyId: companyContext.company.id,
    filters: state.filters,
    switches: state.switches,
    now,
    today: companyContext.today,
    current: scope.plan.current,
    prior: scope.plan.prior,
    properties: scope.properties,
    sources: companyContext.sources,
    flags: companyContext.company.flags,
  }
}

/** The keys of a row's name, or NotFound; a property outside the scope has no row. */
function parentKeysOf(scope: Scope, row: string | null): KeyValue[] {
  if (row === null || row === '') return []
  const keys = parseRowKey(row, scope.plan.dimensions)
  if (!keys) throw new NotFound(`There is no row ${row}.`)
  scope.plan.dimensions.forEach((key, index) => {
    const value = keys[index]
    if (
      key === 'property' &&
      value !== undefined &&
      !isMissing(key, value) &&
      !scope.plan.propertyIds.some((id) => id === value)
    )
      throw new NotFound(`There is no row ${row}.`)
  })
  return keys
}

function groupingOf(report: ReportDefinition, scope: Scope, { parent, depth = 'top' }: RunOptions): Grouping {
  const deepest = scope.plan.dimensions.length
  if (parent) {
    const under = parentKeysOf(scope, parent)
    if (under.length >= deepest) throw new NotFound(`Nothing opens from ${parent}.`)
    return { depths: [under.length, under.length + 1], byDay: false, under }
  }
  const depths = depth === 'all' ? Array.from({ length: deepest + 1 }, (_, index) => index) : [0, Math.min(1, deepest)]
  return { depths: [...new Set(depths)], byDay: report.charts.some((chart) => chart.kind === 'trend'), under: [] }
}

async function runScans(
  facts: QueryRunner,
  report: ReportDefinition,
  scope: Scope,
  sets: MeasuresByColumn,
  grouping: Grouping,
  who: CompanyContext,
  asking: QueryOptions,
): Promise<ResultBuilder> {
  const tally = new ResultBuilder(scope.plan.dimensions, who, report.columns)
  const depth = Math.max(...grouping.depths)
  const scans = planScans(sets, scope.plan)
  const answers = await Promise.all(
    scans.map((scan) => {
      const { text, params } = render(scanSql(scan, scope.plan, grouping))
      return facts.query<ScanRow>(text, params, asking)
    }),
  )
  scans.forEach((scan, index) => {
    tally.add(scan, answers[index] ?? [], depth, grouping.byDay && scan.day !== null)
  })
  return tally
}

function buildResult(
  report: ReportDefinition,
  companyContext: CompanyContext,
  scope: Scope,
  grouping: Grouping,
  tally: ResultBuilder,
): ReportResult {
  const expected = new Set<string>()
  // Every property in scope has its row, whatever it counts.
  if (scope.plan.dimensions[0] === 'property' && grouping.under.length === 0)
    for (const id of scope.plan.propertyIds) {
      tally.ensureRow([id])
      expected.add(tally.rowKey([id]))
    }
  const shown = grouping.depths.filter((depth) => depth > grouping.under.length)
  const { rows, priorRows } = tally.buildRows(shown, expected)
  const { current, prior } = tally.total()
  const { periods } = scope
  // A report that looks ahead knows what is planned for every day of its range.
  const known = periods && dateFilterKey(report) === 'dateRangeFuture' ? periods.current.end : companyContext.today
  return {
    report: report.key,
    period: periods?.current ?? null,
    priorPeriod: periods?.prior ?? null,
    asOf: report.asOf ? companyContext.today : null,
    timeZone: companyContext.company.timeZone,
    propertyTimeZones: [...new Set(scope.properties.map((property) => property.timeZone))].sort(),
    rows,
    total: current,
    priorRows: periods ? priorRows : [],
    priorTotal: periods ? prior : null,
    series: periods && grouping.byDay ? tally.series(periods.current, 'current', known) : [],
    priorSeries: periods && grouping.byDay ? tally.series(periods.prior, 'prior', known) : [],
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
