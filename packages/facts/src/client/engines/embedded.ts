import { mkdirSync } from 'node:fs'
import { stat, statfs } from 'node:fs/promises'
import { type ClickHouseClientConfigOptions, createClient } from '@clickhouse/client'
import { drainPending, Session } from 'chdb'
import { type ChdbConnection, createChdbConnection } from 'chdb/connection'
import { withSpooledFile } from '../../import/read/spool'
import { diskFullError } from '../errors'
import { type Engine, INSERT_SETTINGS, type InsertBody, KILL_QUERY } from './engine'
import { withParams } from './params'

/** Reports ask on four connections: with one, a slow question would hold up all others. */
const READERS = 4

/**
 * A statement keeps one of libuv's threads busy for as long as it runs, and files, names and password hashes need threads
 * too. There are four unless the process was started with UV_THREADPOOL_SIZE (16 is good): with fewer than it takes there
 * are fewer readers, so that two threads remain for writing and for stopping what runs too long.
 */
function readersFor(threads: string | undefined): number {
  const spare = 2
  return Math.max(1, Math.min(READERS, Number(threads || 4) - spare))
}

/**
 * Here parameters become part of the statement's text, and lists of ids may be long; a statement can't lift this limit for
 * itself, so every connection begins with it.
 */
export const LONG_STATEMENTS = 'SET max_query_size = 67108864'

/**
 * What stays free on the disk: for merges, and for the store of what users make, which stands beside. The engine looks by
 * itself whether there is room, but one whose file can't grow all the same (a quota, a neighbour who fills the disk in that
 * moment) may acknowledge what it has not written.
 */
const RESERVED_BYTES = 64 << 20

/** How much room the disk of a folder has for us. */
async function freeBytes(path: string): Promise<number> {
  const { bavail, bsize } = await statfs(path)
  return bavail * bsize
}

function connect(path: string) {
  const connection: ChdbConnection = createChdbConnection({ path })
  // Both packages bring their own copy of the same interface, one release apart: only the list of settings differs.
  const plug = connection as NonNullable<ClickHouseClientConfigOptions['connection']>
  const client = createClient({ connection: plug })
  const ready = client.command({ query: LONG_STATEMENTS })
  // Whoever asks first is told; until then nobody listens.
  ready.catch(() => undefined)
  return { connection, client, ready }
}

type Connection = ReturnType<typeof connect>

/**
 * A connection whose statement failed or was stopped keeps it among the running ones, with its memory, until it is given
 * another.
 */
async function clearFailedStatement({ client }: Connection): Promise<void> {
  await client.command({ query: 'SELECT 1' }).catch(() => undefined)
}

/** ClickHouse within this process, its files in a folder. */
export class EmbeddedEngine implements Engine {
  readonly embedded: boolean = true
  readonly size: number
  readonly #path: string
  readonly #readers: Connection[]
  readonly #writer: Connection
  readonly #control: Connection
  /** Statements run one after the other on a connection; writes queue here. */
  #writing: Promise<unknown> = Promise.resolve()

  constructor(
    path: string,
    readonly free = freeBytes,
  ) {
    mkdirSync(path, { recursive: true })
    this.#path = path
    this.size = readersFor(process.env.UV_THREADPOOL_SIZE)
    this.#readers = Array.from({ length: this.size }, () => connect(path))
    this.#writer = connect(path)
    this.#control = connect(path)
  }

  async text(sql: string, params: Record<string, unknown>): Promise<string> {
    const reader = this.#readers.pop()
    if (!reader) throw new Error('No connection is free: the caller took more than there are.')
    try {
      await reader.ready
      const result = await reader.client.query({ query: withParams(sql, params), format: 'JSONEachRow' })
      return await result.text()
    } catch (error) {
      await clearFailedStatement(reader)
      throw error
    } finally {
      this.#readers.push(reader)
    }
  }

  // The client's own stream() holds the whole answer in memory here; the engine's native one does not.
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

  // The binding takes rows as text alone, so columns come by way of a file, which the engine reads as it goes.
  insertNative(table: string, columns: readonly string[], pieces: AsyncIterable<Uint8Array>): Promise<void> {
    const names = columns.join(', ')
    const settings = Object.entries(INSERT_SETTINGS).map(([name, value]) => `${name} = ${value}`)
    return withSpooledFile(pieces, async (path) => {
      if ((await stat(path)).size === 0) return
      const file = withParams('{path:String}', { path })
      await this.command(
        `INSERT INTO ${table} (${names}) SETTINGS ${settings.join(', ')} SELECT ${names} FROM file(${file}, 'Native')`,
      )
    })
  }

  insert(body: InsertBody): Promise<void> {
    const { table, columns, format, lines } = body
    return this.#write(async () => {
      if ((await this.free(this.#path)) < lines.length + RESERVED_BYTES) throw diskFullError()
      await this.#writer.connection.chdb.rawInsert({
        table,
        format,
        values: Buffer.from(lines),
        settings: INSERT_SETTINGS,
        ...(columns && { columns }),
      })
    })
  }

  command(sql: string): Promise<void> {
    return this.#write(async () => {
      await this.#writer.client.command({ query: sql })
    })
  }

  async kill(tag: string): Promise<void> {
    await this.#control.client.command({ query: withParams(KILL_QUERY, { tag }) })
  }

  async close(): Promise<void> {
    await this.#writing
    for (const { client } of [...this.#readers, this.#writer, this.#control]) await client.close()
    // A connection with work on it closes only when that ends; the folder is free after that.
    await drainPending()
  }

  #write<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#writing.then(work).catch(async (error: unknown) => {
      await clearFailedStatement(this.#writer)
      throw error
    })
    this.#writing = done.catch(() => undefined)
    return done
  }
}
