import { randomUUID } from 'node:crypto'
import { totalmem } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { statementsOnCluster } from '../cluster'
import { Activity, outcomeOf, startClock } from './activity'
import { EmbeddedEngine } from './engines/embedded'
import type { Engine, InsertFormat } from './engines/engine'
import { openServer } from './engines/openServer'
import { asFactsError, QueryCancelled, timeoutError } from './errors'
import { Planning } from './planning'
import type { FactsSettings } from './settings'
import { Slots } from './slots'

/** How one question may run. */
export interface QueryOptions {
  /** Stops the statement in the engine too, not only the waiting. */
  signal?: AbortSignal
  /** The engine's limit; 25 seconds unless said otherwise, 150 for a stream. */
  timeoutSeconds?: number
  memoryBytes?: number
  threads?: number
  /** `background`: exports, imports and the like, which make way for people who wait. */
  priority?: 'interactive' | 'background'
}

/** How rows are handed in, where it isn't one JSON object a line. */
export interface InsertOptions {
  columns?: readonly string[]
  format?: InsertFormat
}

/** The warehouse of facts: one way to ask and one to write, whether it runs in this process or on a server. */
export interface Facts {
  /** Runs one SELECT. `{name:Type}` in the SQL takes its value from `params`; instants come as ISO text, ids as numbers. */
  query<T>(sql: string, params?: Record<string, unknown>, options?: QueryOptions): Promise<T[]>
  /** Like `query`, row by row in constant memory. */
  stream<T>(sql: string, params?: Record<string, unknown>, options?: QueryOptions): AsyncIterable<T>
  /**
   * The answer of one SELECT in the engine's own form (Native), piece by piece in constant memory: for copies, which no one
   * here reads. A server that fails in the middle may end it with words instead of rows: whoever keeps it counts it again.
   */
  native(sql: string, options?: QueryOptions): AsyncIterable<Uint8Array>
  /** Inserts what `native` gave, in constant memory. */
  insertNative(table: string, columns: readonly string[], pieces: AsyncIterable<Uint8Array>): Promise<void>
  /** Inserts rows, given as objects or as text with one JSON value a line. */
  insert(table: string, rows: readonly object[] | string, options?: InsertOptions): Promise<void>
  command(sql: string): Promise<void>
  close(): Promise<void>
  readonly embedded: boolean
  /** The cluster whose machines hold the tables together, each table under its own name as on a single one. */
  readonly cluster?: string | undefined
  /** What the store does, for whoever measures it. */
  readonly activity?: Activity
}

const QUERY_SECONDS = 25
const STREAM_SECONDS = 150
const STREAMS = 3
/** A fifth of the machine, so that four who ask at once leave room for everything else; never less than reports need. */
const MEMORY_BYTES = Math.max(2_000_000_000, Math.floor(totalmem() / 5))
const THREADS = 4

/** What the engine may take too long to notice by itself: the caller gets its sentence this much later at most. */
const GRACE_MS = 1_500

/** A server that has not even answered to being stopped by then is given up, so that its connection is free again. */
const ABANDON_AFTER_MS = 6_000

const KILL_ATTEMPTS = 100
const KILL_EVERY_MS = 250

/** Opens the facts. With a folder, whoever calls holds its lock (`lockDataDir`). */
export async function openFacts(settings: FactsSettings): Promise<Facts> {
  const { clickhouseUrl, dataDir } = settings
  if (clickhouseUrl) return factsOver(await openServer(settings, clickhouseUrl), settings)
  if (!dataDir) throw new Error('Either a data folder or the address of a ClickHouse server is needed.')
  return factsOver(new EmbeddedEngine(join(dataDir, 'facts')), settings)
}

/** The facts over an engine that is open already. */
export const factsOver = (engine: Engine, settings: FactsSettings = {}): Facts => new Warehouse(engine, settings)

class Warehouse implements Facts {
  readonly embedded: boolean
  readonly cluster: string | undefined
  readonly activity: Activity
  readonly #engine: Engine
  readonly #settings: FactsSettings
  readonly #planning: Planning
  readonly #slots: Slots
  readonly #streams = new Slots(STREAMS)
  readonly #running = new Map<string, Promise<unknown>>()

  constructor(engine: Engine, settings: FactsSettings) {
    this.embedded = engine.embedded
    this.cluster = settings.clickhouseCluster
    this.#engine = engine
    this.#settings = settings
    this.#planning = new Planning(engine)
    this.#slots = new Slots(engine.size)
    this.activity = settings.activity ?? new Activity()
    this.activity.setLoadSource(() => ({ running: this.#running.size, waiting: this.#slots.waiting() }))
  }

  async query<T>(sql: string, params: Record<string, unknown> = {}, options: QueryOptions = {}): Promise<T[]> {
    const { signal, priority, timeoutSeconds = QUERY_SECONDS } = options
    const clock = startClock(this.activity, 'query')
    try {
      const release = await this.#slots.acquire(priority === 'background', signal, timeoutSeconds * 1000)
      clock.starts()
      const tag = randomUUID()
      const limited = `${sql}\n${await this.#limits(tag, timeoutSeconds, options)}`
      const work = this.#engine.text(limited, params, timeoutSeconds * 1000 + ABANDON_AFTER_MS)
      // The connection stays taken until the engine has really stopped, also when nobody waits any more.
      const ended = work.then(release, release).finally(() => this.#running.delete(tag))
      this.#running.set(tag, ended)
      const text = await this.#whileWanted(work, tag, signal, timeoutSeconds)
      clock.ends('ok')
      return text ? (JSON.parse(`[${text.trimEnd().replaceAll('\n', ',')}]`) as T[]) : []
    } catch (error) {
      clock.ends(outcomeOf(error))
      throw error
    }
  }

  async *stream<T>(sql: string, params: Record<string, unknown> = {}, options: QueryOptions = {}): AsyncIterable<T> {
    const bunches = this.#pieces((limited, signal) => this.#engine.stream(limited, params, signal), sql, options)
    for await (const rows of bunches) {
      for (const row of rows) {
        if (options.signal?.aborted) throw new QueryCancelled('The question was cancelled.')
        yield row as T
      }
    }
  }

  native(sql: string, options: QueryOptions = {}): AsyncIterable<Uint8Array> {
    return this.#pieces((limited, signal) => this.#engine.native(limited, signal), sql, options)
  }

  async *#pieces<P>(
    open: (limited: string, signal: AbortSignal) => AsyncIterable<P>,
    sql: string,
    options: QueryOptions,
  ): AsyncIterable<P> {
    const { signal, timeoutSeconds = STREAM_SECONDS } = options
    const clock = startClock(this.activity, 'stream')
    const release = await this.#streams.acquire(false, signal, timeoutSeconds * 1000)
    clock.starts()
    const tag = randomUUID()
    const stop = new AbortController()
    const cancel = () => {
      stop.abort()
      this.#kill(tag)
    }
    signal?.addEventListener('abort', cancel, { once: true })
    let end: (() => void) | undefined
    this.#running.set(
      tag,
      new Promise<void>((resolve) => {
        end = resolve
      }),
    )
    try {
      const limited = `${sql}\n${await this.#limits(tag, timeoutSeconds, { priority: 'background', ...options })}`
      for await (const piece of open(limited, stop.signal)) {
        if (stop.signal.aborted) throw new QueryCancelled('The question was cancelled.')
        yield piece
      }
      if (stop.signal.aborted) throw new QueryCancelled('The question was cancelled.')
    } catch (error) {
      const told = stop.signal.aborted
        ? new QueryCancelled('The question was cancelled.', { cause: error })
        : asFactsError(error)
      clock.ends(outcomeOf(told))
      throw told
    } finally {
      // Also when whoever reads has read enough.
      clock.ends('ok')
      signal?.removeEventListener('abort', cancel)
      this.#running.delete(tag)
      end?.()
      release()
    }
  }

  async insert(table: string, rows: readonly object[] | string, options: InsertOptions = {}): Promise<void> {
    const lines = typeof rows === 'string' ? rows : rows.map((row) => JSON.stringify(row)).join('\n')
    if (!lines) return
    await this.#told('insert', this.#engine.insert({ table, format: 'JSONEachRow', ...options, lines }))
  }

  async insertNative(table: string, columns: readonly string[], pieces: AsyncIterable<Uint8Array>): Promise<void> {
    await this.#told('insert', this.#engine.insertNative(table, columns, pieces))
  }

  async command(sql: string): Promise<void> {
    const statements = this.cluster ? statementsOnCluster(sql, this.cluster) : [sql]
    for (const statement of statements) await this.#told('command', this.#engine.command(statement))
  }

  async close(): Promise<void> {
    for (const tag of this.#running.keys()) this.#kill(tag)
    const ended = Promise.all(this.#running.values())
    // A server that does not answer holds nobody up: closing the connections ends what is on them.
    await (this.embedded ? ended : Promise.race([ended, sleep(GRACE_MS, undefined, { ref: false })]))
    await this.#engine.close()
  }

  /** Waits for a write; its errors become those that callers know. */
  async #told(kind: 'insert' | 'command', work: Promise<void>): Promise<void> {
    const clock = startClock(this.activity, kind)
    try {
      await work
      clock.ends('ok')
    } catch (error) {
      const told = asFactsError(error)
      clock.ends(outcomeOf(told))
      throw told
    }
  }

  // In the SQL and never as clickhouse_settings: those would stay with the connection and limit the next statement too.
  async #limits(tag: string, timeoutSeconds: number, options: QueryOptions): Promise<string> {
    const background = options.priority === 'background'
    const threads = options.threads ?? this.#settings.maxThreads ?? THREADS
    return `SETTINGS ${[
      `max_execution_time = ${timeoutSeconds}`,
      `max_memory_usage = ${options.memoryBytes ?? this.#settings.maxMemoryBytes ?? MEMORY_BYTES}`,
      `max_threads = ${background ? 1 : threads}`,
      // Not within the process: there a statement that failed may count as running a little longer and hold up all others.
      ...(this.embedded ? [] : [`priority = ${background ? 5 : 1}`]),
      `log_comment = '${tag}'`,
      // A record's key names its year, so its versions never lie in two partitions.
      'do_not_merge_across_partitions_select_final = 1',
      ...(await this.#planning.settings()),
      'output_format_json_quote_64bit_integers = 0',
      `date_time_output_format = 'iso'`,
    ].join(', ')}`
  }

  #whileWanted<T>(work: Promise<T>, tag: string, signal: AbortSignal | undefined, seconds: number): Promise<T> {
    return new Promise((resolve, reject) => {
      const leave = (error: Error) => {
        settle()
        this.#kill(tag)
        reject(error)
      }
      const cancel = () => leave(new QueryCancelled('The question was cancelled.'))
      const timer = setTimeout(() => leave(timeoutError()), seconds * 1000 + GRACE_MS)
      const settle = () => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', cancel)
      }
      signal?.addEventListener('abort', cancel, { once: true })
      if (signal?.aborted) cancel()
      work.then(
        (value) => {
          settle()
          resolve(value)
        },
        (error: unknown) => {
          settle()
          reject(asFactsError(error))
        },
      )
    })
  }

  /** Stops a statement. Nobody waits for this. */
  #kill(tag: string): void {
    void (async () => {
      // One that the engine has only just been handed is not there to be stopped yet: so until it is over.
      for (let attempt = 0; attempt < KILL_ATTEMPTS && this.#running.has(tag); attempt++) {
        // What can't be stopped ends by its own limit.
        await this.#engine.kill(tag).catch(() => undefined)
        await sleep(KILL_EVERY_MS)
      }
    })()
  }
}
