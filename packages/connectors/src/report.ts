import type { EntityName } from '@leaselight/contract'
import type { ImportReport, Rejection } from '@leaselight/facts'
import type { FormerIds } from './formerIds'
import type { Ids } from './ids'
import type { ReferenceData } from './referenceData'

/** What became of a file's prospects, events or rows: each one that was read is in exactly one of the other counts. */
export interface ReadCounts {
  read: number
  /** Became a record. */
  taken: number
  /** Changed another record instead, such as a cancellation or a second showing on the same day. */
  used: number
  /** Left out by the settings. */
  skipped: number
  refused: number
}

export const emptyCounts = (): ReadCounts => ({ read: 0, taken: 0, used: 0, skipped: 0, refused: 0 })

/** Something the contract has no field for, or that was read in a certain way, with how often it occurred. */
export interface Note {
  entity: string
  field: string
  reason: string
  count: number
}

/** A record as it would be imported. */
export interface FirstRow {
  entity: EntityName
  line: number
  record: object
}

/** The report on a source file: what was read, what it became, and what was rejected. */
export interface ConnectorReport {
  kind: 'mits' | 'csv'
  dryRun: boolean
  /** Counts by what was read: prospects and events, or rows. */
  read: Record<string, ReadCounts>
  /** What the import did with the records; for a dry run, what it would do. */
  records: ImportReport[]
  /** The first records of each entity. */
  first: FirstRow[]
  notes: Note[]
  /** All rejections, of the translation and of the import. */
  refused: number
  /** Why the file was not read to its end; what came before is imported. */
  stopped: string | null
  seconds: number
}

/** Receives what a translation produces. */
export interface Sink {
  record(entity: EntityName, line: number, record: object): void
  reject(rejection: Rejection): void
  note(entity: string, field: string, reason: string): void
}

/** What a translation needs. */
export interface Translation {
  reference: ReferenceData
  sink: Sink
  ids?: Ids
  /** Collects the ids that the records would have had before. */
  former?: FormerIds
  /** Awaited after each chunk of the file, so that records can be written to disk. */
  pause: () => Promise<void>
}

/** The note on data of a removed property. */
export const removedProperty = (id: number): string =>
  `Property ${id} is removed. Its records are stored, and count once the property is back.`
