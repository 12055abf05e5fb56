import { Readable } from 'node:stream'
import { ClickHouseLogLevel, type ClickHouseSettings, createClient } from '@clickhouse/client'
import { type Engine, INSERT_SETTINGS, type InsertBody, KILL_QUERY } from './engine'
import { asResponseError, completeResponse, EXCEPTION_TAG, parseRow } from './responses'
import { rowsOf } from './rows'

/** The address of a ClickHouse server. */
export interface ServerAddress {
  url: string
  username?: string
  password?: string
  database?: string
  /** Settings of every statement, in addition to those in the SQL. */
  clickhouse_settings?: ClickHouseSettings
}

/** How many statements one instance sends to the server at once. */
const CONNECTIONS = 12

/** The client's own limit, above every limit in the SQL. */
const REQUEST_TIMEOUT_MS = 600_000

/** Runs a request; a response that isn't ClickHouse's becomes a MalformedResponse. */
const withResponseErrors = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    throw asResponseError(error)
  })

/** A ClickHouse server or cluster, over HTTP. */
export class ServerEngine implements Engine {
  readonly embedded = false
  readonly size = CONNECTIONS
  readonly #client

  constructor(address: ServerAddress) {
    this.#client = createClient({
      ...address,
      request_timeout: REQUEST_TIMEOUT_MS,
      // In addition to the readers: one to write, one to stop statements.
      max_open_connections: CONNECTIONS + 2,
      // Lists of ids are too long for a URL.
      use_multipart_params_auto: true,
      // The caller gets the error and decides what to log.
      log: { level: ClickHouseLogLevel.OFF },
    })
  }

  async rows(sql: string, params: Record<string, unknown>, giveUpMs: number): Promise<unknown[]> {
    const given = AbortSignal.timeout(giveUpMs)
    const result = await withResponseErrors(
      this.#client.query({ query: sql, format: 'JSONEachRow', query_params: params, abort_signal: given }),
    )
    // The client only handles aborts until the response begins.
    const leave = () => result.close()
    given.addEventListener('abort', leave, { once: true })
    try {
      const text = completeResponse(await withResponseErrors(result.text()), result.response_headers[EXCEPTION_TAG])
      return rowsOf(Buffer.from(text))
    } finally {
      given.removeEventListener('abort', leave)
    }
  }

  async *stream(sql: string, params: Record<string, unknown>, signal: AbortSignal): AsyncIterable<unknown[]> {
    const result = await withResponseErrors(
      this.#client.query({ query: sql, format: 'JSONEachRow', query_params: params, abort_signal: signal }),
    )
    try {
      for await (const rows of result.stream()) yield rows.map((row) => parseRow(row.text))
    } catch (error) {
      throw asResponseError(error)
    } finally {
      result.close()
    }
  }

  async *native(sql: string, signal: AbortSignal): AsyncIterable<Uint8Array> {
    const { stream } = await this.#client.exec({ query: `${sql}\nFORMAT Native`, abort_signal: signal })
    for await (const piece of stream) yield piece as Uint8Array
  }

  async insert({ table, columns, format, lines }: InsertBody): Promise<void> {
    await this.#insert(table, columns, format, Readable.from([lines], { objectMode: false }))
  }

  async insertNative(table: string, columns: readonly string[], pieces: AsyncIterable<Uint8Array>): Promise<void> {
    await this.#insert(table, columns, 'Native', Readable.from(pieces, { objectMode: false }))
  }

  async #insert(table: string, columns: readonly string[] | undefined, format: string, values: Readable) {
    const settings = Object.entries(INSERT_SETTINGS).map(([name, value]) => `${name} = ${value}`)
    const names = columns ? ` (${columns.join(', ')})` : ''
    const { stream } = await withResponseErrors(
      this.#client.exec({
        query: `INSERT INTO ${table}${names} SETTINGS ${settings.join(', ')} FORMAT ${format}`,
        values,
      }),
    )
    // An insert's response is empty; reading it to its end frees the connection.
    for await (const _ of stream);
  }

  // A server reads no files of this machine.
  withLines<T>(_lines: Buffer, work: (from: null) => Promise<T>): Promise<T> {
    return work(null)
  }

  async command(sql: string): Promise<void> {
    await withResponseErrors(this.#client.command({ query: sql }))
  }

  tidy(sql: string): Promise<void> {
    return this.command(sql)
  }

  async kill(tag: string): Promise<void> {
    await this.#client.command({
      query: KILL_QUERY,
      query_params: { tag },
    })
  }

  async close(): Promise<void> {
    await this.#client.close()
  }
}
