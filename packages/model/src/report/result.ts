import { type Json, renameKeys, toCamel } from '../format/names'
import type { Cell, Format } from '../format/values'
import type { Band } from '../judgement/bands'
import type { JudgementState } from '../judgement/judge'
import type { Judgement } from '../judgement/words'
import type { PeerRank } from '../peers/rank'
import type { Day, DayRange } from '../time/dates'
import type { OfficeHour } from '../time/officeHours'
import type { TimelineNote } from '../timelineNotes/note'

/**
 * One row: its keys (`propertyId`, `property`, `agentId`, `agent`, …) and one field per column, flat as in REST and
 * GraphQL. `key` identifies the row (`property:12/agent:34`), `parent` the row it belongs to.
 */
export interface Row {
  key: string
  depth: number
  parent: string | null
  [field: string]: Cell
}

/** One point of a daily series: the day and one number per column. */
export interface SeriesPoint {
  day: string
  [column: string]: Cell
}

/** The days that an answer's data covers; null without any. A period that begins before the first day isn't whole. */
export interface Coverage {
  first: Day | null
  /** No later than today. */
  last: Day | null
  /** The same at each property in the answer. */
  properties: { propertyId: number; first: Day | null; last: Day | null }[]
}

/** What each number of a row is worth against the prior period. */
export interface RowJudgement {
  key: string
  /** By column. */
  states: Record<string, JudgementState>
  /** How its main number compares with its usual range; null where it can't be said. */
  usual: RowUsual | null
}

/** How a row's main number compares with its usual range. */
export interface RowUsual {
  /** The main number: the one by which the report's rows are read first. */
  column: string
  /** How many standard deviations it is from the expected number. */
  deviations: number
  /** The usual range; null of what was none before. */
  low: number | null
  high: number | null
}

/** A number among those of its peers, with what a reader is told of it. */
export interface PeerStanding extends PeerRank {
  /** `3rd of 12 in Midwest, best quarter. Half are at 41% or better.` */
  words: string
}

/** How properties compare with their peers. */
export interface PeerComparison {
  /** `portfolio`, or the attribute that peers share. */
  by: string
  rows: {
    key: string
    /** The attribute’s value; null where the property doesn’t have it. */
    group: string | null
    /** By column, of those that are ranked: the same in each row. */
    standings: Record<string, PeerStanding>
  }[]
}

/** Between which numbers a point of the line through the period would be usual. */
export interface UsualPoint {
  /** Its days: one, or seven from 15 days on; a week or month in longer periods. */
  start: Day
  end: Day
  /** By column, of those that the report draws over time; without one of which nothing is known. */
  ranges: Record<string, Band>
}

export interface Freshness {
  /** The newest fact imported for the company, as an instant. */
  newestFactAt: string | null
  /** When the last import finished. */
  importedAt: string | null
  /** What is wrong with the files that bring the facts: `leads.csv is 2 days late`. */
  notices: string[]
}

/** A report's result, the same for screen, files, REST and GraphQL. */
export interface ReportResult {
  report: string
  /** Null on as-of reports. */
  period: DayRange | null
  priorPeriod: DayRange | null
  /** The day of an as-of report. */
  asOf: string | null
  /** The company's day on which it was worked out: dates of its year are written without the year. */
  today: Day
  /** The company's zone, which determines "today". Facts count on the days of their own property's zone. */
  timeZone: string
  /** The zones of the properties in the result. */
  propertyTimeZones: string[]
  rows: Row[]
  /** Of a list of which only the first records were asked for: how many it has, or a search found. */
  length?: number
  /** Of a list of one day: how many of all its records fall into each hour of the local day, 0 to 23. */
  recordsByHour?: number[]
  total: Record<string, number | null>
  /** Rows of the prior period under the same keys. */
  priorRows: Row[]
  priorTotal: Record<string, number | null> | null
  /** The days its data covers. */
  coverage: Coverage
  /** What each total's change from the prior period is worth, by column; null without a prior period. */
  judgement: Record<string, Judgement> | null
  /** The same for each row, under the same keys. */
  rowJudgements: RowJudgement[]
  /** The properties' ranks among their peers, where the state asks for them. */
  peers?: PeerComparison
  /** By day for the period and the prior one. */
  series: SeriesPoint[]
  /** How many days each point of the series has, up to its own; one when absent. */
  pointDays?: number
  priorSeries: SeriesPoint[]
  /** What would be usual along the period, as far as it is known how the numbers move by themselves. */
  usualRanges: UsualPoint[]
  /** When the offices of its properties are open, where its rows are hours of the week; absent where that isn't known. */
  officeHours?: OfficeHour[]
  /** Notes for readers: a cohort still maturing, what is left out. */
  notes: string[]
  /** The notes on the timeline that concern its period and properties; they come from beside the report. */
  timelineNotes?: readonly TimelineNote[]
  freshness: Freshness
  /** The values of the report's `metadata`. */
  metadata?: ReportMetadata
}

/** By name: rows, a flag, or sentences; null where the company's flags switch it off. */
export type ReportMetadata = Record<string, Row[] | boolean | string[] | null>

/** An answer of the REST API as a result, for programs that ask it without the web application's client. */
export function resultFrom(answer: Json): ReportResult {
  // The API's tests hold every answer against the shape in its document.
  return renameKeys(answer, toCamel) as unknown as ReportResult
}

/** A result as returned by REST and GraphQL: metadata is next to its rows, under its own names. */
export function flattenMetadata({
  metadata,
  ...answer
}: ReportResult): Omit<ReportResult, 'metadata'> & ReportMetadata {
  // The index signature is for the metadata only; no metadata has the name of another part.
  return { ...metadata, ...answer } as Omit<ReportResult, 'metadata'> & ReportMetadata
}

/** The same result with the named metadata separated again. */
export function collectMetadata(answer: ReportResult, names: readonly string[]): ReportResult {
  if (names.length === 0) return answer
  const beside = new Map<string, unknown>(Object.entries(answer))
  const extras = Object.fromEntries(names.map((name) => [name, beside.get(name) ?? null])) as ReportMetadata
  return { ...answer, metadata: extras }
}

/** What a file of a list takes of its pages. */
export type MemberList = Pick<MemberPage, 'about' | 'columns' | 'rows' | 'page'>

/** One page of the records behind a number. */
export interface MemberPage {
  /** What the records are, where the number is worked out from them instead of counting them; otherwise null. */
  about: string | null
  /** `varies` is false where every record of the list has the same, on whichever page. */
  columns: { key: string; label: string; format: Format; varies?: boolean }[]
  rows: Record<string, Cell>[]
  /** The total number of records: the number itself, where it counts them. */
  total: number
  /** How many records its pages have: those that a search found, or all. */
  length: number
  /** Among how many of the newest records it was found and sorted; all without a search or a sort. */
  searched: number
  /** The people among them who still wait for an answer; null where the records name no people. */
  waiting: number | null
  page: number
  pageSize: number
}
