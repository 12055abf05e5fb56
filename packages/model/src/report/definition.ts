import type { Filters } from '../filters/definitions'
import type { ListedFilter } from '../filters/spellings'
import { type Flag, flagValue, type Gate } from '../rights/access'
import type { Day } from '../time/dates'
import { monthsBefore, type Periods, resolveRange } from '../time/presets'
import type { ChartSpec } from './chartSpec'
import { checkColumnNames } from './columnNames'
import { type Columns, isAdditive } from './columns'
import type { Dimension } from './dimensions'
import type { ReportResult } from './result'

/** Navigation sections in their order (§2). */
export const sections = [
  'Leads',
  'Leases',
  'Marketing',
  'Visitors',
  'My Knock',
  'AI',
  'Insights',
  'ai-reporting',
] as const
export type Section = (typeof sections)[number]

type FlagName = Flag | `old_${Flag}`

/** A report's own typed control: in the address, saved, scheduled and printed like a filter. */
export interface Switch {
  label: string
  description: string
  initial: string
  options: Readonly<Record<string, string>>
  /** The report's own page shows the answer by it; the answer is the same with every option. */
  onPageOnly?: boolean
}

/**
 * What a report is. Route, navigation, filter bar, REST, GraphQL, table, files and docs all derive from it;
 * how its numbers are made stands beside it in `query.ts`.
 */
export interface ReportDefinition {
  /** The report's name in addresses, and the name of its folder. */
  key: string
  /** Its GraphQL name, such as `ActivityReport`. */
  apiKey: string
  title: string
  path: string
  /** Addresses under which older links know it; they lead here. */
  formerPaths?: readonly string[]
  /** Distinguishes reports that share a path (`?view=…`). */
  view?: string
  section: Section
  /** Where it stands in its section, and among reports that share a path: smaller first; without one, last by title. */
  navOrder?: number
  gate: Gate
  /** The company's flag that opens the report; of several all must be on. */
  flag?: FlagName | readonly FlagName[]
  /** The question it answers, in one sentence. */
  question: string
  defaultFilters: readonly ListedFilter[]
  additionalFilters: readonly ListedFilter[]
  groupByOptions?: readonly Dimension[]
  viewByOptions?: readonly Filters['viewBy'][]
  viewAsOptions?: readonly Filters['viewAs'][]
  /** What the screen starts with where that differs from the API, which filters nothing unless asked. */
  defaults?: Partial<Filters>
  /** Named views of this very report (`?view=created`), each a set of filter values. */
  views?: Readonly<Record<string, Partial<Filters>>>
  switches?: Readonly<Record<string, Switch>>
  /** Filters and switches whose controls stand on the report's own page instead of in its filter bar. */
  inlineControls?: readonly string[]
  /** What rows stand for, outermost first; `groupBy` is whatever the reader groups by. */
  rows: readonly (Dimension | 'groupBy')[]
  /** What rows stand for by the option of one of the report's own switches; `rows` is what its initial option gives. */
  rowsBySwitch?: { key: string; rows: Readonly<Record<string, readonly (Dimension | 'groupBy')[]>> }
  /** With showContactTypes on, the innermost rows open to the first-contact channels of their prospects. */
  expandsByContact?: boolean
  /** Filters that are what they are here, whatever the reader sets. */
  locked?: Partial<Filters>
  /** Only companies with this flag see the rows within rows. */
  innerRowsFlag?: Flag
  /** The form a report has for companies without a flag. */
  fallback?: Partial<Record<Flag, Partial<Pick<ReportDefinition, 'additionalFilters' | 'tiles' | 'charts'>>>>
  columns: Columns
  /** With view-as percentage these columns become shares of another one in their row. */
  shareOf?: { columns: readonly string[]; whole: string }
  /** At most five columns that stand above the page. */
  tiles: readonly string[]
  charts: readonly ChartSpec[]
  /** A report without a choice of dates looks at this many whole months before the current one instead of the usual days. */
  lookBackMonths?: number
  /** As-of reports stand on a day and have no period. */
  asOf?: boolean
  /** Counts that add up, whose change against the prior period is explained by what the reader can group by. */
  explains?: { columns: readonly string[]; by: readonly Dimension[] }
  /** Sentences that belong under the numbers. */
  notes?: readonly string[]
  /** What its answer says besides rows and totals, under the specification's names. */
  metadata?: Readonly<Record<string, MetadataDefinition>>
}

/**
 * Something an answer says besides its rows and totals: the whole selection's rows by what stands within its rows, a
 * mark that the query sets, or sentences made from the numbers by rules.
 */
export type MetadataDefinition = { description: string } & (
  | { kind: 'rows'; of: Dimension }
  | { kind: 'mark' }
  /** `reads` names the columns that the sentences speak of. */
  | { kind: 'sentences'; flag?: Flag; reads: readonly string[]; summarize: (result: ReportResult) => string[] }
)

/** The sentences among the extras of an answer, as they are read. */
export function summarySentences(
  { metadata = {} }: ReportDefinition,
  result: Pick<ReportResult, 'metadata'>,
): string[] {
  return Object.entries(metadata).flatMap(([name, { kind }]) => {
    const said = result.metadata?.[name]
    if (kind !== 'sentences' || !Array.isArray(said)) return []
    return said.filter((sentence): sentence is string => typeof sentence === 'string')
  })
}

/** Checks what the types can't and returns the definition unchanged. */
export function defineReport<const D extends ReportDefinition>(definition: D): D {
  const { columns, tiles, charts, key } = definition
  checkColumnNames(definition)
  for (const [name, option] of charts.flatMap(({ variant }) => Object.entries(variant?.switches ?? {})))
    if (!definition.switches?.[name]?.options[option])
      throw new Error(`Report ${key}: there is no switch "${name}" with an option "${option}".`)
  const seen = new Set<string>()
  for (const [name, column] of Object.entries(columns)) {
    if ('of' in column)
      for (const part of column.of)
        if (!seen.has(part))
          throw new Error(`Report ${key}: column "${name}" builds on "${part}", which must stand before it.`)
    seen.add(name)
  }
  for (const name of definition.explains?.columns ?? [])
    if (!isAdditive(columns, name)) throw new Error(`Report ${key}: the parts of "${name}" don't add up to it.`)
  for (const by of definition.explains?.by ?? [])
    if (!definition.groupByOptions?.includes(by)) throw new Error(`Report ${key}: rows can't stand for "${by}".`)
  if (tiles.length > 5) throw new Error(`Report ${key}: five tiles at most.`)
  if (definition.rows.includes('groupBy') && !definition.groupByOptions?.length)
    throw new Error(`Report ${key}: rows by group need groupByOptions.`)
  return definition
}

/** Everything a row of the report may stand for under any state. */
export function possibleRowDimensions(report: ReportDefinition): Dimension[] {
  const rows = [...report.rows, ...Object.values(report.rowsBySwitch?.rows ?? {}).flat()]
  return [
    ...new Set([
      ...rows.flatMap((row): readonly Dimension[] => (row === 'groupBy' ? (report.groupByOptions ?? []) : [row])),
      ...(report.expandsByContact ? (['contact'] as const) : []),
    ]),
  ]
}

/** What every row of a report that lists records says besides its columns: where and by whom. */
export const recordFields = ['propertyId', 'property', 'agentId', 'agent', 'timeZone'] as const

/** Whether the report lists records one by one instead of counting them by what rows stand for. */
export const isRecordList = ({ rows }: Pick<ReportDefinition, 'rows'>): boolean => rows.length === 0

/** The filter that gives the report its period: of those that could, the one that stands first. */
export function dateFilterKey(report: ReportDefinition): 'dateRange' | 'dateRangeFuture' {
  const first = report.defaultFilters.find((key) => key === 'dateRange' || key === 'dateRangeFuture')
  return first === 'dateRangeFuture' ? first : 'dateRange'
}

/** The days a report looks at and those it compares with, read on `today`. */
export function periodsOf(
  report: ReportDefinition,
  filters: Pick<Filters, 'dateRange' | 'dateRangeFuture'>,
  today: Day,
): Periods {
  const key = dateFilterKey(report)
  // A range that somebody set stands above the report's own period.
  if (report.lookBackMonths && filters[key].preset !== 'custom') return monthsBefore(today, report.lookBackMonths)
  return resolveRange(filters[key], today)
}

/** Whether a company with these flags has the report. */
export function hasRequiredFlags(
  { flag }: Pick<ReportDefinition, 'flag'>,
  flags: Readonly<Record<string, boolean>>,
): boolean {
  const asked: readonly FlagName[] = typeof flag === 'string' ? [flag] : (flag ?? [])
  return asked.every((name) => flagValue(name, flags))
}

/** The report as a company with these flags has it. */
export function applyFlags(report: ReportDefinition, flags: Readonly<Record<string, boolean>>): ReportDefinition {
  const closed = Object.entries(report.fallback ?? {}).filter(([flag]) => !flagValue(flag, flags))
  const form: ReportDefinition = Object.assign({}, report, ...closed.map(([, parts]) => parts))
  if (!form.innerRowsFlag || flagValue(form.innerRowsFlag, flags)) return closed.length > 0 ? form : report
  return { ...form, rows: form.rows.slice(0, 1) }
}
