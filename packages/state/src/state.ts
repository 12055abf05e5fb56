import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import type * as schema from './schema'

/** The one dialect of the store: the same statements run embedded and on a server. */
export type Database = PgDatabase<PgQueryResultHKT, typeof schema>

/** The store of what users make. */
export interface State {
  /** For statements of one's own; errors come as the driver throws them. */
  readonly db: Database
  /** Whether the store runs inside this process (PGlite) and belongs to it alone. */
  readonly embedded: boolean
  /** Runs statements; a store that is away becomes StoreUnavailable. */
  run<T>(work: (db: Database) => Promise<T>): Promise<T>
  /** Resolves when the store answers, else throws StoreUnavailable. */
  ping(): Promise<void>
  /** Ends all connections; may be called more than once. */
  close(): Promise<void>
}
