import type { EntityName } from '@leaselight/contract'
import type { ImportReport, Rejection } from '@leaselight/facts'
import type { Ids } from './ids'
import type { ReferenceData } from './referenceData'

/** What became of the things of a file: every one that was read stands in exactly one of the other counts. */
export interface ReadCounts {
  read: number
  /** Made a record. */
  taken: number
  /** Made no record of its own but changed another: a cancellation, a second showing on the same day. */
  used: number
  /** Left out because the settings say so. */
  skipped: number
  refused: number
}

export const emptyCounts = (): ReadCounts => ({ read: 0, taken: 0, used: 0, skipped: 0, refused: 0 })

/** Something of the file for which the contract has no place, or that was read in a certain way; with how often. */
export interface Note {
  entity: string
  field: string
  reason: string
  count: number
}

/** A record as it would stand. */
export interface FirstRow {
  entity: EntityName
  line: number
  record: object
}

/** What an intake read, made of it, and could not take. */
export interface ConnectorReport {
  kind: 'mits' | 'csv'
  dryRun: boolean
  /** By what was read: prospects and events, or rows. */
  read: Record<string, ReadCounts>
  /** What the import did with the records; of a dry run: what it would take in. */
  records: ImportReport[]
  /** The first records of each entity. */
  first: FirstRow[]
  notes: Note[]
  /** Refusals in all: things of the file and records. */
  refused: number
  /** Why the file was not read to its end; what came before is in. */
  stopped: string | null
  seconds: number
}

/** Where a translation leaves what it makes. */
export interface Sink {
  record(entity: EntityName, line: number, record: object): void
  reject(refusal: Rejection): void
  note(entity: string, field: string, reason: string): void
}

/** What a translation works with, and whom it tells. */
export interface Translation {
  reference: ReferenceData
  sink: Sink
  ids?: Ids
  /** Awaited after each piece of the file, so that what was made can be put aside. */
  pause: () => Promise<void>
}
