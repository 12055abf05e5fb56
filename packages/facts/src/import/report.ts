import type { EntityName } from '@leaselight/contract'
import { type LimitedText, limitText, MAX_NAME_TEXT, MAX_NOTES, MAX_UNUSED_NAMES } from './limits'

/**
 * What an import did with one record. `unchanged`: it is stored already exactly so, or a later record of the same import
 * took its place.
 */
export type RecordOutcome = 'new' | 'changed' | 'unchanged' | 'removed' | 'rejected'

/** The records of one entity. Each that was read is in exactly one other count, unless too many were rejected. */
export interface RecordCounts extends Record<RecordOutcome, number> {
  entity: EntityName
  read: number
}

/** What a source file holds: its rows, or its prospects and events. Each that was read is in exactly one other count. */
export interface SourceCounts {
  /** `rows`, `prospects` or `events`. */
  item: string
  read: number
  /** Became a record of their own. */
  records: number
  /** Completed another record, such as the cancellation of a tour. */
  merged: number
  /** Left out by the settings of the import. */
  skipped: number
  rejected: number
}

/** Something that was read in a certain way or has no place in the contract, and how often it occurred. */
export interface Note {
  item: string
  field: LimitedText
  reason: LimitedText
  count: number
}

/** Fields or columns that were not used. */
export interface UnusedFields {
  /** The entity whose records had the fields, or `rows` for the columns of a table. */
  item: string
  names: LimitedText[]
  /** Whether there were more than are listed. */
  more: boolean
}

/** A record as it is stored. */
export interface FirstRecord {
  entity: EntityName
  /** The line of the source file. */
  line: number
  record: object
}

/** The report on an import, whatever it read and whichever way it came. */
export interface ImportReport {
  /** `contract`: records of the data contract; else the form of the source file. */
  kind: 'contract' | 'mits' | 'csv'
  /** Whether nothing was stored because the import was only tried. */
  dryRun: boolean
  /** Whether nothing was stored because more was rejected than the import allows. */
  tooManyRejected: boolean
  /** What the source file held; nothing for records of the contract. */
  source: SourceCounts[]
  /** What became of the records, by entity. A dry run says what an import would do. */
  records: RecordCounts[]
  /** All rejections: of what the file held, and of records. */
  rejected: number
  notes: Note[]
  /** How many remarks are not in the list. */
  moreNotes: number
  unused: UnusedFields[]
  /** Why a file was not read to its end; what came before was imported. */
  stopped: LimitedText | null
  /** The first records of each entity; only for source files. */
  first: FirstRecord[]
  seconds: number
}

/** Counts of an entity before anything was read. */
export const noRecords = (entity: EntityName): RecordCounts => ({
  ...{ entity, read: 0, new: 0, changed: 0, unchanged: 0, removed: 0, rejected: 0 },
})

/** How much was read: rows, prospects and events of a source file, else records. */
export function readOf({ source, records }: Pick<ImportReport, 'source' | 'records'>): number {
  return (source.length > 0 ? source : records).reduce((sum, { read }) => sum + read, 0)
}

/** How an import ended: everything in, a part of it, or nothing. */
export type ImportVerdict = 'all' | 'some' | 'none'

/** How an import ended, or how it would end if it is a dry run. */
export function verdictOf({ tooManyRejected, records, source, rejected, stopped }: ImportReport): ImportVerdict {
  if (tooManyRejected) return 'none'
  if (rejected === 0) return stopped === null ? 'all' : 'some'
  const accepted = records.reduce((sum, counts) => sum + counts.read - counts.rejected, 0)
  const leftOut = source.reduce((sum, counts) => sum + counts.skipped, 0)
  return accepted + leftOut > 0 ? 'some' : 'none'
}

/** A report on records of the contract. */
export function contractReport(
  records: RecordCounts[],
  details: Pick<ImportReport, 'dryRun' | 'tooManyRejected' | 'unused' | 'seconds'> &
    Partial<Pick<ImportReport, 'notes' | 'moreNotes'>>,
): ImportReport {
  const rejected = records.reduce((sum, counts) => sum + counts.rejected, 0)
  return {
    kind: 'contract',
    source: [],
    records,
    rejected,
    notes: [],
    moreNotes: 0,
    stopped: null,
    first: [],
    ...details,
  }
}

/** The reports of several files as one. */
export function mergeReports(reports: readonly ImportReport[]): ImportReport {
  return contractReport(mergeCounts(reports.flatMap(({ records }) => records)), {
    dryRun: reports.some(({ dryRun }) => dryRun),
    tooManyRejected: reports.some(({ tooManyRejected }) => tooManyRejected),
    unused: reports.flatMap(({ unused }) => unused),
    notes: mergeNotes(reports.flatMap(({ notes }) => notes)),
    moreNotes: reports.reduce((sum, { moreNotes }) => sum + moreNotes, 0),
    seconds: reports.reduce((sum, { seconds }) => sum + seconds, 0),
  })
}

/** Equal notes of several files as one. */
function mergeNotes(all: readonly Note[]): Note[] {
  const merged = new Map<string, Note>()
  for (const note of all) {
    const key = JSON.stringify([note.item, note.field, note.reason])
    const known = merged.get(key)
    if (known) known.count += note.count
    else merged.set(key, { ...note })
  }
  return [...merged.values()]
}

/** One line for each entity, in the order in which they came. */
function mergeCounts(all: readonly RecordCounts[]): RecordCounts[] {
  const merged = new Map<EntityName, RecordCounts>()
  for (const counts of all) {
    const sum = merged.get(counts.entity)
    if (sum) addCounts(sum, counts)
    else merged.set(counts.entity, { ...counts })
  }
  return [...merged.values()]
}

const COUNTED = ['read', 'new', 'changed', 'unchanged', 'removed', 'rejected'] as const

/** Adds counts to others. */
export function addCounts(sum: RecordCounts, more: Partial<RecordCounts>): void {
  for (const field of COUNTED) sum[field] += more[field] ?? 0
}

/** Notes that many records share, counted. Beyond a limit only their number is known. */
export class NoteList {
  moreNotes = 0
  readonly #notes = new Map<string, Note>()

  add(item: string, field: string, reason: string): void {
    const name = limitText(field, MAX_NAME_TEXT)
    const sentence = limitText(reason)
    const key = `${item}\n${name}\n${sentence}`
    const note = this.#notes.get(key)
    if (note) note.count++
    else if (this.#notes.size < MAX_NOTES) this.#notes.set(key, { item, field: name, reason: sentence, count: 1 })
    else this.moreNotes++
  }

  list(): Note[] {
    return [...this.#notes.values()]
  }
}

/** The names of fields that were not used: the first of them, and whether there are more. */
export class UnusedNames {
  readonly #names = new Set<LimitedText>()
  #more = false

  add(name: string): void {
    if (this.#more) return
    const limited = limitText(name, MAX_NAME_TEXT)
    if (this.#names.size < MAX_UNUSED_NAMES) this.#names.add(limited)
    else if (!this.#names.has(limited)) this.#more = true
  }

  /** As the report lists them; nothing when every field was used. */
  list(item: string): UnusedFields[] {
    return this.#names.size === 0 ? [] : [{ item, names: [...this.#names], more: this.#more }]
  }
}
