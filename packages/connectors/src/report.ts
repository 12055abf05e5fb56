import type { EntityName } from '@leaselight/contract'
import type { RejectionInput, SourceCounts } from '@leaselight/facts'
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

/** Receives what a translation produces. */
export interface Sink {
  record(entity: EntityName, line: number, record: object): void
  reject(rejection: RejectionInput): void
  note(entity: string, field: string, reason: string): void
  /** A column that the mapping doesn't use. */
  unused(column: string): void
}

/** The counts as the report has them. */
export const sourceCounts = (read: Record<string, ReadCounts>): SourceCounts[] =>
  Object.entries(read).map(([item, { read, taken, used, skipped, refused }]) => ({
    ...{ item, read, records: taken, merged: used, skipped, rejected: refused },
  }))

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
