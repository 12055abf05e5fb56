import { mkdir, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { recentImportRuns, startImportRun } from '../importRuns'
import type { State } from '../state'
import { type TempPostgres, tempPostgres } from '../testing'
import { isUnavailable, StoreUnavailable } from './errors'
import { migrationsFolder } from './migrations'
import { openState } from './open'

const NOW = new Date('2026-03-10T12:00:00Z')
const run = { companyId: 1, entity: 'prospects', source: 'api' }

describe('the embedded store', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'leaselight-state-'))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  it('creates its folder for its owner alone, and keeps its data when reopened', async () => {
    const dataDir = join(folder, 'new', 'data')
    // As the lock of the folder sets it.
    const before = process.umask(0o077)
    const first = await openState({ dataDir }).finally(() => process.umask(before))
    const id = await startImportRun(first, run, NOW)
    await Promise.all([first.close(), first.close()])
    await expect(first.ping()).rejects.toThrow(StoreUnavailable)
    const entries = await readdir(dataDir, { recursive: true })
    const modes = await Promise.all(entries.map(async (entry) => (await stat(join(dataDir, entry))).mode & 0o077))
    expect([modes.length > 900, new Set(modes)]).toEqual([true, new Set([0])])

    const second = await openState({ dataDir })
    expect(await recentImportRuns(second, {})).toMatchObject([{ id }])
    await second.close()
  })

  it('starts over where a first start was cut off', async () => {
    const dataDir = join(folder, 'cut')
    await mkdir(join(dataDir, 'state'), { recursive: true })
    await writeFile(join(dataDir, 'state', 'PG_VERSION'), '18')
    await writeFile(join(dataDir, 'state.unfinished'), '')
    const state = await openState({ dataDir })
    await state.ping()
    await state.close()
    expect(await readdir(dataDir)).toEqual(['state'])
  })

  it('refuses damaged files, changes nothing and says what to do', async () => {
    const state = join(folder, 'cut', 'state')
    await truncate(join(state, 'global', 'pg_control'), 0)
    const opening = () => openState({ dataDir: join(folder, 'cut') })
    await expect(opening()).rejects.toThrow(/could not be opened: it is damaged \(.*restore the latest backup/)
    await rm(join(state, 'PG_VERSION'))
    const before = await readdir(state)
    await expect(opening()).rejects.toThrow(/but no PG_VERSION, so part of it is lost\. .*restore the latest backup/)
    expect(await readdir(state)).toEqual(before)
  })

  it('reports an unusable folder in a sentence', async () => {
    const file = join(folder, 'file')
    await writeFile(file, '')
    await expect(openState({ dataDir: file })).rejects.toThrow(/^The state store in .*file.state could not be opened: /)
  })

  it('rejects settings without a location', async () => {
    await expect(openState({})).rejects.toThrow('The state store needs DATABASE_URL or DATA_DIR.')
  })
})

describe('a PostgreSQL server', () => {
  let server: TempPostgres
  beforeAll(async () => {
    server = await tempPostgres()
  })
  afterAll(() => server.remove())

  it('is migrated once, however many instances start together', async () => {
    const databaseUrl = await server.createDatabase()
    const states = await Promise.all(Array.from({ length: 6 }, () => openState({ databaseUrl })))
    const [first] = states
    const done = await first?.db.execute(sql`select count(*)::int as steps from drizzle.__drizzle_migrations`)
    expect(done).toMatchObject({ rows: [{ steps: (await journal()).length }] })
    await Promise.all(states.map((state) => state.ping()))
    await Promise.all(states.map((state) => state.close()))
  })

  it('that goes away throws StoreUnavailable, and works again when it is back', async () => {
    const state = await openState({ databaseUrl: await server.createDatabase() })
    await startImportRun(state, run, NOW)
    await server.stop()
    await expect(state.ping()).rejects.toThrow(StoreUnavailable)
    await expect(recentImportRuns(state, {})).rejects.toThrow(
      'The database that keeps saved work is not answering. Please try again in a moment.',
    )
    await server.start()
    expect(await recentImportRuns(state, {})).toHaveLength(1)
    await state.close()
  })

  it('that is unreachable at the start is named without its password', async () => {
    const opening = openState({ databaseUrl: 'postgres://ann:secret@127.0.0.1:1/reports' })
    await expect(opening).rejects.toThrow(StoreUnavailable)
    const error: unknown = await opening.catch((reason: unknown) => reason)
    expect(String(error)).toContain('The database at 127.0.0.1:1/reports could not be opened')
    expect(String(error)).not.toContain('secret')
  })

  it('that refuses the password is a sentence too', async () => {
    const databaseUrl = (await server.createDatabase()).replace(/:[0-9a-f]{24}@/, ':wrong@')
    await expect(openState({ databaseUrl })).rejects.toThrow(/password authentication failed/)
  })

  it('that accepts the connection and stays silent does not hang the start', async () => {
    const sockets: Socket[] = []
    const mute = createServer((socket) => void sockets.push(socket))
    await new Promise<void>((resolve) => mute.listen(0, '127.0.0.1', resolve))
    const address = mute.address()
    if (address === null || typeof address === 'string') throw new Error('The system gave no port.')
    const opening = openState({ databaseUrl: `postgres://ann@127.0.0.1:${address.port}/reports` })
    await expect(opening).rejects.toThrow(StoreUnavailable)
    for (const socket of sockets) socket.destroy()
    mute.close()
  })
})

describe('errors', () => {
  let state: State
  beforeAll(async () => {
    state = await openState({ inMemory: true })
  })
  afterAll(() => state.close())

  it('of the request are passed on unchanged', async () => {
    const wrong = state.run((db) => db.execute(sql`select nothing from nowhere`))
    await expect(wrong).rejects.not.toThrow(StoreUnavailable)
    const error: unknown = await wrong.catch((reason: unknown) => reason)
    expect(isUnavailable(error)).toBe(false)
  })

  it('of the connection are found inside wrapping errors', () => {
    const refused = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })
    expect(isUnavailable(new Error('Failed query', { cause: refused }))).toBe(true)
    expect(isUnavailable(Object.assign(new Error('shutting down'), { code: '57P01' }))).toBe(true)
    expect(isUnavailable(Object.assign(new Error('duplicate key'), { code: '23505' }))).toBe(false)
    expect(isUnavailable('gone')).toBe(false)
  })
})

describe('migrations', () => {
  // Each migration runs only when its date is later than the last one applied; an earlier one would be skipped
  // silently.
  it('are dated in their order', async () => {
    const dates = (await journal()).map((entry) => entry.when)
    expect(dates).toEqual([...dates].sort((a, b) => a - b))
    expect(new Set(dates).size).toBe(dates.length)
  })
})

async function journal(): Promise<{ when: number }[]> {
  const text = await readFile(join(migrationsFolder, 'meta', '_journal.json'), 'utf8')
  const parsed: { entries: { when: number }[] } = JSON.parse(text)
  return parsed.entries
}
