import type { Facts } from '@leaselight/facts'
import {
  applyFlags,
  assumedDelays,
  comparesPeers,
  peerNote,
  type ReportDefinition,
  type ReportState,
  type Viewer,
} from '@leaselight/model'
import type { CompanyKnowledge } from './access/companyKnowledge'
import { allProperties, type Scope } from './access/scope'
import { anonymizeResult, anonymizeRow } from './demo/results'
import { countsBeside } from './lists/countsBeside'
import { readNewest } from './lists/newest'
import { isListOfOneDay, recordsByHour } from './lists/recordsByHour'
import type { QueryCache } from './plan/cache'
import { onlyColumn } from './plan/columnsBehind'
import { laterOf, ripeningOf } from './plan/columnTraits'
import { extraDimensions, extrasOf } from './plan/extras'
import { groupingOf } from './plan/grouping'
import { withIds } from './plan/ids'
import type { LearnedRhythms } from './plan/learnedRhythms'
import type { MeasuresByColumn } from './plan/measures'
import type { OpenedReports } from './plan/openedReports'
import { peersAmong } from './plan/peers'
import { countReport } from './plan/result'
import type { Grouping } from './plan/scanGroupings'
import { groupingOfWeeks } from './plan/weeks'
import type { Prepare } from './prepare'
import type { Engine, RunOptions } from './questions'

/** What running reports shares with the engine's other questions. */
interface Shared {
  facts: Facts
  prepare: Prepare
  memory: QueryCache
  knowledge: CompanyKnowledge
  rhythms: LearnedRhythms
  lately: OpenedReports
  /** The instant at which a report is opened. */
  now: () => Date
}

/** Totals and outermost rows, without days. */
const OUTERMOST: Grouping = { depths: [0, 1], byDay: false, under: [], beside: [] }

/** Runs reports: counts them, judges and ranks what was counted, and adds what else belongs to the answer. */
export function reportRunner({ facts, prepare, memory, knowledge, rhythms, lately, now }: Shared): Engine['runReport'] {
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

  return async (requested, requestedState, viewer, options = {}) => {
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
    } = await prepare(requested, requestedState, viewer, options)
    const { report, measures: sets } =
      options.only === undefined
        ? { report: requested, measures: all.sets }
        : onlyColumn(requested, all.sets, options.only)
    const open = applyFlags(report, who.company.flags)
    const isOneDay = isListOfOneDay(open, scope)
    const beside = [...extraDimensions(open), ...(isOneDay ? (['hour'] as const) : [])]
    const grouping = options.points === 'weeks' ? groupingOfWeeks(scope) : groupingOf(report, scope, options, beside)
    const requestOptions = {
      ...(options.signal && { signal: options.signal }),
      ...(options.priority && { priority: options.priority }),
    }
    if (!options.priority && !options.points) lately.add({ report: requested, state, viewer, openedAt: now() }, who)
    const known = memory.runnerFor(facts, who.company.id, who.versionOf, at)
    const coverage = knowledge.coverageOf(who, options.signal)
    const ripening = ripensAny(sets, scope) ? knowledge.delaysOf(who, options.signal) : assumedDelays
    const counting = {
      report,
      companyContext: who,
      at,
      coverage,
      delays: Promise.resolve(ripening),
      rhythms: rhythms.of({ report: requested, state }, who),
      facts: known,
      options: requestOptions,
    }
    const isCompared = !options.parent && options.only === undefined && comparesPeers(report, state)
    const beyond = isCompared ? await peersBeyond(requested, state, viewer, { scope, at, ...requestOptions }) : null
    const list = options.withoutRecords || options.only !== undefined ? undefined : listOver
    const brings = list ? countsBeside(list(scope.plan), sets, scope.plan, grouping) : null
    const listing =
      list &&
      readNewest({
        facts: known,
        report: open,
        state,
        listOver: list,
        scope,
        companyContext: who,
        options: requestOptions,
        part: options.list ?? {},
        counts: brings,
        totalOf: async (column) => Number((await counts).result.total[column]),
      })
    const counts = countReport({
      ...counting,
      state,
      scope,
      measures: sets,
      grouping,
      ...(brings && { counted: listing?.then(({ counted }) => counted) }),
      ranked: isCompared && !beyond,
    })
    const [{ result: found, rowsBeside }, peers, listed] = await Promise.all([
      counts,
      beyond && countReport({ ...counting, ...beyond, grouping: OUTERMOST, ranked: true }),
      listing,
    ])
    const rows = await withIds(found.rows, { report, sets, plan: scope.plan, grouping }, known, requestOptions)
    const ranked = peers ? { ...found, ...peersAmong(found.rows, peers.result) } : found
    const peerNotes = state.filters.peers !== '' && !options.parent ? [peerNote(report, state, ranked.peers)] : []
    const result = { ...ranked, rows, notes: [...found.notes, ...notes, ...peerNotes] }
    const counted = who.anonymizer ? anonymizeResult(result, who.anonymizer) : result
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
  }
}

/** Whether a report counts what people of its period do later. */
const ripensAny = (measures: MeasuresByColumn, { plan, periods }: Scope): boolean =>
  periods !== null &&
  Object.values(measures).some((measure) => (laterOf(measure) ?? ripeningOf(measure, plan.byCreated)) !== null)
