import type { Cell, Format } from '../format/values'
import type { DayRange } from '../time/dates'

/**
 * One row: its keys (`propertyId`, `property`, `agentId`, `agent`, …) and one field for each column, flat,
 * as REST and GraphQL give it. `key` names the row (`property:12/agent:34`), `parent` the row it opens from.
 */
export interface Row {
  key: string
  depth: number
  parent: string | null
  [field: string]: Cell
}

/** One point of a daily series: the day and one number for each column. */
export interface SeriesPoint {
  day: string
  [column: string]: Cell
}

export interface Freshness {
  /** The newest fact any import has brought for the company, as an instant. */
  newestFactAt: string | null
  /** When the last import finished. */
  importedAt: string | null
}

/** A report's result, the same for screen, files, REST and GraphQL. */
export interface ReportResult {
  report: string
  /** Null on as-of reports. */
  period: DayRange | null
  priorPeriod: DayRange | null
  /** The day of an as-of report. */
  asOf: string | null
  /** The company's zone, which decides what "today" is. Facts count on the days of their own property's zone. */
  timeZone: string
  /** The zones of the properties in the result. */
  propertyTimeZones: string[]
  rows: Row[]
  total: Record<string, number | null>
  /** Rows of the prior period under the same keys. */
  priorRows: Row[]
  priorTotal: Record<string, number | null> | null
  /** Day by day over the period, and over the prior one. */
  series: SeriesPoint[]
  priorSeries: SeriesPoint[]
  /** Sentences the reader must know: a cohort still maturing, what is left out. */
  notes: string[]
  freshness: Freshness
  /** The values of the report's `metadata`. */
  metadata?: ReportMetadata
}

/** By name: rows, a flag, sentences; null where the company's flags switch it off. */
export type ReportMetadata = Record<string, Row[] | boolean | string[] | null>

/** A result as REST and GraphQL return it: the metadata is beside its rows, under its own names. */
export function flattenMetadata({
  metadata,
  ...answer
}: ReportResult): Omit<ReportResult, 'metadata'> & ReportMetadata {
  // The index signature is for the metadata only; no metadata has the name of another part.
  return { ...metadata, ...answer } as Omit<ReportResult, 'metadata'> & ReportMetadata
}

/** The same result with the named metadata collected again. */
export function collectMetadata(answer: ReportResult, names: readonly string[]): ReportResult {
  if (names.length === 0) return answer
  const beside = new Map<string, unknown>(Object.entries(answer))
  const extras = Object.fromEntries(names.map((name) => [name, beside.get(name) ?? null])) as ReportMetadata
  return { ...answer, metadata: extras }
}

/** One page of the records a number counts. */
export interface MemberPage {
  columns: { key: string; label: string; format: Format }[]
  rows: Record<string, Cell>[]
  /** How many there are in total: the number itself. */
  total: number
  page: number
  pageSize: number
}
