import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import type * as schema from './schema'

/** The SQL dialect of the store: the same statements run embedded and on a server. */
export type Database = PgDatabase<PgQueryResultHKT, typeof schema>

/** The store of user-made data. */
export interface State {
  /** For direct statements; errors are the driver's own. */
  readonly db: Database
  /** Whether the store runs inside this process (PGlite), with exclusive use. */
  readonly embedded: boolean
  /** Runs statements; throws StoreUnavailable when the store can't be reached. */
  run<T>(work: (db: Database) => Promise<T>): Promise<T>
  /** Resolves when the store responds, else throws StoreUnavailable. */
  ping(): Promise<void>
  /** Ends all connections; may be called more than once. */
  close(): Promise<void>
}
