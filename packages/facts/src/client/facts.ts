import type { Activity } from './activity'
import type { InsertFormat } from './engines/engine'
import type { Lines } from './lines'
import type { Priority } from './slots'

/** Options of a query. */
export interface QueryOptions {
  /** Also stops the statement in the engine, not only the waiting. */
  signal?: AbortSignal
  /** The engine's time limit; by default 25 seconds, 150 for a stream. */
  timeoutSeconds?: number
  memoryBytes?: number
  threads?: number
  /** `interactive` by default. */
  priority?: Priority
}

/** The format of rows, when it isn't one JSON object per line. */
export interface InsertOptions {
  columns?: readonly string[]
  format?: InsertFormat
}

/** The fact store: queries and inserts, whether it runs in this process or on a server. */
export interface Facts {
  /** Runs one SELECT. `{name:Type}` in the SQL gets its value from `params`; instants are ISO text, ids are numbers. */
  query<T>(sql: string, params?: Record<string, unknown>, options?: QueryOptions): Promise<T[]>
  /** Like `query`, row by row in constant memory. */
  stream<T>(sql: string, params?: Record<string, unknown>, options?: QueryOptions): AsyncIterable<T>
  /**
   * The result of one SELECT in the engine's own format (Native), in pieces and in constant memory: for copies, which
   * don't parse it. If a server fails in the middle, the data may end with an error text instead of rows, so a copy
   * counts its rows again.
   */
  native(sql: string, options?: QueryOptions): AsyncIterable<Uint8Array>
  /** Inserts what `native` yielded, in constant memory. */
  insertNative(table: string, columns: readonly string[], pieces: AsyncIterable<Uint8Array>): Promise<void>
  /** Inserts rows, as objects or as lines in the format that the options name. */
  insert(table: string, rows: readonly object[] | Lines, options?: InsertOptions): Promise<void>
  /**
   * Gives the work a FROM whose column `line` holds the lines, for a statement that compares records with them; null where
   * it is better to bring the records here (few lines, or a server).
   */
  withLines<T>(lines: Lines, work: (from: string | null) => Promise<T>): Promise<T>
  command(sql: string): Promise<void>
  /** Runs a statement that changes no answer, such as a merge, beside writes and other such statements. */
  tidy(sql: string): Promise<void>
  close(): Promise<void>
  readonly embedded: boolean
  /** The cluster that stores the tables, each under the same name as on a single machine. */
  readonly cluster?: string | undefined
  /** The store's activity, for metrics. */
  readonly activity?: Activity
  /**
   * How many writes have ended, with or without success: what was read at the same count is still so. Undefined where
   * other processes write, too.
   */
  readonly writes?: number | undefined
}
