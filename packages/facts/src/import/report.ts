import type { EntityName } from '@leaselight/contract'

/** The account of an import: every record stands in exactly one of the four counts. */
export interface ImportReport {
  entity: EntityName
  /** New records. */
  taken: number
  /** Records that replaced an earlier version of theirs, also an equal one. */
  replaced: number
  /** Removals. */
  deleted: number
  refused: number
  seconds: number
  /** Fields that came in but are not in the contract; they were ignored. */
  unknownFields: string[]
}
