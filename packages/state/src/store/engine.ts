import type { Database } from '../state'

/** An engine that is open and migrated. */
export interface StateEngine {
  db: Database
  embedded: boolean
  /** For an engine that can break: runs work on it, and reopens it first when it has broken. */
  guard?: <T>(work: () => Promise<T>) => Promise<T>
  close(): Promise<void>
}
