import { type Facts, peopleAtHandOf } from '@leaselight/facts'
import {
  applyFlags,
  assumedDelays,
  comparesPeers,
  type Day,
  type DayRange,
  neutralState,
  peerNote,
  type ReportDefinition,
  type ReportState,
  stateOfDays,
  type Viewer,
} from '@leaselight/model'
import { type CompanyContext, CompanyContexts, type LoadFlags, type LoadNotices } from './access/companyContext'
import { CompanyKnowledge } from './access/companyKnowledge'
import { completeUntil } from './access/coverage'
import { allProperties, isAvailable, type Scope } from './access/scope'
import { anonymizeResult, anonymizeRow } from './demo/results'
import { NotFound } from './errors'
import { readHistories } from './findings/histories'
import { KeptSlices } from './findings/kept/keptSlices'
import { openAllRecords } from './lists/allRecords'
import { readMemberIds, readMembers, readProspects } from './lists/members'
import { readNewest } from './lists/newest'
import { readRecording } from './lists/recording'
import { isListOfOneDay, recordsByHour } from './lists/recordsByHour'
import { readTranscript } from './lists/transcript'
import { MINUTE_MS, QueryCache } from './plan/cache'
import { onlyColumn } from './plan/columnsBehind'
import { ripeningOf } from './plan/columnTraits'
import { extraDimensions, extrasOf } from './plan/extras'
import { groupingOf, parentKeysOf } from './plan/grouping'
import { withIds } from './plan/ids'
import { isPeriodic, LearnedRhythms, rhythmPlace } from './plan/learnedRhythms'
import type { MeasuresByColumn, ReportQuery } from './plan/measures'
import { OpenedReports, openingPage } from './plan/openedReports'
import { peersAmong } from './plan/peers'
import { countReport } from './plan/result'
import { readRhythms } from './plan/rhythms'
import type { Grouping } from './plan/scanGroupings'
import { groupingOfWeeks } from './plan/weeks'
import { prepareQuestion, queryContextOf } from './prepare'
import type { Engine, RunOptions } from './questions'
import { readOurRecords } from './reconcile/ourRecords'

/** The instant as reports use it: whole minutes, so that those who read within one get the same answer from the cache. */
const minuteOf = (instant: Date): Date => new Date(Math.floor(instant.getTime() / MINUTE_MS) * MINUTE_MS)

export interface EngineOptions {
  facts: Facts
  /** Loads the query that belongs to a report's definition. */
  loadQuery: (key: string) => Promise<ReportQuery>
  /** Answers are as of the minute that has begun. */
  now: () => Date
  /** Effective flags of a company; by default those of its record. */
  loadFlags?: LoadFlags
  /** Loads what is wrong with a company's data files; by default nothing. */
  loadNotices?: LoadNotices
  /** How many numbers and texts to cache until what they were counted from is imported; 0 disables the cache. */
  cacheCells?: number
}

/** Totals and outermost rows, without days. */
const OUTERMOST: Grouping = { depths: [0, 1], byDay: false, under: [], beside: [] }

/** A few hundred megabytes at most. */
const DEFAULT_CACHE_CELLS = 4_000_000

export function createEngine({
  facts,
  loadQuery,
  now: clock,
  loadFlags,
  loadNotices,
  cacheCells = DEFAULT_CACHE_CELLS,
}: EngineOptions): Engine {
  const now = () => minuteOf(clock())
  const memory = new QueryCache(cacheCells)
  const knowledge = new CompanyKnowledge(facts)
  const rhythms = new LearnedRhythms()
  const lately = new OpenedReports()
  const kept = new KeptSlices(cacheCells > 0 ? undefined : 0)
  const directories = new CompanyContexts(
    facts,
    now,
    loadFlags ?? (async ({ flags }) => flags),
    loadNotices ?? (async () => []),
  )

  async function directory(viewer: Viewer): Promise<CompanyContext> {
    const found = await directories.forViewer(viewer)
    if (!found) throw new NotFound('There is no such company for you.')
    return found
  }

  const sources = { directory, loadQuery, knowledge }
  const prepare = (
    report: ReportDefinition,
    state: ReportState,
    viewer: Viewer,
    { at = now(), points, signal }: Pick<RunOptions, 'at' | 'points' | 'signal'> = {},
  ) => prepareQuestion(sources, { report, state, viewer, at, points, signal })

  /** A request over all properties that the viewer may see, where a state is about some of them; otherwise null. */
  async function peersBeyond(
    report: ReportDefinition,
    state: ReportState,
    viewer: Viewer,
    { scope: chosen, ...options }: Pick<RunOptions, 'at' | 'signal'> & { scope: Scope },
  ) {
    const everywhere = allProperties(report, state)
    const { scope, sets } = await prepare(report, everywhere, viewer, options)
    return scope.properties.length > chosen.properties.length ? { state: everywhere, scope, measures: sets } : null
  }

  const engine: Engine = {
    companyContext: directory,
    accountStatus: (viewer) => directories.statusOf(viewer),

    async runReport(requested, asked, viewer, options = {}) {
      const {
        who,
        state,
        scope,
        at,
        listOver,
        notes,
        marks,
        opened: _,
        ...all
      } = await prepare(requested, asked, viewer, options)
      const { report, measures: sets } =
        options.only === undefined
          ? { report: requested, measures: all.sets }
          : onlyColumn(requested, all.sets, options.only)
      const open = applyFlags(report, who.company.flags)
      const isOneDay = isListOfOneDay(open, scope)
      const beside = [...extraDimensions(open), ...(isOneDay ? (['hour'] as const) : [])]
      const grouping = options.points === 'weeks' ? groupingOfWeeks(scope) : groupingOf(report, scope, options, beside)
      const asking = {
        ...(options.signal && { signal: options.signal }),
        ...(options.priority && { priority: options.priority }),
      }
      if (!options.priority && !options.points) lately.add({ report: requested, state, viewer, openedAt: clock() }, who)
      const known = memory.runnerFor(facts, who.company.id, who.versionOf, at)
      const coverage = knowledge.coverageOf(who, options.signal)
      const ripening = ripensAny(report, sets, scope) ? knowledge.delaysOf(who, options.signal) : assumedDelays
      const counting = {
        report,
        companyContext: who,
        coverage,
        delays: Promise.resolve(ripening),
        rhythms: rhythms.of({ report: requested, state }, who),
        facts: known,
        options: asking,
      }
      const isCompared = !options.parent && options.only === undefined && comparesPeers(report, state)
      const beyond = isCompared ? await peersBeyond(requested, state, viewer, { scope, at, ...asking }) : null
      const counts = countReport({ ...counting, state, scope, measures: sets, grouping, ranked: isCompared && !beyond })
      const [{ result: found, rowsBeside }, peers, listed] = await Promise.all([
        counts,
        beyond && countReport({ ...counting, ...beyond, grouping: OUTERMOST, ranked: true }),
        listOver && !options.withoutRecords && options.only === undefined
          ? readNewest({
              facts: known,
              report: open,
              state,
              listOver,
              scope,
              companyContext: who,
              options: asking,
              part: options.list ?? {},
              totalOf: async (column) => Number((await counts).result.total[column]),
            })
          : undefined,
      ])
      const rows = await withIds(found.rows, { report, sets, plan: scope.plan, grouping }, known, asking)
      const ranked = peers ? { ...found, ...peersAmong(found.rows, peers.result) } : found
      const said = state.filters.peers !== '' && !options.parent ? [peerNote(report, state, ranked.peers)] : []
      const told = { ...ranked, rows, notes: [...found.notes, ...notes, ...said] }
      const counted = who.anonymizer ? anonymizeResult(told, who.anonymizer) : told
      const whole = listed
        ? {
            ...counted,
            rows: listed.rows,
            ...(listed.length !== undefined && { length: listed.length }),
            ...(isOneDay &&
              listOver && {
                recordsByHour: recordsByHour(rowsBeside.get('hour') ?? [], listOver(scope.plan).countedBy),
              }),
            priorRows: [],
            notes: [...counted.notes, ...listed.notes],
          }
        : counted
      if (!report.metadata) return whole
      const { anonymizer } = who
      if (anonymizer)
        for (const [key, lines] of rowsBeside)
          rowsBeside.set(
            key,
            lines.map((line) => anonymizeRow(line, anonymizer)),
          )
      // With the rows under a single parent row, only the flags still apply.
      return { ...whole, metadata: extrasOf(open, options.parent ? null : whole, who, marks, rowsBeside) }
    },

    async records(report, state, viewer, signal) {
      const { who, scope, listOver } = await prepare(report, state, viewer, signal ? { signal } : {})
      if (!listOver) return null
      return openAllRecords({
        facts,
        columns: report.columns,
        // It may be read for longer than people stay at hand.
        scope: { ...scope, plan: { ...scope.plan, peopleAtHand: null } },
        who,
        listOver: (current) => listOver({ current: current ?? null, prior: null }),
        areStill: async () => (await directory(viewer)).version === who.version,
        signal,
      })
    },

    async transcript(viewer, threadId, signal) {
      return readTranscript(facts, await directory(viewer), threadId, signal ? { signal } : {})
    },

    async recording(viewer, callId, signal) {
      // A voice can't be anonymized, so a sales demo plays no recordings.
      if (viewer.demo) throw new NotFound('In a sales demo no recording is played.')
      return readRecording(facts, await directory(viewer), callId, signal ? { signal } : {})
    },

    async histories(reports, viewer, request = {}) {
      // Statements are recognized by their texts, which would differ between one load of people and the next.
      const who = { ...(await directory(viewer)), peopleAtHand: null }
      const at = now()
      const coverage = await knowledge.coverageOf(who, request.signal)
      const asked = (scope: Scope, state: ReportState, current: DayRange, cutDays: readonly Day[], now: Date) => ({
        ...queryContextOf(scope, state, who, now),
        ...{ current, prior: null, cutDays },
      })
      const context = { who, facts, coverage, loadQuery, queryContextOf: asked, now: at, kept }
      return readHistories(context, reports, request)
    },

    openedReports: () => lately.all(),

    async askAhead(asked, signal) {
      if (cacheCells === 0) return
      // Those who read later ask with the people at hand.
      await peopleAtHandOf(facts).loadUnlessBusy(asked.viewer.companyId)
      const options = { priority: 'background' as const, ...(signal && { signal }) }
      await engine.runReport(asked.report, openingPage(asked), asked.viewer, options)
    },

    async learn(report, viewer, state = neutralState(report)) {
      const [who, query] = await Promise.all([directory(viewer), loadQuery(report.key)])
      if (query.learns === 'homes') await knowledge.homesOf(who)
      if (!isPeriodic(report, neutralState(report))) return false
      const end = completeUntil(who.freshness, who.company.timeZone, who.today)
      if (end === null || !isAvailable(report, who)) return false
      const { scope, place, neutral } = rhythmPlace(report, who, state)
      const at = now()
      const measuresOf = (current: DayRange, cutDays: readonly Day[]) =>
        query.measures({ ...queryContextOf(scope, neutral, who, at), current, prior: null, cutDays })
      return rhythms.learn(place, { version: who.version, end }, async () => {
        const coverage = await knowledge.coverageOf(who)
        return readRhythms(facts, { columns: report.columns, scope, measuresOf, coverage, end, options: {} })
      })
    },

    async members(report, state, viewer, request) {
      const { who, scope, opened: sets } = await prepare(report, state, viewer)
      const under = parentKeysOf(scope, request.row)
      return readMembers({ facts, report, who, scope, sets, under, now: now() }, request)
    },

    async memberProspects(report, state, viewer, request) {
      const { who, scope, opened: sets } = await prepare(report, state, viewer)
      const under = parentKeysOf(scope, request.row)
      return readProspects({ facts, report, who, scope, sets, under, now: now() }, request)
    },

    async ourRecords(viewer, request) {
      const who = await directory(viewer)
      const propertyIds = who.properties.map(({ id }) => id)
      const options = request.signal ? { signal: request.signal } : {}
      return readOurRecords(
        { facts, companyId: who.company.id, propertyIds },
        async ({ columns }, report) => {
          const state = stateOfDays(report, neutralState(report), request.period)
          const { scope, sets } = await prepare(report, state, viewer)
          const opened = { facts, report, who, scope, sets, under: [], now: now() }
          return (await Promise.all(columns.map((column) => readMemberIds(opened, column, options)))).flat()
        },
        request,
      )
    },
  }
  return engine
}

/** Whether a report counts what people of its period do later. */
const ripensAny = (report: ReportDefinition, measures: MeasuresByColumn, { plan, periods }: Scope): boolean =>
  periods !== null &&
  (Object.values(report.columns).some(({ ripens }) => ripens !== undefined) ||
    Object.values(measures).some((measure) => ripeningOf(measure, plan.byCreated) !== null))
