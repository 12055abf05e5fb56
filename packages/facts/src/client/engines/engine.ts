/** The text format of an insert's rows. */
export type InsertFormat = 'JSONEachRow' | 'JSONCompactEachRow' | 'TabSeparated'

/** A part of an insert: table, columns, and lines. */
export interface InsertBody {
  table: string
  columns?: readonly string[]
  format: InsertFormat
  lines: Buffer
}

/** What an embedded or remote engine must support. Settings are already in the SQL. */
export interface Engine {
  readonly embedded: boolean
  /** How many statements it runs concurrently. */
  readonly size: number
  /** Runs a SELECT and returns its rows. Gives up on a server that is silent for `giveUpMs`. */
  rows(sql: string, params: Record<string, unknown>, giveUpMs: number): Promise<unknown[]>
  /** Runs a SELECT and yields its rows in chunks, with one chunk in memory at a time. */
  stream(sql: string, params: Record<string, unknown>, signal: AbortSignal): AsyncIterable<unknown[]>
  /** Runs a SELECT and yields its result in pieces as Native, the engine's own column format. */
  native(sql: string, signal: AbortSignal): AsyncIterable<Uint8Array>
  insert(body: InsertBody): Promise<void>
  /** Inserts what `native` yielded, with one piece in memory at a time. */
  insertNative(table: string, columns: readonly string[], pieces: AsyncIterable<Uint8Array>): Promise<void>
  /** See `Facts.withLines`. */
  withLines<T>(lines: Buffer, work: (from: string | null) => Promise<T>): Promise<T>
  command(sql: string): Promise<void>
  /** Runs a statement that changes no answer, beside writes and other such statements. */
  tidy(sql: string): Promise<void>
  /** Stops the statements with the tag in their `log_comment`. */
  kill(tag: string): Promise<void>
  close(): Promise<void>
}

export const INSERT_SETTINGS = {
  // A batch may span any number of years, each of which is a partition.
  max_partitions_per_insert_block: 0,
  // A column that the table doesn't have is an error.
  input_format_skip_unknown_fields: 0,
} as const

/**
 * Stops the statements with a tag, each only once: stopping one again may make it hang forever. For the same reason it
 * doesn't use SYNC, which repeats the request.
 */
export const KILL_QUERY = "KILL QUERY WHERE Settings['log_comment'] = {tag:String} AND NOT is_cancelled ASYNC"
