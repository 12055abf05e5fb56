import { completeUntil, withShownAttribute } from '@leaselight/engine'
import {
  addMonths,
  answersForProperties,
  daysOfMonth,
  formatMonth,
  type GoalColumn,
  type GoalPlace,
  type GoalTarget,
  goalSheetCsv,
  goalState,
  isMonth,
  MAX_TARGET,
  type Month,
  monthOf,
  monthsOfYear,
  placeKey,
  readGoalSheet,
  type Viewer,
} from '@leaselight/model'
import { listGoals, listGroupGoals, saveGoals } from '@leaselight/state'
import type { z } from 'zod'
import type { Api } from '../http/context'
import { badRequest, notFound } from '../http/errors'
import { groupFields, openGroups, requireGroup } from './groups'
import { type OpenGoals, openGoals, propertiesOf, requireGoal } from './open'
import type { goalsBody, sheetBody } from './shapes'

/** Which goals a grid shows: one number's, of one year. */
export interface GridRequest {
  goal?: string | undefined
  year?: number | undefined
}

/** The goals of one number over a year, for the properties that the viewer may see. */
export async function readGrid(api: Api, viewer: Viewer, request: GridRequest) {
  const open = await openGoals(api, viewer)
  const column = requireGoal(open, request.goal)
  const { today } = open.directory
  const year = request.year ?? Number(today.slice(0, 4))
  const months = monthsOfYear(year)
  const targetOf = await targetsOf(api, viewer, open, column, months)
  const targetsOfPlace = (place: GoalPlace) => months.map((month) => targetOf(place, month))
  return {
    ...{ goal: column.goal, label: column.column.label, definition: column.column.definition, year, months },
    goals: open.columns.map(({ goal, column: { label } }) => ({ goal, label })),
    firstOpenMonth: monthOf(today),
    maySet: mayChange(viewer),
    properties: propertiesOf(column, open.directory).map(({ id, name }) => ({
      propertyId: id,
      property: name,
      targets: targetsOfPlace({ propertyId: id }),
    })),
    groups: openGroups(column, open.directory).map((group) => ({
      ...groupFields(group),
      size: group.properties.length,
      targets: targetsOfPlace(group),
    })),
  }
}

async function targetsOf(
  api: Pick<Api, 'state'>,
  { companyId }: Viewer,
  { directory }: OpenGoals,
  { goal }: GoalColumn,
  months: readonly Month[],
) {
  const [from = '', to = from] = [months[0], months.at(-1)]
  const range = { companyId, from, to, goal }
  const [goals, stored] = await Promise.all([listGoals(api.state, range), listGroupGoals(api.state, range)])
  const groupGoals = stored.map((one) => withShownAttribute(directory, one))
  const known = new Map([...goals, ...groupGoals].map((one) => [`${placeKey(one)} ${one.month}`, one.target]))
  return (place: GoalPlace, month: Month): number | null => known.get(`${placeKey(place)} ${month}`) ?? null
}

/** In a sales demo properties have other names, so nothing is set. */
const mayChange = ({ role, demo }: Viewer): boolean => answersForProperties(role) && demo !== true

function requireSetter(viewer: Viewer): void {
  if (!answersForProperties(viewer.role)) throw notFound('Goals are set by managers and administrators.')
  if (viewer.demo) throw badRequest('Goals can’t be changed in a sales demo.')
}

/** Sets and removes goals, all or none; throws a sentence for the first that can't be. */
export async function setGoals(api: Api, viewer: Viewer, { goal, targets, groups }: z.output<typeof goalsBody>) {
  requireSetter(viewer)
  const open = await openGoals(api, viewer)
  const column = requireGoal(open, goal)
  const wanted = targets.map(({ property_id: propertyId, month, target }) => ({ propertyId, month, target }))
  const ids = new Set(propertiesOf(column, open.directory).map(({ id }) => id))
  if (wanted.some(({ propertyId }) => !ids.has(propertyId))) throw notFound('There is no such property.')
  if (wanted.length + groups.length === 0) throw badRequest('There is no goal to set.')
  const known = openGroups(column, open.directory)
  for (const one of groups) requireGroup(known, one)
  await store(api, viewer, open, column, [...wanted, ...groups])
  return { saved: wanted.length + groups.length }
}

async function store(
  api: Api,
  viewer: Viewer,
  { directory }: OpenGoals,
  { goal }: GoalColumn,
  wanted: readonly GoalTarget[],
) {
  const firstOpen = monthOf(directory.today)
  const seen = new Set<string>()
  for (const one of wanted) {
    const { month, target } = one
    if (!isMonth(month)) throw badRequest('A month is written like 2026-11.')
    if (month < firstOpen)
      throw badRequest(`${formatMonth(`${month}-01`, directory.today)} is over. Its goals stay as they were.`)
    if (month > addMonths(firstOpen, MAX_MONTHS_AHEAD)) throw badRequest('Goals can be set for the next five years.')
    if (target !== null && (target < 1 || target > MAX_TARGET))
      throw badRequest('A goal is a whole number from 1 to 1,000,000.')
    const key = `${placeKey(one)} ${month}`
    if (seen.has(key))
      throw badRequest(`A ${'propertyId' in one ? 'property' : 'group'} has two goals for the same month.`)
    seen.add(key)
  }
  const { companyId, userId } = viewer
  await saveGoals(api.state, { companyId, goal, setBy: userId }, wanted, api.now())
}

const MAX_MONTHS_AHEAD = 60

/** What of a table of goals can be used, and why the rest can't. */
export async function previewSheet(api: Api, viewer: Viewer, input: z.output<typeof sheetBody>) {
  const { sheet } = await readSheet(api, viewer, input)
  return { saved: 0, ...sheet }
}

/** Stores what can be used of a table of goals. */
export async function importGoals(api: Api, viewer: Viewer, input: z.output<typeof sheetBody>) {
  const { open, column, sheet } = await readSheet(api, viewer, input)
  const wanted = [...sheet.targets, ...sheet.groups]
  if (wanted.length > 0) await store(api, viewer, open, column, wanted)
  return { saved: wanted.length, ...sheet }
}

async function readSheet(api: Api, viewer: Viewer, { goal, text }: z.output<typeof sheetBody>) {
  requireSetter(viewer)
  const open = await openGoals(api, viewer)
  const column = requireGoal(open, goal)
  const firstOpen = monthOf(open.directory.today)
  const lastOpen = addMonths(firstOpen, MAX_MONTHS_AHEAD)
  const around = [addMonths(firstOpen, -MAX_MONTHS_AHEAD), lastOpen]
  const sheet = readGoalSheet(text, {
    properties: propertiesOf(column, open.directory),
    groups: openGroups(column, open.directory).map(({ attribute, value }) => ({ attribute, value })),
    firstOpen,
    lastOpen,
    targetOf: await targetsOf(api, viewer, open, column, around),
  })
  return { open, column, sheet }
}

/** The grid as a CSV file that can be imported again. */
export async function exportGrid(
  api: Api,
  viewer: Viewer,
  request: GridRequest,
): Promise<{ name: string; csv: string }> {
  const { goal, year, months, properties, groups } = await readGrid(api, viewer, request)
  const having = groups.filter(({ targets }) => targets.some((target) => target !== null))
  const byPlace = new Map([...properties, ...having].map((one) => [placeKey(one), one.targets]))
  const named = properties.map(({ propertyId: id, property: name }) => ({ id, name }))
  const csv = goalSheetCsv(
    named,
    having,
    months,
    (place, month) => byPlace.get(placeKey(place))?.[months.indexOf(month)] ?? null,
  )
  return { name: `goals-${goal}-${year}.csv`, csv }
}

/** Questions at once, so that one request does not take every place in the queue. */
const CONCURRENCY = 3

/**
 * What was counted in the same months a year before, for the months of a year that may still change: null where a
 * property's records begin after the month's first day, or the month’s records are not all in.
 */
export async function readYearBefore(api: Api, viewer: Viewer, request: GridRequest, signal: AbortSignal) {
  const open = await openGoals(api, viewer)
  const column = requireGoal(open, request.goal)
  const { today } = open.directory
  const year = request.year ?? Number(today.slice(0, 4))
  const properties = propertiesOf(column, open.directory)
  const months = monthsOfYear(year)
  const counts = new Map<Month, Map<number, number>>()
  const waiting = months.filter((month) => month >= monthOf(today) && addMonths(month, -12) < monthOf(today)).values()
  const work = async (): Promise<void> => {
    for (const month of waiting) counts.set(month, await countMonth(api, viewer, column, addMonths(month, -12), signal))
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, work))
  return {
    ...{ goal: column.goal, year, months },
    properties: properties.map(({ id }) => ({
      propertyId: id,
      counts: months.map((month) => counts.get(month)?.get(id) ?? null),
    })),
  }
}

async function countMonth(api: Api, viewer: Viewer, { report, key }: GoalColumn, month: Month, signal: AbortSignal) {
  const days = daysOfMonth(month)
  // The whole report: since when a property has records does not depend on the one number.
  const options = { withoutRecords: true, signal }
  const { company, freshness, today } = await api.engine.companyContext(viewer)
  const until = completeUntil(freshness, company.timeZone, today)
  if (until === null || until < days.end) return new Map<number, number>()
  const { rows, coverage } = await api.engine.runReport(report, goalState(report, days, []), viewer, options)
  const found = new Map(
    rows.filter(({ depth }) => depth === 0).map((row) => [Number(row.propertyId), Number(row[key] ?? 0)]),
  )
  const whole = coverage.properties.filter(({ first }) => first !== null && first <= days.start)
  return new Map(whole.map(({ propertyId }) => [propertyId, found.get(propertyId) ?? 0]))
}
