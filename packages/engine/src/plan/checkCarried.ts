import {
  allowedFilters,
  checkDefinition,
  dimension,
  type FilterKey,
  filter,
  filterKeys,
  initialState,
  isRecordFilter,
  type ReportDefinition,
  type ReportState,
  rowDimensions,
} from '@leaselight/model'
import { checkWatched } from '../findings/checkWatched'
import { dayColumn } from '../records/definition'
import { type Measure, type MeasuresByColumn, type QueryContext, type ReportQuery, withCounted } from './measures'
import { render } from './sql'

const CURRENT = { start: '2025-01-08', end: '2025-01-14' }
const PRIOR = { start: '2025-01-01', end: '2025-01-07' }

/** Throws when a definition contradicts itself, and when a report groups, filters, or watches by something that the records of one of its measures don't carry. */
export function checkCarried(report: ReportDefinition, query: ReportQuery): void {
  checkDefinition(report)
  const listed = allowedFilters(report)
  for (const state of probeStates(report)) {
    const context = probeContext(report, state)
    const counted = query.measures(context)
    if (report.watches?.length) checkWatched(report, query.measures({ ...context, cutDays: [CURRENT.start] }))
    checkEvidence(report, query.evidence?.(context) ?? {})
    const measures = Object.entries(counted)
    const list = query.list?.(context)
    const listMeasures = list ? [list.measure, withCounted(list, counted).counted] : []
    for (const [name, measure] of [...measures, ...listMeasures.map((one) => ['the list', one] as const)]) {
      checkRows(report, state, name, measure)
      checkFilters(report, listed, name, measure)
      checkLater(report, name, measure)
    }
  }
}

/** Every column with `evidence` opens a list, and no other column does. */
function checkEvidence(report: ReportDefinition, lists: MeasuresByColumn): void {
  const described = Object.keys(report.columns).filter((key) => report.columns[key]?.evidence !== undefined)
  const [different] = [
    ...described.filter((key) => !lists[key]),
    ...Object.keys(lists).filter((key) => !described.includes(key)),
  ]
  if (different !== undefined)
    throw new Error(`Report ${report.key}: "${different}" needs both a sentence and a list of its evidence.`)
}

function checkRows(report: ReportDefinition, state: ReportState, name: string, { spec }: Measure): void {
  const { kind } = spec
  for (const key of rowDimensions(report, state)) {
    if (!kind.dimensions[key])
      throw new Error(
        `Report ${report.key}: rows can't be by "${key}", which the records of ${named(name, kind)} don't carry.`,
      )
    if (dimension(key).isCalendar && spec.day !== dayColumn(kind.when?.column ?? ''))
      throw new Error(
        `Report ${report.key}: rows can't be by "${key}", since ${named(name, kind)} is not dated by its records' own day.`,
      )
  }
}

function checkFilters(report: ReportDefinition, listed: readonly FilterKey[], name: string, { spec }: Measure): void {
  const { kind } = spec
  for (const key of filterKeys.filter(isRecordFilter))
    if (listed.includes(key) && !kind.filters[key])
      throw new Error(
        `Report ${report.key}: it can't list the filter "${key}", which the records of ${named(name, kind)} don't carry.`,
      )
  if (listed.includes('prospectsByCreateDate') && spec.day !== null && !spec.ownDay && !kind.prospect)
    throw new Error(
      `Report ${report.key}: it can't list the filter "prospectsByCreateDate", since ${named(name, kind)} counts records without a prospect.`,
    )
}

/** Records made of what people do after others were dated say what of it is still to come when a period ends. */
function checkLater(report: ReportDefinition, name: string, { spec: { kind } }: Measure): void {
  if (kind.later !== undefined) return
  const own: readonly string[] = kind.since
  const besides = [...render(kind.fromClause).text.matchAll(READ_OUTCOMES)].find(
    ([, table = '']) => !own.includes(table),
  )
  if (besides)
    throw new Error(
      `Report ${report.key}: the records of ${named(name, kind)} read ${besides[1]} and don't say what is still \`later\`.`,
    )
}

const READ_OUTCOMES = /\bFROM (appointments|visits|applications|leases|prospect_milestones)\b/g

const named = (name: string, { label }: { label: string }): string => `"${name}" (${label})`

/** The states in which a report's rows or measures can differ: each grouping, view and option of a switch, flags off and on. */
function probeStates(report: ReportDefinition): ReportState[] {
  const start = initialState(report)
  const flags = allowedFilters(report).filter((key) => typeof filter(key).initial === 'boolean')
  const values = [
    start.filters,
    ...(flags.length > 0 ? [{ ...start.filters, ...Object.fromEntries(flags.map((key) => [key, true])) }] : []),
  ].flatMap((base) =>
    (report.groupByOptions ?? [base.groupBy]).flatMap((groupBy) =>
      (report.viewByOptions ?? [base.viewBy]).map((viewBy) => ({ ...base, groupBy, viewBy })),
    ),
  )
  const switches = Object.entries(report.switches ?? {}).reduce<Record<string, string>[]>(
    (found, [key, { options }]) =>
      found.flatMap((chosen) => Object.keys(options).map((option) => ({ ...chosen, [key]: option }))),
    [{}],
  )
  return values.flatMap((chosen) => switches.map((options) => ({ filters: chosen, switches: options })))
}

/** A request of a company without properties. It is enough to create measures; no records are read. */
const probeContext = (report: ReportDefinition, { filters: set, switches }: ReportState): QueryContext => ({
  companyId: 0,
  derived: new Set(),
  peopleAtHand: null,
  filters: set,
  switches,
  now: new Date(`${CURRENT.end}T12:00:00Z`),
  today: CURRENT.end,
  current: report.asOf ? null : CURRENT,
  prior: report.asOf ? null : PRIOR,
  properties: [],
  sources: [],
  flags: {},
})
