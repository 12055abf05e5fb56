import { type Facts, peopleAtHandOf } from '@leaselight/facts'
import { type Day, type DayRange, neutralState, type ReportState, stateOfDays, type Viewer } from '@leaselight/model'
import { type CompanyContext, CompanyContexts, type LoadFlags, type LoadNotices } from './access/companyContext'
import { CompanyKnowledge } from './access/companyKnowledge'
import { completeUntil } from './access/coverage'
import { isAvailable, onlyProperties, type Scope, scopeOf } from './access/scope'
import { NotFound } from './errors'
import { readHistories } from './findings/histories'
import { KeptSlices } from './findings/kept/keptSlices'
import { openAllRecords } from './lists/allRecords'
import { readMemberIds, readMembers, readProspects } from './lists/members'
import { readRecording } from './lists/recording'
import { readTranscript } from './lists/transcript'
import { MINUTE_MS, QueryCache } from './plan/cache'
import { parentKeysOf } from './plan/grouping'
import { isPeriodic, LearnedRhythms, rhythmPlace } from './plan/learnedRhythms'
import type { ReportQuery } from './plan/measures'
import { OpenedReports, openingPage } from './plan/openedReports'
import { readRhythms } from './plan/rhythms'
import { type Prepare, prepareQuestion, queryContextOf } from './prepare'
import type { Engine } from './questions'
import { readOurRecords } from './reconcile/ourRecords'
import { reportRunner } from './runReport'

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
  const prepare: Prepare = (report, state, viewer, { at = now(), points, signal } = {}) =>
    prepareQuestion(sources, { report, state, viewer, at, points, signal })

  const engine: Engine = {
    companyContext: directory,
    accountStatus: (viewer) => directories.statusOf(viewer),
    runReport: reportRunner({ facts, prepare, memory, knowledge, rhythms, lately, now: clock }),

    async records(report, state, viewer, signal) {
      const { who, scope, listOver } = await prepare(report, state, viewer, signal ? { signal } : {})
      if (!listOver) return null
      // It may be read for longer than people stay at hand.
      const peopleAtHand = null
      return openAllRecords({
        facts,
        columns: report.columns,
        scope: { ...scope, plan: { ...scope.plan, peopleAtHand } },
        who: { ...who, peopleAtHand },
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
      await knowledge.learn(query.learns, who)
      if (!isPeriodic(report, neutralState(report))) return false
      const end = completeUntil(who.freshness, who.company.timeZone, who.today)
      if (end === null || !isAvailable(report, who)) return false
      const place = rhythmPlace(report, who, state)
      const neutral = onlyProperties(report, state)
      const scope = scopeOf(report, neutral, who)
      const at = now()
      const measuresOf = (current: DayRange, cutDays: readonly Day[]) =>
        query.measures({ ...queryContextOf(scope, neutral, who, at), current, prior: null, cutDays })
      return rhythms.learn(place, { version: who.version, end }, async () => {
        const coverage = await knowledge.coverageOf(who)
        const options = { priority: 'background' } as const
        return readRhythms(facts, { columns: report.columns, scope, measuresOf, coverage, end, options })
      })
    },

    async members(report, state, viewer, request) {
      const { who, scope, opened } = await prepare(report, state, viewer)
      const under = parentKeysOf(scope, request.row)
      return readMembers({ facts, report, who, scope, sets: opened(), under, now: now() }, request)
    },

    async memberProspects(report, state, viewer, request) {
      const { who, scope, opened } = await prepare(report, state, viewer)
      const under = parentKeysOf(scope, request.row)
      return readProspects({ facts, report, who, scope, sets: opened(), under, now: now() }, request)
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
