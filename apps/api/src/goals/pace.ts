import { completeUntil } from '@leaselight/engine'
import {
  addProgress,
  type Day,
  dayAt,
  dayCount,
  daysOfMonth,
  type GoalColumn,
  type GoalPace,
  type GoalProgress,
  goalState,
  judgeGoal,
  type Month,
  paceText,
  type ReportDefinition,
  type Row,
  shortfall,
  type Viewer,
} from '@leaselight/model'
import { type Goal, listGoals } from '@leaselight/state'
import type { Api } from '../http/context'
import { type OpenGoals, openGoals, propertiesOf } from './open'

export interface PaceRequest {
  month: Month
  /** One number's alone. */
  goal?: string | undefined
  /** These properties alone, of those that the viewer may see. */
  propertyIds?: readonly number[] | undefined
  /** As of another instant than now, over the records that are known now. */
  at?: Date | undefined
  signal?: AbortSignal | undefined
}

/** A pace with its sentence: `14 of 22 · needs 0.7 a day, does 0.5`. */
export interface WordedPace extends GoalPace {
  text: string
}

/** The goals of one number in a month. */
export interface PaceOfGoal {
  goal: string
  label: string
  /** The last day that is counted; null where none is complete. */
  asOf: Day | null
  /** Over all properties with a goal. */
  total: WordedPace
  /** Those furthest behind first. */
  properties: (WordedPace & { propertyId: number; property: string })[]
  /** The chosen properties without a goal. */
  without: number
}

/**
 * The pace of every goal of a month that a viewer may see. Numbers without any goal are left out. Each property is
 * counted through the last day that is over on its own calendar and whose records are all in.
 */
export async function readPace(
  api: Pick<Api, 'engine' | 'state' | 'now'>,
  viewer: Viewer,
  request: PaceRequest,
): Promise<PaceOfGoal[]> {
  const { month, propertyIds = [] } = request
  const range = { companyId: viewer.companyId, from: month, to: month }
  const [open, goals] = await Promise.all([
    openGoals(api, viewer),
    listGoals(api.state, request.goal === undefined ? range : { ...range, goal: request.goal }),
  ])
  const chosen = new Set(propertyIds)
  const having = open.columns.filter(({ goal }) => goals.some((one) => one.goal === goal))
  const byReport = [...new Set(having.map(({ report }) => report))].map((report) => ({
    report,
    columns: having.filter((column) => column.report === report),
  }))
  const found = await Promise.all(
    byReport.map((one) => paceOfReport(api, viewer, { ...one, open, goals, chosen }, request)),
  )
  const order = new Map(open.columns.map(({ goal }, at) => [goal, at]))
  return found.flat().toSorted((a, b) => (order.get(a.goal) ?? 0) - (order.get(b.goal) ?? 0))
}

interface CountedGoals {
  report: ReportDefinition
  /** Its columns with goals. */
  columns: readonly GoalColumn[]
  open: OpenGoals
  goals: readonly Goal[]
  /** Empty for all. */
  chosen: ReadonlySet<number>
}

async function paceOfReport(
  api: Pick<Api, 'engine' | 'now'>,
  viewer: Viewer,
  { report, columns, open: { directory }, goals, chosen }: CountedGoals,
  request: PaceRequest,
): Promise<PaceOfGoal[]> {
  const at = request.at ?? api.now()
  const properties = propertiesOf({ report }, directory).filter(({ id }) => chosen.size === 0 || chosen.has(id))
  const untilOf = new Map(
    properties.map(({ id, timeZone }) => [
      id,
      completeUntil(directory.freshness, timeZone, dayAt(at.getTime(), timeZone)),
    ]),
  )
  const counted = await countThrough(api, viewer, report, untilOf, request)
  return columns.flatMap(({ goal, key, column }) => {
    const targets = new Map(goals.flatMap((one) => (one.goal === goal ? [[one.propertyId, one]] : [])))
    const parts = properties.flatMap(({ id, name }) => {
      const own = targets.get(id)
      return own ? [{ id, name, progress: progressOf(own, untilOf.get(id) ?? null, key, counted.get(id)) }] : []
    })
    const total = addProgress(parts.map(({ progress }) => progress))
    if (!total) return []
    return {
      goal,
      label: column.label,
      asOf:
        parts
          .flatMap(({ id }) => counted.get(id)?.end ?? [])
          .sort()
          .at(-1) ?? null,
      total: worded(total),
      properties: parts
        .toSorted((a, b) => shortfall(b.progress) - shortfall(a.progress))
        .map(({ id, name, progress }) => ({ propertyId: id, property: name, ...worded(progress) })),
      without: properties.length - parts.length,
    }
  })
}

function worded(progress: GoalProgress): WordedPace {
  const pace = judgeGoal(progress)
  return { ...pace, text: paceText(pace) }
}

/** The numbers of a property through a day. */
interface Counted {
  row: Row | undefined
  end: Day
  /** The first day with any of the report's records. */
  first: Day | null
}

/** Counts the properties through their last complete days: one question for those that share it. */
async function countThrough(
  { engine }: Pick<Api, 'engine'>,
  viewer: Viewer,
  report: ReportDefinition,
  untilOf: ReadonlyMap<number, Day | null>,
  { month, at, signal }: PaceRequest,
): Promise<Map<number, Counted>> {
  const days = daysOfMonth(month)
  const byEnd = new Map<Day, number[]>()
  for (const [id, until] of untilOf) {
    if (until === null || until < days.start) continue
    const end = until > days.end ? days.end : until
    byEnd.set(end, [...(byEnd.get(end) ?? []), id])
  }
  const counted = new Map<number, Counted>()
  await Promise.all(
    [...byEnd].map(async ([end, ids]) => {
      const state = goalState(report, { start: days.start, end }, ids)
      const options = { withoutRecords: true, ...(at && { at }), ...(signal && { signal }) }
      const { rows, coverage } = await engine.runReport(report, state, viewer, options)
      const rowOf = new Map(rows.filter(({ depth }) => depth === 0).map((row) => [row.propertyId, row]))
      const firstOf = new Map(coverage.properties.map(({ propertyId, first }) => [propertyId, first]))
      for (const id of ids) counted.set(id, { row: rowOf.get(id), end, first: firstOf.get(id) ?? null })
    }),
  )
  return counted
}

/** A property that began during the month has been counted since its first record. */
function progressOf(
  { target, month }: Goal,
  until: Day | null,
  key: string,
  counted: Counted | undefined,
): GoalProgress {
  const days = daysOfMonth(month)
  if (!counted) return { target, done: 0, gone: 0, left: until !== null && until > days.end ? 0 : dayCount(days) }
  const { row, end, first } = counted
  const start = first !== null && first > days.start ? first : days.start
  return {
    target,
    done: Number(row?.[key] ?? 0),
    gone: start > end ? 0 : dayCount({ start, end }),
    left: dayCount({ start: end, end: days.end }) - 1,
  }
}
