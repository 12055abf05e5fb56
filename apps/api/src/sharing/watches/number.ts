import { rowNames } from '@leaselight/engine'
import {
  type Column,
  completeCells,
  type Dimension,
  dayAt,
  describeDecision,
  dimension,
  dimensionKeys,
  displayColumn,
  displayedEvidence,
  formatRange,
  type GoalPace,
  goalChoice,
  goalsIn,
  hasOtherFilters,
  type Judgement,
  judge,
  judgeTable,
  monthOf,
  type NumberCondition,
  type NumberReading,
  type Numbers,
  periodParams,
  type ReportDefinition,
  type ReportResult,
  type ReportState,
  type Row,
  rowDimensions,
  usualText,
  type Viewer,
} from '@leaselight/model'
import type { NumberWatch } from '@leaselight/state'
import { readPace } from '../../goals/pace'
import type { Api } from '../../http/context'
import { badRequest, notFound } from '../../http/errors'
import { openSaved } from '../../reports/openSaved'

/** Which number of a report. */
export type NumberPlace = Pick<NumberWatch, 'report' | 'params' | 'columnKey' | 'rowKey'>

/** A number that a viewer may see. */
export interface OpenNumber {
  report: ReportDefinition
  state: ReportState
  key: string
  column: Column
  rowKey: string | null
  /** The chosen properties that are no longer open to the viewer and left out. */
  propertiesLeftOut: number
}

const DAY = /\d{4}-\d{2}-\d{2}/

const closedParts = { report: 'this report', properties: 'its properties' }

/** Why a number can't be read, in a sentence, and whether the viewer may not see it. */
interface ClosedNumber {
  problem: string
  isHidden?: true
}

/** The number as a viewer may see it, or in a sentence why not. */
export async function openNumber(
  api: Api,
  viewer: Viewer,
  { report: reportKey, params, columnKey, rowKey }: NumberPlace,
): Promise<OpenNumber | ClosedNumber> {
  const saved = await openSaved(api, viewer, { report: reportKey, params })
  if ('closed' in saved)
    return { problem: `You don’t have access to ${closedParts[saved.closed]} any more.`, isHidden: true }
  const { report, state, passedOver, propertiesLeftOut, directory } = saved
  if (passedOver.length > 0)
    return { problem: `The report no longer has some of the chosen filters: ${passedOver.join(', ')}.` }
  const column = report.columns[columnKey]
  if (!column || column.kind === 'fact') return { problem: 'The report has no such number.' }
  if (Object.values(periodParams(report, state)).some((value) => DAY.test(value)))
    return { problem: 'A number between fixed dates never changes. Choose a period such as Last 7 days.' }
  const dimensions = dimensionsOf(rowKey)
  if (dimensions.some((one) => dimension(one).isCalendar))
    return { problem: 'The number of one day, week or month never changes. Choose another row, or the total.' }
  const own = /^property:(\d+)/.exec(rowKey ?? '')?.[1]
  if (own !== undefined && !directory.properties.some(({ id }) => id === Number(own)))
    return { problem: 'You don’t have access to this property any more.', isHidden: true }
  return { report, state, key: columnKey, column, rowKey, propertiesLeftOut }
}

/** The number as a request names it; throws a sentence where it can't be watched, and 404 where the viewer may not see it. */
export async function requireNumber(api: Api, viewer: Viewer, place: NumberPlace): Promise<OpenNumber> {
  const open = await openNumber(api, viewer, place)
  if (!('problem' in open)) return open
  throw open.isHidden ? notFound('There is no such number.') : badRequest(open.problem)
}

/** The dimensions in a row's key, outermost first. */
export const dimensionsOf = (rowKey: string | null): Dimension[] =>
  (rowKey ?? '').split('/').flatMap((part) => dimensionKeys.find((key) => part.startsWith(`${key}:`)) ?? [])

/** A reading with what is needed to explain it. */
export interface FullReading extends NumberReading {
  /** What the number is called: `Leads at Willow Creek`. */
  subject: string
  /** How it is written; a count that is shown as a share is a percentage. */
  format: Column['format']
  /** `Mar 8 – 14`; empty on a report as of a day. */
  period: string
  current: Numbers
  prior: Numbers | null
  result: ReportResult
}

/**
 * Reads a number as of an instant, over the records that are known now. A row without records in both periods reads as it
 * would with none; null for one that the company doesn't have.
 * @param at the instant; every path that reads a watched number names it, so that a preview and a check read the same
 */
export async function readNumber(
  api: Api,
  viewer: Viewer,
  open: OpenNumber,
  { at, signal, condition }: { at: Date; signal?: AbortSignal | undefined; condition: NumberCondition },
): Promise<FullReading | null> {
  const { report, state, key, rowKey } = open
  const result = await api.engine.runReport(report, state, viewer, {
    at,
    only: key,
    withoutRecords: true,
    depth: dimensionsOf(rowKey).length > 1 ? 'all' : 'top',
    ...(signal && { signal }),
  })
  const { today } = await api.engine.companyContext(viewer)
  const period = result.period ? formatRange(result.period, today) : ''
  const label = await labelOf(api, viewer, open, result)
  if (label === null) return null
  const { format } = displayColumn(report, key, open.column, state).column
  const goal = condition.condition === 'behind' ? await goalOf(api, viewer, open, at, signal) : null
  const shared = { subject: label, period, result, format, goal }
  return rowKey === null ? { ...shared, ...readTotal(open, result) } : { ...shared, ...readRow(open, result, rowKey) }
}

/** The pace of a number's goal in the month of an instant; null without a goal. */
async function goalOf(
  api: Api,
  viewer: Viewer,
  { report, state, key, rowKey }: OpenNumber,
  at: Date,
  signal: AbortSignal | undefined,
): Promise<GoalPace | null> {
  const { company } = await api.engine.companyContext(viewer)
  const month = monthOf(dayAt(at.getTime(), company.timeZone))
  const own = propertyOf(rowKey)
  const choice = own === null ? goalChoice(state) : { propertyIds: [own] }
  const [pace] = await readPace(api, viewer, { month, goal: goalsIn(report.columns)[key], ...choice, at, signal })
  return pace?.total ?? null
}

/** The property of a row's key. */
const propertyOf = (rowKey: string | null): number | null => {
  const id = /^property:(\d+)$/.exec(rowKey ?? '')?.[1]
  return id === undefined ? null : Number(id)
}

/** Throws a sentence where a number has no goals: of another column or row, or with other filters than the properties. */
export function requireGoalNumber({ report, state, key, rowKey }: OpenNumber): void {
  if (goalsIn(report.columns)[key] === undefined)
    throw badRequest('This number has no goals. Choose another condition.')
  if (rowKey !== null && propertyOf(rowKey) === null)
    throw badRequest('Goals are for properties. Choose the row of one, or the total.')
  if (hasOtherFilters(report, state)) throw badRequest('Goals are compared without filters. Choose properties alone.')
}

function readTotal({ report, state, key, column }: OpenNumber, result: ReportResult) {
  const { total, priorTotal } = result
  const shown = displayColumn(report, key, column, state)
  const judgement = result.judgement?.[key] ?? null
  return {
    ...readingOf(shown, { numbers: total, total }, { numbers: priorTotal, total: priorTotal }, judgement),
    evidence: displayedEvidence(report, key, state, { numbers: total, total, spreads: {} }),
    current: total,
    prior: priorTotal,
  }
}

function readRow(open: OpenNumber, result: ReportResult, rowKey: string) {
  const { report, state, key, column } = open
  const { total, priorTotal } = result
  const shown = displayColumn(report, key, column, state)
  const row = result.rows.find((one) => one.key === rowKey)
  const before = result.priorRows.find((one) => one.key === rowKey)
  const current = row ? numbersIn(row) : completeCells(report.columns, {}, total)
  const prior = priorTotal && (before ? numbersIn(before) : completeCells(report.columns, {}, priorTotal))
  const evidence = displayedEvidence(report, key, state, { numbers: current, total, spreads: {} })
  const judged = row && judgeTable(report, { ...result, rows: [row] }, state, [columnOf(key, shown.column)])
  const judgement = judged?.row(rowKey)?.[0] ?? (prior && judgeAbsent(open, result, { current, prior }))
  return {
    ...readingOf(shown, { numbers: current, total }, { numbers: prior, total: priorTotal }, judgement ?? null),
    evidence,
    current,
    prior,
  }
}

const columnOf = (key: string, { label, definition, format }: Column) => ({
  key,
  label,
  definition,
  format,
  align: 'right' as const,
  optional: false,
  drillable: false,
})

/** The judgement of a row that has nothing in one of the periods. */
function judgeAbsent(
  { report, state, key, column }: OpenNumber,
  { total, priorTotal, judgement }: ReportResult,
  { current, prior }: { current: Numbers; prior: Numbers },
): Judgement {
  const ofTotal = judgement?.[key]
  if (ofTotal?.state === 'settling' || ofTotal?.state === 'incomparable') return ofTotal
  const evidence = (numbers: Numbers, whole: Numbers) =>
    displayedEvidence(report, key, state, { numbers, total: whole, spreads: {} })
  const decision = judge({ current: evidence(current, total), prior: evidence(prior, priorTotal ?? {}) })
  const shown = displayColumn(report, key, column, state)
  return describeDecision(decision, {
    column: shown.column,
    current: shown.of(current),
    prior: shown.of(prior),
    priorText: shown.textOf(prior),
  })
}

interface Cells {
  numbers: Numbers | null
  total: Numbers | null
}

function readingOf(
  shown: ReturnType<typeof displayColumn>,
  current: Cells & { numbers: Numbers },
  prior: Cells,
  judgement: Judgement | null,
): Omit<NumberReading, 'evidence' | 'goal'> {
  const value = shown.of(current.numbers)
  const text = shown.textOf(current.numbers, { total: current.total ?? undefined })
  const before = prior.numbers && shown.of(prior.numbers)
  return {
    value: typeof value === 'number' ? value : null,
    text,
    priorText:
      prior.numbers && typeof before === 'number'
        ? shown.textOf(prior.numbers, { total: prior.total ?? undefined })
        : null,
    state: judgement?.state ?? null,
    direction: judgement?.direction ?? 'flat',
    usual: judgement ? usualText(judgement, shown.column.format, text) : '',
  }
}

export const numbersIn = (row: Row): Numbers =>
  Object.fromEntries(Object.entries(row).map(([name, cell]) => [name, typeof cell === 'number' ? cell : null]))

/** What a number is called: `Leads at Willow Creek`, `Calls, Zillow at Willow Creek`; null without such a row. */
async function labelOf(
  api: Api,
  viewer: Viewer,
  { report, state, column, rowKey }: OpenNumber,
  { rows, priorRows }: ReportResult,
): Promise<string | null> {
  const directory = await api.engine.companyContext(viewer)
  const { properties } = directory
  const { filters } = state
  const [single, ...others] = filters.property === -1 ? filters.propertyIds : [filters.property]
  const only = others.length === 0 ? properties.find(({ id }) => id === single)?.name : undefined
  if (rowKey === null) return only === undefined ? column.label : `${column.label} at ${only}`
  const dimensions = rowDimensions(report, state).slice(0, dimensionsOf(rowKey).length)
  const row = rows.find(({ key }) => key === rowKey) ?? priorRows.find(({ key }) => key === rowKey)
  // A row without records in both periods is in neither of them, and has a name all the same.
  const labels = row
    ? dimensions.map((by) => String(row[dimension(by).nameField] ?? dimension(by).missingLabel))
    : rowNames(rowKey, dimensions, directory)
  if (!labels) return null
  const names = dimensions.map((by, at) => ({ by, name: labels[at] ?? '' }))
  const place = names.find(({ by }) => by === 'property')?.name ?? only
  const inside = names.filter(({ by }) => by !== 'property').map(({ name }) => name)
  return `${[column.label, ...inside].join(', ')}${place === undefined ? '' : ` at ${place}`}`
}
