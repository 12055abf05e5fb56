import type { Filters } from '../filters/definitions'
import type { ListedFilter } from '../filters/spellings'
import type { Watch } from '../findings/watch'
import { type Flag, flagValue, type Gate } from '../rights/access'
import type { Day } from '../time/dates'
import { monthsBefore, type Periods, resolveRange } from '../time/presets'
import type { AheadFacts } from './ahead'
import type { CardDefinition } from './cardDefinition'
import type { ChartSpec } from './chartSpec'
import type { ColumnGroups } from './columnGroups'
import type { Columns } from './columns'
import type { Dimension } from './dimensions'
import type { Largest } from './largestDefinition'
import type { ReportResult } from './result'
import type { SheetDefinition } from './sheetDefinition'

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

/**
 * How a report's page is composed.
 * - `brief`: a page of its own that is read from top to bottom; what answers its question is above the table.
 * - `rank`: rows compared by one number, with its course over time beside the numbers.
 * - `service`: the same, of how well something is done, the worst first.
 * - `flow`: stages, with where people leave.
 * - `homes`: units as they stand, those that need a resident first.
 * - `list`: records one by one, the newest or next first.
 */
export type Shape = 'brief' | 'rank' | 'service' | 'flow' | 'homes' | 'list'

type FlagName = Flag | `old_${Flag}`

/** A report's own typed control: part of the URL, of saved and scheduled reports, and of files, like a filter. */
export interface Switch {
  label: string
  description: string
  initial: string
  options: Readonly<Record<string, string>>
  /** Only affects the report's own page; the result is the same with every option. */
  onPageOnly?: boolean
}

/**
 * A report's definition. Route, navigation, filter bar, REST, GraphQL, table, files, and docs all derive from it;
 * `query.ts` next to it declares how its numbers are counted.
 */
export interface ReportDefinition {
  /** The report's name in URLs, and the name of its folder. */
  key: string
  /** Its GraphQL name, such as `ActivityReport`. */
  apiKey: string
  title: string
  path: string
  /** Former URLs, which redirect here. */
  formerPaths?: readonly string[]
  /** Distinguishes reports that share a path (`?view=…`). */
  view?: string
  section: Section
  /** Position in its section, and among reports that share a path: smaller first; without one, last by title. */
  navOrder?: number
  /** Position among the reports pinned above the sections; the first one a person can open is the start page. */
  pinned?: number
  /** Whether a property system's boxscore can be compared with it, on a page of its own. */
  reconciles?: boolean
  gate: Gate
  /** The company's flag that enables the report; with several, all must be on. */
  flag?: FlagName | readonly FlagName[]
  /** The question that the report answers. */
  question: string
  /** How its page is composed; `rank` when absent. */
  shape?: Shape
  /** What a page of its own has beside its numbers, whose place is kept while it loads. */
  picture?: 'card' | 'charts'
  /**
   * The answer, as sentences with numbers of the total: `{visits:visit} led to {leases:lease}.` Whatever stands after a
   * colon is counted (`{contacts:person|people}`). A sentence without all its numbers is left out, and one that says
   * nothing of none: `{answered} of {calls!:call}.`, `{never!} never heard back.`
   */
  answer?: readonly string[]
  /** What the answer adds about the largest of some parts: the first of these that is more than chance. */
  largest?: readonly Largest[]
  /** The column by which the page sorts rows, largest first; the first tile's when absent. */
  sortBy?: string
  /** How a row is shown as a card, on a phone; by the shape when absent. */
  card?: CardDefinition
  defaultFilters: readonly ListedFilter[]
  additionalFilters: readonly ListedFilter[]
  groupByOptions?: readonly Dimension[]
  viewByOptions?: readonly Filters['viewBy'][]
  viewAsOptions?: readonly Filters['viewAs'][]
  /** What applies when a request leaves it out, on the screen and at every other endpoint. */
  defaults?: Partial<Filters>
  /** Why the report follows no chosen properties or no chosen dates, as a sentence on its locked control. */
  lockedScope?: { properties?: string; dates?: string }
  /** Named views of this report (`?view=created`), each a set of filter values with a tab of its own. */
  views?: Readonly<Record<string, { tab: string; filters: Partial<Filters> }>>
  /** The label of its tab where a path has several, by default the title; null without a tab, for links alone. */
  tab?: string | null
  switches?: Readonly<Record<string, Switch>>
  /** Filters and switches whose controls are on the report's own page instead of in its filter bar. */
  inlineControls?: readonly string[]
  /** The dimensions of rows, outermost first; `groupBy` is the user's grouping. */
  rows: readonly (Dimension | 'groupBy')[]
  /** The dimensions of rows by option of one of the report's own switches; `rows` applies to its initial option. */
  rowsBySwitch?: { key: string; rows: Readonly<Record<string, readonly (Dimension | 'groupBy')[]>> }
  /** With showContactTypes on, the innermost rows expand to their prospects' first-contact channels. */
  expandsByContact?: boolean
  /** Only companies with this flag see inner rows. */
  innerRowsFlag?: Flag
  /** The report's variant for companies without a flag. */
  fallback?: Partial<Record<Flag, Partial<Pick<ReportDefinition, 'additionalFilters' | 'tiles' | 'charts'>>>>
  columns: Columns
  columnGroups?: ColumnGroups
  /** What sentences call a number whose label is no noun: `people without an answer` for `Never`. */
  nouns?: Readonly<Record<string, string>>
  /** When viewed as percentage, these columns become shares of another column in their row. */
  shareOf?: { columns: readonly string[]; whole: string }
  /** At most five columns, shown as tiles above the page. */
  tiles: readonly string[]
  charts: readonly ChartSpec[]
  /** A report without a date filter covers this many whole months before the current one. */
  lookBackMonths?: number
  /** As-of reports show a single day and have no period. */
  asOf?: boolean
  /** Additive counts, and the dimensions that explain their change from the prior period. */
  explains?: { columns: readonly string[]; by: readonly Dimension[] }
  /** Numbers of other reports that say what is ahead, on its page and on paper. */
  ahead?: AheadFacts
  /** What findings are looked for in. */
  watches?: readonly Watch[]
  /** The report as one sheet, for reports about one property. */
  sheet?: SheetDefinition
  /** Notes below the numbers. */
  notes?: readonly string[]
  /** What its result contains besides rows and totals, under the specification's names. */
  metadata?: Readonly<Record<string, MetadataDefinition>>
}

/**
 * Part of a result besides its rows and totals: the whole selection by its inner dimension, a flag set by the query, or
 * sentences generated from the numbers.
 */
export type MetadataDefinition = { description: string } & (
  | { kind: 'rows'; of: Dimension }
  | { kind: 'mark' }
  /** `reads` names the columns that the sentences use. */
  | { kind: 'sentences'; flag?: Flag; reads: readonly string[]; summarize: (result: ReportResult) => string[] }
)

/** The sentences among a result's metadata. */
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

/** A report's definition with its own type. What types can't check, `checkDefinition` does where its query is loaded. */
export const defineReport = <const D extends ReportDefinition>(definition: D): D => definition

/** Every dimension that the report's rows can have in any state. */
export function possibleRowDimensions(report: ReportDefinition): Dimension[] {
  const rows = [...report.rows, ...Object.values(report.rowsBySwitch?.rows ?? {}).flat()]
  return [
    ...new Set([
      ...rows.flatMap((row): readonly Dimension[] => (row === 'groupBy' ? (report.groupByOptions ?? []) : [row])),
      ...(report.expandsByContact ? (['contact'] as const) : []),
    ]),
  ]
}

/** The fields of every row of a record list besides its columns: property, agent, and time zone. */
export const recordFields = ['propertyId', 'property', 'agentId', 'agent', 'timeZone'] as const

/** Whether the report lists records one by one instead of counting them. */
export const isRecordList = ({ rows }: Pick<ReportDefinition, 'rows'>): boolean => rows.length === 0

/** The filter that sets the report's period: the first date filter it has. */
export function dateFilterKey(report: ReportDefinition): 'dateRange' | 'dateRangeFuture' {
  const first = report.defaultFilters.find((key) => key === 'dateRange' || key === 'dateRangeFuture')
  return first === 'dateRangeFuture' ? first : 'dateRange'
}

/** Whether a report is about days to come: what is still to come is compared with nothing. */
export const looksAhead = (report: ReportDefinition): boolean => dateFilterKey(report) === 'dateRangeFuture'

/** The days of a report and those it compares with, evaluated on `today`. */
export function periodsOf(
  report: ReportDefinition,
  filters: Pick<Filters, 'dateRange' | 'dateRangeFuture'>,
  today: Day,
): Periods {
  const key = dateFilterKey(report)
  // A custom range takes precedence over the report's own period.
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

/** The report's variant for a company with these flags. */
export function applyFlags(report: ReportDefinition, flags: Readonly<Record<string, boolean>>): ReportDefinition {
  const closed = Object.entries(report.fallback ?? {}).filter(([flag]) => !flagValue(flag, flags))
  const form: ReportDefinition = Object.assign({}, report, ...closed.map(([, parts]) => parts))
  if (!form.innerRowsFlag || flagValue(form.innerRowsFlag, flags)) return closed.length > 0 ? form : report
  return withoutInnerRows(form)
}

/** The report without its inner rows, nor the switch that shows these by themselves. */
function withoutInnerRows({ rowsBySwitch, switches, ...form }: ReportDefinition): ReportDefinition {
  const key = rowsBySwitch?.key
  const others = Object.entries(switches ?? {}).filter(([name]) => name !== key)
  return {
    ...form,
    ...(switches && { switches: Object.fromEntries(others) }),
    rows: form.rows.slice(0, 1),
    charts: form.charts.filter(({ variant }) => key === undefined || variant?.switches[key] === undefined),
  }
}
