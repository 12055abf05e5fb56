import { mkdirSync } from 'node:fs'
import { stat, statfs } from 'node:fs/promises'
import { type ClickHouseClientConfigOptions, createClient } from '@clickhouse/client'
import { drainPending, Session } from 'chdb'
import { type ChdbConnection, createChdbConnection } from 'chdb/connection'
import { withSpooledFile } from '../../import/read/spool'
import { diskFullError } from '../errors'
import { Slots } from '../slots'
import { type Engine, INSERT_SETTINGS, type InsertBody, KILL_QUERY } from './engine'
import { IncomingFiles, insertFromFileSql } from './incomingFiles'
import { withParams } from './params'
import { rowsOf } from './rows'

/** Reports use four connections: with one, a slow query would block all others. */
const READERS = 4

/**
 * A running statement occupies one of libuv's threads, and files, DNS, and password hashes need threads too. There are
 * four unless the process was started with UV_THREADPOOL_SIZE (16 is good). With few threads there are fewer readers,
 * so that two threads remain for writing and for stopping slow statements.
 */
function readersFor(threads: string | undefined): number {
  const spare = 2
  return Math.max(1, Math.min(READERS, Number(threads || 4) - spare))
}

/**
 * Here parameters become part of the statement's text, and lists of ids may be long. A statement can't raise this limit
 * for itself, so every connection starts with it.
 */
export const LONGEST_STATEMENT = 256 << 20
export const LONG_STATEMENTS = `SET max_query_size = ${LONGEST_STATEMENT}`

/**
 * Disk space to leave free: for merges, and for the state store next to it. The engine checks for space itself, but one
 * whose file still can't grow (a quota, or another program filling the disk at the same moment) may acknowledge data
 * that it hasn't written.
 */
const RESERVED_BYTES = 64 << 20

/** The free space on a folder's disk. */
async function freeBytes(path: string): Promise<number> {
  const { bavail, bsize } = await statfs(path)
  return bavail * bsize
}

function connect(path: string) {
  const connection: ChdbConnection = createChdbConnection({ path })
  // Both packages include their own version of the same interface, one release apart: only the list of settings
  // differs.
  const plug = connection as NonNullable<ClickHouseClientConfigOptions['connection']>
  const client = createClient({ connection: plug })
  const ready = client.command({ query: LONG_STATEMENTS })
  // The first caller gets the error; until then no one handles it.
  ready.catch(() => undefined)
  return { connection, client, ready }
}

type Connection = ReturnType<typeof connect>

/**
 * A connection whose statement failed or was stopped still counts it as running, with its memory, until it runs another
 * one.
 */
async function clearFailedStatement({ client }: Connection): Promise<void> {
  await client.command({ query: 'SELECT 1' }).catch(() => undefined)
}

/** An insert is read and sorted by one thread. */
const WRITERS = 2
/** Tables are merged by one thread each. */
const TIDIERS = 2
/** How long one waits for its turn at most. */
const TURN_MS = 24 * 3_600_000

/** Connections that take turns: each runs one statement at a time. */
class ConnectionPool {
  readonly #free: Connection[]
  readonly #slots: Slots
  readonly #running = new Set<Promise<unknown>>()

  constructor(readonly connections: readonly Connection[]) {
    this.#free = [...connections]
    this.#slots = new Slots(connections.length)
  }

  /** Runs work on the next connection that is free, in order of arrival. */
  async run<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    const release = await this.#slots.acquire('interactive', undefined, TURN_MS)
    const connection = this.#free.pop()
    if (!connection) throw new Error('No connection is free: the caller took more than there are.')
    const running = this.#runOn(connection, work)
    this.#running.add(running)
    try {
      return await running
    } finally {
      this.#running.delete(running)
      this.#free.push(connection)
      release()
    }
  }

  async #runOn<T>(connection: Connection, work: (connection: Connection) => Promise<T>): Promise<T> {
    await connection.ready
    try {
      return await work(connection)
    } catch (error) {
      await clearFailedStatement(connection)
      throw error
    }
  }

  /** Waits for what runs. */
  async settled(): Promise<void> {
    while (this.#running.size > 0) await Promise.allSettled(this.#running)
  }
}

/** ClickHouse within this process, its files in a folder. */
export class EmbeddedEngine implements Engine {
  readonly embedded: boolean = true
  readonly size: number
  readonly #path: string
  readonly #readers: Connection[]
  readonly #writers: ConnectionPool
  readonly #tidiers: ConnectionPool
  readonly #control: Connection
  readonly #files: IncomingFiles

  constructor(
    path: string,
    readonly free = freeBytes,
    writers = WRITERS,
  ) {
    mkdirSync(path, { recursive: true })
    this.#path = path
    this.#files = new IncomingFiles(path)
    this.size = readersFor(process.env.UV_THREADPOOL_SIZE)
    this.#readers = Array.from({ length: this.size }, () => connect(path))
    this.#writers = new ConnectionPool(Array.from({ length: writers }, () => connect(path)))
    this.#tidiers = new ConnectionPool(Array.from({ length: TIDIERS }, () => connect(path)))
    this.#control = connect(path)
  }

  async rows(sql: string, params: Record<string, unknown>): Promise<unknown[]> {
    const reader = this.#readers.pop()
    if (!reader) throw new Error('No connection is free: the caller took more than there are.')
    try {
      await reader.ready
      const { stream } = await reader.client.exec({ query: `${withParams(sql, params)}\nFORMAT JSONEachRow` })
      const pieces: Buffer[] = []
      for await (const piece of stream) pieces.push(piece)
      const [first, ...more] = pieces
      return first ? rowsOf(more.length > 0 ? Buffer.concat(pieces) : first) : []
    } catch (error) {
      await clearFailedStatement(reader)
      throw error
    } finally {
      this.#readers.push(reader)
    }
  }

  // The client's own stream() would hold the whole result in memory here; the engine's native one doesn't.
  async *stream(sql: string, params: Record<string, unknown>, signal: AbortSignal): AsyncIterable<unknown[]> {
    const session = new Session(this.#path)
    try {
      session.query(LONG_STATEMENTS)
      const chunks = session.queryStream(withParams(sql, params), { format: 'JSONEachRow', signal })
      for await (const chunk of chunks) yield chunk.rows()
    } finally {
      session.close()
    }
  }

  async *native(sql: string, signal: AbortSignal): AsyncIterable<Uint8Array> {
    const session = new Session(this.#path)
    try {
      for await (const chunk of session.queryStream(sql, { format: 'Native', signal })) yield chunk.raw()
    } finally {
      session.close()
    }
  }

  // The binding only accepts rows as text, so columns go through a file, which the engine reads as a stream.
  insertNative(table: string, columns: readonly string[], pieces: AsyncIterable<Uint8Array>): Promise<void> {
    return withSpooledFile(pieces, async (path) => {
      if ((await stat(path)).size > 0) await this.command(insertFromFileSql(table, columns, { path, format: 'Native' }))
    })
  }

  insert(body: InsertBody): Promise<void> {
    const { table, columns, format, lines } = body
    // Rows whose columns are not named may leave some out, which then have their defaults only within a statement.
    const isByFile = columns !== undefined && this.#files.isWorthwhile(lines)
    return this.#writers.run(async ({ connection, client }) => {
      const bytes = isByFile ? 2 * lines.length : lines.length
      if ((await this.free(this.#path)) < bytes + RESERVED_BYTES) throw diskFullError()
      if (isByFile)
        return this.#files.insert(body, async (query) => {
          await client.command({ query })
        })
      await connection.chdb.rawInsert({
        table,
        format,
        values: lines,
        settings: INSERT_SETTINGS,
        ...(columns && { columns }),
      })
    })
  }

  async withLines<T>(lines: Buffer, work: (from: string | null) => Promise<T>): Promise<T> {
    const hasRoom = this.#files.isWorthwhile(lines) && (await this.free(this.#path)) >= lines.length + RESERVED_BYTES
    return hasRoom ? this.#files.read(lines, work) : work(null)
  }

  command(sql: string): Promise<void> {
    return this.#writers.run(async ({ client }) => {
      await client.command({ query: sql })
    })
  }

  tidy(sql: string): Promise<void> {
    return this.#tidiers.run(async ({ client }) => {
      await client.command({ query: sql })
    })
  }

  async kill(tag: string): Promise<void> {
    await this.#control.client.command({ query: withParams(KILL_QUERY, { tag }) })
  }

  async close(): Promise<void> {
    await this.#writers.settled()
    const all = [...this.#readers, ...this.#writers.connections, ...this.#tidiers.connections, this.#control]
    for (const { client } of all) await client.close()
    // A busy connection closes only when its work ends; then the folder is free.
    await drainPending()
  }
}
