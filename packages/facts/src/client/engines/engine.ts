/** How rows are handed to an insert, as text. */
export type InsertFormat = 'JSONEachRow' | 'JSONCompactEachRow'

/** A piece of an insert: which table, which columns, and the lines. */
export interface InsertBody {
  table: string
  columns?: readonly string[]
  format: InsertFormat
  lines: string
}

/** What a form of the store, in the process or on a server, must be able to do. Settings are already in the SQL. */
export interface Engine {
  readonly embedded: boolean
  /** How many statements it runs side by side. */
  readonly size: number
  /** Runs a SELECT and gives its rows as JSONEachRow text. A server that says nothing for so long is given up. */
  text(sql: string, params: Record<string, unknown>, giveUpMs: number): Promise<string>
  /** Runs a SELECT and gives its rows, a bunch at a time, holding no more than one bunch. */
  stream(sql: string, params: Record<string, unknown>, signal: AbortSignal): AsyncIterable<unknown[]>
  /** Runs a SELECT and gives its answer as Native, the engine's own form of whole columns, piece by piece. */
  native(sql: string, signal: AbortSignal): AsyncIterable<Uint8Array>
  insert(body: InsertBody): Promise<void>
  /** Inserts what `native` gave, holding no more than a piece of it. */
  insertNative(table: string, columns: readonly string[], pieces: AsyncIterable<Uint8Array>): Promise<void>
  command(sql: string): Promise<void>
  /** Stops the statements that carry the tag in their `log_comment`. */
  kill(tag: string): Promise<void>
  close(): Promise<void>
}

export const INSERT_SETTINGS = {
  // A batch may spread over any number of years, each a partition of its own.
  max_partitions_per_insert_block: 0,
  // A column that the table does not have is a mistake and no detail.
  input_format_skip_unknown_fields: 0,
} as const

/**
 * Stops the statements with a tag, each only once: one that is being stopped and is told so again may never end. For the
 * same reason not SYNC, which tells it again and again.
 */
export const KILL_QUERY = "KILL QUERY WHERE Settings['log_comment'] = {tag:String} AND NOT is_cancelled ASYNC"
