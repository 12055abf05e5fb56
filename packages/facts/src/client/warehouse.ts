import { randomUUID } from 'node:crypto'
import { totalmem } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { statementsOnCluster } from '../cluster'
import { Activity, outcomeOf, startClock } from './activity'
import { EmbeddedEngine } from './engines/embedded'
import type { Engine } from './engines/engine'
import { openServer } from './engines/openServer'
import { asFactsError, EngineUnavailable, QueryCancelled, timeoutError } from './errors'
import type { Facts, InsertOptions, QueryOptions } from './facts'
import { Lines } from './lines'
import { refuseWorkedOutLists, withLongListsAsRows } from './longLists'
import { Planning } from './planning'
import type { FactsSettings } from './settings'
import { Slots } from './slots'

const QUERY_SECONDS = 25
const STREAM_SECONDS = 150
const STREAMS = 3
/**
 * A fifth of the machine's memory, so that four concurrent queries leave enough for everything else; never less than
 * reports need.
 */
const MEMORY_BYTES = Math.max(2_000_000_000, Math.floor(totalmem() / 5))
const THREADS = 4

/** How long the engine may overrun a limit: the caller gets the error at most this much later. */
const GRACE_MS = 1_500

/** Gives up on a server that doesn't even respond to being stopped by then, so that its connection is free again. */
const ABANDON_AFTER_MS = 6_000

const KILL_ATTEMPTS = 100
const KILL_EVERY_MS = 250

/** Opens the facts. With a folder, the caller must hold its lock (`lockDataDir`). */
export async function openFacts(settings: FactsSettings): Promise<Facts> {
  const { clickhouseUrl, dataDir } = settings
  if (clickhouseUrl) return factsOver(await openServer(settings, clickhouseUrl), settings)
  if (!dataDir) throw new Error('Either a data folder or the address of a ClickHouse server is needed.')
  return factsOver(new EmbeddedEngine(join(dataDir, 'facts')), settings)
}

/** The facts over an open engine. */
export const factsOver = (engine: Engine, settings: FactsSettings = {}): Facts => new Warehouse(engine, settings)

function printed(rows: readonly object[]): Lines {
  const lines = new Lines()
  for (const row of rows) lines.add(JSON.stringify(row))
  return lines
}

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
  #isClosed = false
  #writes = 0

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
    const { signal, priority = 'interactive', timeoutSeconds = QUERY_SECONDS } = options
    const clock = startClock(this.activity, 'query')
    try {
      const release = await this.#slots.acquire(priority, signal, timeoutSeconds * 1000)
      clock.starts()
      const tag = randomUUID()
      const begin = async () => {
        const limited = `${withLongListsAsRows(sql, params)}\n${await this.#limits(tag, timeoutSeconds, options)}`
        this.#requireOpen()
        return this.#engine.rows(limited, params, timeoutSeconds * 1000 + ABANDON_AFTER_MS)
      }
      const work = begin()
      // The connection stays in use until the engine has really stopped, even when no one waits any more.
      const ended = work.then(release, release).finally(() => this.#running.delete(tag))
      this.#running.set(tag, ended)
      const rows = await this.#whileWanted(work, tag, signal, timeoutSeconds)
      clock.ends('ok')
      return rows as T[]
    } catch (error) {
      clock.ends(outcomeOf(error))
      throw error
    }
  }

  async *stream<T>(sql: string, params: Record<string, unknown> = {}, options: QueryOptions = {}): AsyncIterable<T> {
    const bunches = this.#pieces(
      (limited, signal) => this.#engine.stream(limited, params, signal),
      withLongListsAsRows(sql, params),
      options,
    )
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
    const release = await this.#streams.acquire('interactive', signal, timeoutSeconds * 1000)
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
      this.#requireOpen()
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
      // Also when the caller stops reading early.
      clock.ends('ok')
      signal?.removeEventListener('abort', cancel)
      this.#running.delete(tag)
      end?.()
      release()
    }
  }

  async insert(table: string, rows: readonly object[] | Lines, options: InsertOptions = {}): Promise<void> {
    const lines = rows instanceof Lines ? rows : printed(rows)
    if (lines.isEmpty) return
    this.#requireOpen()
    await this.#told('insert', this.#engine.insert({ table, format: 'JSONEachRow', ...options, lines: lines.bytes }))
  }

  async insertNative(table: string, columns: readonly string[], pieces: AsyncIterable<Uint8Array>): Promise<void> {
    this.#requireOpen()
    await this.#told('insert', this.#engine.insertNative(table, columns, pieces))
  }

  withLines<T>(lines: Lines, work: (from: string | null) => Promise<T>): Promise<T> {
    this.#requireOpen()
    return this.#engine.withLines(lines.bytes, work)
  }

  async command(sql: string): Promise<void> {
    refuseWorkedOutLists(sql)
    for (const statement of this.#onCluster(await this.#planning.planned(sql))) {
      this.#requireOpen()
      await this.#told('command', this.#engine.command(statement))
    }
  }

  async tidy(sql: string): Promise<void> {
    for (const statement of this.#onCluster(sql)) {
      this.#requireOpen()
      await this.#told('command', this.#engine.tidy(statement))
    }
  }

  get writes(): number | undefined {
    return this.embedded ? this.#writes : undefined
  }

  #onCluster(sql: string): string[] {
    return this.cluster ? statementsOnCluster(sql, this.cluster) : [sql]
  }

  /** A statement after closing would open the store's folder again, which nothing would close. */
  #requireOpen(): void {
    if (this.#isClosed) throw new EngineUnavailable('The data store is closed.')
  }

  async close(): Promise<void> {
    this.#isClosed = true
    for (const tag of this.#running.keys()) this.#kill(tag)
    const ended = Promise.all(this.#running.values())
    // An unresponsive server doesn't delay closing: closing the connections ends their statements.
    await (this.embedded ? ended : Promise.race([ended, sleep(GRACE_MS, undefined, { ref: false })]))
    await this.#engine.close()
  }

  /** Waits for a write and converts its errors. */
  async #told(kind: 'insert' | 'command', work: Promise<void>): Promise<void> {
    const clock = startClock(this.activity, kind)
    try {
      await work
      clock.ends('ok')
    } catch (error) {
      const told = asFactsError(error)
      clock.ends(outcomeOf(told))
      throw told
    } finally {
      this.#writes++
    }
  }

  // In the SQL and never as clickhouse_settings: those would stay with the connection and also limit the next
  // statement.
  async #limits(tag: string, timeoutSeconds: number, options: QueryOptions): Promise<string> {
    const background = options.priority === 'background'
    const threads = options.threads ?? this.#settings.maxThreads ?? THREADS
    return `SETTINGS ${[
      `max_execution_time = ${timeoutSeconds}`,
      `max_memory_usage = ${options.memoryBytes ?? this.#settings.maxMemoryBytes ?? MEMORY_BYTES}`,
      `max_threads = ${background ? 1 : threads}`,
      // Not for the embedded engine: there a failed statement may count as running a little longer and block all
      // others.
      ...(this.embedded ? [] : [`priority = ${background ? 5 : 1}`]),
      `log_comment = '${tag}'`,
      // A record's key includes its year, so all its versions are in one partition.
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

  /** Stops a statement without waiting for it. */
  #kill(tag: string): void {
    void (async () => {
      // The engine may not know a statement yet that was just sent, so this repeats until the statement ends.
      for (let attempt = 0; attempt < KILL_ATTEMPTS && this.#running.has(tag); attempt++) {
        // A statement that can't be stopped ends by its own limit.
        await this.#engine.kill(tag).catch(() => undefined)
        await sleep(KILL_EVERY_MS)
      }
    })()
  }
}
