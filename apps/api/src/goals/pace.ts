import { completeUntil, withShownAttribute } from '@leaselight/engine'
import {
  addProgress,
  type Day,
  dayAt,
  dayCount,
  daysOfMonth,
  type GoalColumn,
  type GoalGroup,
  type GoalPace,
  type GoalProgress,
  goalState,
  groupLabel,
  isInGroup,
  judgeGoal,
  type Month,
  paceText,
  type ReportDefinition,
  type Row,
  shortfall,
  type Viewer,
} from '@leaselight/model'
import { type Goal, type GroupGoal, listGoals, listGroupGoals } from '@leaselight/state'
import type { Api } from '../http/context'
import { groupFields, openGroups, ownGroup, progressOfGroups } from './groups'
import { type OpenGoals, openGoals, propertiesOf } from './open'

export interface PaceRequest {
  month: Month
  /** One number's alone. */
  goal?: string | undefined
  /** These properties alone, of those that the viewer may see. */
  propertyIds?: readonly number[] | undefined
  /** The properties with this value of an attribute alone. */
  group?: GoalGroup | null | undefined
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
  /** Over all properties with a goal; of a group with a goal of its own, over all its properties. */
  total: WordedPace
  /** The group whose own goal the total has; null where it has the sum of the properties' goals. */
  own: string | null
  /** The other groups with goals of their own, of which all properties are counted. */
  groups: (WordedPace & { attribute: string | null; value: string | null; group: string })[]
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
  const wanted = request.goal === undefined ? range : { ...range, goal: request.goal }
  const [open, goals, stored] = await Promise.all([
    openGoals(api, viewer),
    listGoals(api.state, wanted),
    listGroupGoals(api.state, wanted),
  ])
  const groupGoals = stored.map((one) => withShownAttribute(open.directory, one))
  const chosen = new Set(propertyIds)
  const having = open.columns.filter(({ goal }) => [...goals, ...groupGoals].some((one) => one.goal === goal))
  const byReport = [...new Set(having.map(({ report }) => report))].map((report) => ({
    report,
    columns: having.filter((column) => column.report === report),
  }))
  const found = await Promise.all(
    byReport.map((one) => paceOfReport(api, viewer, { ...one, open, goals, groupGoals, chosen }, request)),
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
  groupGoals: readonly GroupGoal[]
  /** Empty for all. */
  chosen: ReadonlySet<number>
}

async function paceOfReport(
  api: Pick<Api, 'engine' | 'now'>,
  viewer: Viewer,
  { report, columns, open: { directory }, goals, groupGoals, chosen }: CountedGoals,
  request: PaceRequest,
): Promise<PaceOfGoal[]> {
  const at = request.at ?? api.now()
  const { group = null, month } = request
  const properties = propertiesOf({ report }, directory).filter(
    (one) => (chosen.size === 0 || chosen.has(one.id)) && (group === null || isInGroup(group, one)),
  )
  if (properties.length === 0) return []
  const untilOf = new Map(
    properties.map(({ id, timeZone }) => [
      id,
      completeUntil(directory.freshness, timeZone, dayAt(at.getTime(), timeZone)),
    ]),
  )
  const counted = await countThrough(api, viewer, report, untilOf, request)
  const groups = openGroups({ report }, directory)
  return columns.flatMap(({ goal, key, column }) => {
    const ofGoal = (one: { goal: string }) => one.goal === goal
    const progress = new Map(
      properties.map(({ id }) => [id, progressOf(month, untilOf.get(id) ?? null, key, counted.get(id))]),
    )
    const targets = new Map(goals.flatMap((one) => (one.goal === goal ? [[one.propertyId, one]] : [])))
    const parts = properties.flatMap(({ id, name }) => {
      const [own, done] = [targets.get(id), progress.get(id)]
      return own && done ? [{ id, name, progress: { ...done, target: own.target } }] : []
    })
    const found = progressOfGroups(groups, groupGoals.filter(ofGoal), progress)
    const own = ownGroup(found, { group, size: properties.length, hasOwn: parts.length > 0 })
    const total = own?.progress ?? addProgress(parts.map((part) => part.progress))
    if (!total) return []
    return {
      goal,
      label: column.label,
      asOf:
        (own ? properties : parts)
          .flatMap(({ id }) => counted.get(id)?.end ?? [])
          .sort()
          .at(-1) ?? null,
      total: worded(total),
      own: own ? groupLabel(own.group) : null,
      groups: found
        .filter((one) => one !== own)
        .toSorted((a, b) => shortfall(b.progress) - shortfall(a.progress))
        .map((one) => ({ ...groupFields(one.group), ...worded(one.progress) })),
      properties: parts
        .toSorted((a, b) => shortfall(b.progress) - shortfall(a.progress))
        .map((part) => ({ propertyId: part.id, property: part.name, ...worded(part.progress) })),
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

/** What a property did, without its target. One that began during the month has been counted since its first record. */
function progressOf(month: Month, until: Day | null, key: string, counted: Counted | undefined): GoalProgress {
  const target = 0
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
