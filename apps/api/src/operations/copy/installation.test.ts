import { appendFile, mkdtemp, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { type Facts, importRecords, isPartialCopy, listErased, migrate, openFacts } from '@leaselight/facts'
import { factsWith, type TempClickHouse, type TempFacts, tempClickHouse, tempFacts } from '@leaselight/facts/testing'
import { fixtureCompany, otherCompany } from '@leaselight/sample'
import {
  connectedInstances,
  continueSequences,
  openState,
  readInstallationId,
  type State,
  stateTables,
} from '@leaselight/state'
import { type TempPostgres, tempPostgres, tempState } from '@leaselight/state/testing'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildServer } from '../../server'
import { bearer, NOW, testSettings } from '../../testing/server'
import { pairProblem } from '../integrity/pair'
import { openConfiguredFacts } from '../stores'
import { folderSource } from './folderSource'
import { folderTarget } from './folderTarget'
import { copyInstallation } from './installation'
import { replayErasures } from './replayErasures'
import { storesSource } from './storesSource'
import { storesTarget } from './storesTarget'
import { dyingAt, expectEqualInstallations, fillEveryTable, rowsOf, stateRows } from './testing'

let dir: string
let small: TempFacts
let smallState: State
let clickhouse: TempClickHouse
let postgres: TempPostgres
let facts: Facts
let state: State

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'leaselight-copy-'))
  const opening = [tempFacts(), tempState(), tempClickHouse({ under: dir }), tempPostgres()] as const
  ;[small, smallState, clickhouse, postgres] = await Promise.all(opening)
  for (const { now, ...records } of [fixtureCompany, otherCompany]) await small.load(records, { now: Date.parse(now) })
  // As in an older installation, to which a column came later.
  await small.facts.command('ALTER TABLE messages MODIFY COLUMN channel LowCardinality(String) AFTER is_deleted')
  await small.load({ messages: [moved, { ...gone, deleted: true }] }, { now: NOW.getTime() })
  await fillEveryTable(smallState)
  facts = await openFacts({ clickhouseUrl: clickhouse.url })
  state = await openState({ databaseUrl: await postgres.createDatabase() })
  await migrate(facts)
})
afterAll(async () => {
  await Promise.all([facts?.close(), state?.close(), small?.close(), smallState?.close()])
  await Promise.all([clickhouse?.remove(), postgres?.remove()])
  await rm(dir, { recursive: true, force: true })
})

const [first, gone] = fixtureCompany.messages ?? []
if (!first || !gone) throw new Error('The fixture company has no messages.')
/** A message that had another date before: its old key has a tombstone. */
const moved = { ...first, sent_at: '2025-12-31T12:00:00Z' }

const move = async (into: { facts: Facts; state: State } = { facts, state }, replace = false) =>
  copyInstallation(
    await storesSource({ facts: small.facts, state: smallState }, 'the folder', true),
    storesTarget(into, 'The installation there', { kind: 'move', replace, now: NOW }),
  )
const backUp = async (name: string, from = { facts, state }, still = false) =>
  copyInstallation(
    await storesSource(from, 'the servers', still),
    folderTarget(join(dir, name), { reader: async () => small.facts, app: '0.1.0', now: NOW }),
  )
const restore = async (name: string, into: { facts: Facts; state: State }, replace: boolean) =>
  copyInstallation(
    await folderSource(join(dir, name)),
    storesTarget(into, 'The installation', { kind: 'restore', replace, now: NOW }),
  )

it('moves an installation onto servers, however often the move dies on its way', async () => {
  // In the middle of the facts, and when only the completion marker is missing.
  await expect(move({ facts: dyingAt(facts, 'listings'), state })).rejects.toThrow('dead')
  expect(await isPartialCopy(facts)).toBe(true)
  const started = openConfiguredFacts(testSettings({ CLICKHOUSE_URL: clickhouse.url }))
  await expect(started).rejects.toThrow('A move or a restore into these facts did not come to its end. Run it again.')
  expect(await stateRows(state)).not.toEqual(await stateRows(smallState))
  await expect(move({ facts: dyingAt(facts, 'import_log'), state })).rejects.toThrow('dead')
  expect(await isPartialCopy(facts)).toBe(true)

  const last = await move()
  expect(last.filter(({ how }) => how === 'copied').map(({ name }) => name)).toEqual(['import_log'])
  expect(await isPartialCopy(facts)).toBe(false)
  await expectEqualInstallations({ facts, state }, { facts: small.facts, state: smallState })
  expect(last.find(({ name }) => name === 'messages.removed')?.rows).toBe(3)
  expect(last.find(({ name }) => name === 'saved_reports')?.rows).toBe(1)

  // The copy is an installation of its own, in both stores.
  expect(await pairProblem({ facts, state })).toBeUndefined()
  expect(await readInstallationId(state)).toMatch(/^[\da-f-]{36}$/)
  expect((await move()).every(({ how }) => how === 'already there')).toBe(true)
  await expectEqualInstallations({ facts, state }, { facts: small.facts, state: smallState })
})

it('answers there as it did here', async () => {
  const [here, there] = await Promise.all([
    buildServer(testSettings(), { facts: small.facts, state: smallState }),
    buildServer(testSettings(), { facts, state }),
  ])
  for (const report of ['activity', 'calls', 'occupancy', 'response-time', 'renewals']) {
    const url = `/api/reports/${report}`
    const [before, after] = await Promise.all(
      [here, there].map(async (app) => app.inject({ url, headers: await bearer() })),
    )
    expect(after?.statusCode).toBe(200)
    expect(after?.json()).toEqual(before?.json())
  }
  await Promise.all([here.close(), there.close()])
})

it('follows what has changed since, as long as nobody has used the servers', async () => {
  await small.load({ messages: [first] }, { now: NOW.getTime() })
  await smallState.db.execute(sql`update saved_reports set name = 'Another'`)
  await move()
  await expectEqualInstallations({ facts, state }, { facts: small.facts, state: smallState })
})

it('lets a later correction find its older self, and leaves what is used alone', async () => {
  const count = async () =>
    facts.query(`SELECT id, toString(sent_day) AS day FROM messages FINAL WHERE company_id = 1 AND id = ${first.id}`)
  const corrected = JSON.stringify({ ...first, sent_at: '2025-11-30T12:00:00Z' })
  await importRecords(facts, Readable.from([Buffer.from(corrected)]), { entity: 'messages', now: NOW.getTime() })
  expect(await count()).toEqual([{ id: first.id, day: '2025-11-30' }])

  await expect(move()).rejects.toThrow(/^The installation there has been used since .* Nothing was changed\./)
  expect(await count()).toEqual([{ id: first.id, day: '2025-11-30' }])
})

it('backs servers up and restores them into a folder, over what is there only with the option', async () => {
  await backUp('whole')
  expect((await stat(join(dir, 'whole'))).mode & 0o777).toBe(0o700)
  await expect(backUp('whole')).rejects.toThrow(/whole is not empty\. Name a new folder/)
  const before = await stateRows(smallState)
  await expect(restore('whole', { facts: small.facts, state: smallState }, false)).rejects.toThrow(
    /^The installation holds something already\. Nothing was changed\./,
  )
  expect(await stateRows(smallState)).toEqual(before)

  await expect(restore('whole', { facts: dyingAt(small.facts, 'leases'), state: smallState }, true)).rejects.toThrow(
    'dead',
  )
  expect(await isPartialCopy(small.facts)).toBe(true)
  await restore('whole', { facts: small.facts, state: smallState }, true)
  await expectEqualInstallations({ facts: small.facts, state: smallState }, { facts, state }, [
    'deliveries',
    'delivery_recipients',
    'scheduled_reports',
    'feeds',
    'feed_runs',
    'number_watches',
    'watch_calls',
    'webhooks',
    'webhook_calls',
  ])
  expect((await restore('whole', { facts: small.facts, state: smallState }, false)).length).toBeGreaterThan(30)
})

it('sends nothing twice that a backup says is still to be sent', async () => {
  const found = await stateRows(smallState)
  expect(found.deliveries).toMatchObject([{ status: 'failed', lease_until: null }])
  expect(found.delivery_recipients).toMatchObject([
    { status: 'failed', reason: expect.stringMatching(/restored from a backup/) },
  ])
  // A restored feed waits from now on, and a run whose file the backup lacks asks for it again.
  expect(found.feeds?.every((row) => Date.parse(String(row.expected_since)) === NOW.getTime())).toBe(true)
  expect(found.feed_runs?.every((row) => row.status !== 'queued' && row.status !== 'running')).toBe(true)
  expect(found.number_watches).toMatchObject([{ verdict: null, lease_until: null }])
  for (const calls of [found.watch_calls, found.webhook_calls])
    expect(calls).toMatchObject([{ status: 'failed', lease_until: null }])
  expect(found.scheduled_reports?.every((row) => Date.parse(String(row.next_run_at)) > NOW.getTime())).toBe(true)
})

it('names the file that is damaged, and changes nothing', async () => {
  const refused = async (reason: RegExp) => {
    const into = { facts: small.facts, state: smallState }
    await expect(restore('whole', into, true)).rejects.toThrow(reason)
    expect(await isPartialCopy(small.facts)).toBe(false)
  }
  const file = join(dir, 'whole/facts/messages.native.gz')
  const bytes = await readFile(file)
  await truncate(file, bytes.length - 1)
  await refused(/messages\.native\.gz is damaged: it has \d+ bytes instead of \d+\. Nothing was changed\.$/)
  await writeFile(file, Buffer.from(bytes.map((byte, at) => (at === 40 ? byte ^ 1 : byte))))
  await refused(/messages\.native\.gz is damaged: its content is not what was backed up\. Nothing was changed\.$/)
  await rm(file)
  await refused(/messages\.native\.gz is missing\. Nothing was changed\.$/)
  await writeFile(file, bytes)

  const manifest = join(dir, 'whole/manifest.json')
  const text = await readFile(manifest, 'utf8')
  const json = JSON.parse(text)
  await appendFile(manifest, '}')
  await refused(/manifest\.json is damaged\. Nothing was changed\.$/)
  await writeFile(manifest, JSON.stringify({ ...json, format: 2 }))
  await refused(/in a form that this one does not know\.$/)
  await writeFile(manifest, JSON.stringify({ ...json, levels: { facts: 99, state: json.levels.state } }))
  await refused(/was made by a newer version of Leaselight/)
  const gained = json.facts.map((item: { table: string; columns: string[] }) =>
    item.table === 'calls' ? { ...item, columns: [...item.columns, 'mood'] } : item,
  )
  await writeFile(manifest, JSON.stringify({ ...json, facts: gained }))
  await refused(/has a column mood of the table calls, which .+ does not know\. Nothing was changed\. /)
  const foreign = json.facts.map((item: { table: string }) =>
    item.table === 'touches' ? { ...item, table: 'surveys' } : item,
  )
  await writeFile(manifest, JSON.stringify({ ...json, facts: foreign }))
  await refused(/has a table surveys, which .+ does not know\. Nothing was changed\. /)
  // A changed number isn't visible from outside; the count at the end detects it.
  const odd = json.facts.map((item: { table: string; part: string }) =>
    item.table === 'calls' && item.part === 'live' ? { ...item, sum: '1' } : item,
  )
  await writeFile(manifest, JSON.stringify({ ...json, facts: odd }))
  await expect(restore('whole', { facts: small.facts, state: smallState }, true)).rejects.toThrow(
    /^calls did not arrive as it was: /,
  )
  await rm(manifest)
  await expect(restore('whole', { facts: small.facts, state: smallState }, true)).rejects.toThrow(
    /holds no finished backup/,
  )
  await writeFile(manifest, text)
  await restore('whole', { facts: small.facts, state: smallState }, true)
})

it('holds every record once when an import goes on while it is made', async () => {
  let imports = 0
  let statements = 0
  const busy = factsWith(small.facts, {
    async *native(statement, options) {
      // One that moves a record between what is read first of its table and what is read then, and one when all is read.
      if (/ FROM messages /.test(`${statement} `) && ++statements === 2 && ++imports)
        await small.load({ messages: [{ ...first, sent_at: '2025-10-01T12:00:00Z' }] }, { now: NOW.getTime() })
      if (/FROM record_keys/.test(statement) && ++imports)
        await small.load(
          { messages: [{ ...first, sent_at: '2024-10-01T12:00:00Z' }], calls: fixtureCompany.calls },
          { now: NOW.getTime() },
        )
      yield* small.facts.native(statement, options)
    },
  })
  await backUp('busy', { facts: busy, state: smallState })
  expect(imports).toBe(2)
  await restore('busy', { facts, state }, true)
  const [found] = await facts.query(
    `SELECT count() AS rows, uniqExact(company_id, id) AS ids, anyIf(toString(sent_day), id = ${first.id}) AS day FROM messages FINAL`,
  )
  const [{ rows } = { rows: 0 }] = await small.facts.query<{ rows: number }>(
    'SELECT count() AS rows FROM messages FINAL',
  )
  expect(found).toEqual({ rows, ids: rows, day: '2025-10-01' })
  // The next import finds every key, including those that the copy only has as keys.
  await importRecords(facts, Readable.from([Buffer.from(JSON.stringify(first))]), {
    entity: 'messages',
    now: NOW.getTime(),
  })
  expect(await facts.query(`SELECT count() AS rows FROM messages FINAL WHERE id = ${first.id}`)).toEqual([{ rows: 1 }])
})

it('brings a backup of an older version up to date, and erases again who was erased after it was made', async () => {
  const stores = { facts, state, now: () => NOW }
  const [person] = fixtureCompany.prospects ?? []
  const known = async () => facts.query(`SELECT count() AS rows FROM prospects FINAL WHERE id = ${person?.id}`)
  await listErased(facts, 1, [person?.id ?? 0], NOW.getTime())

  const manifest = join(dir, 'busy/manifest.json')
  const json = JSON.parse(await readFile(manifest, 'utf8'))
  const journal = await readFile(
    new URL('../../../../../packages/state/drizzle/meta/_journal.json', import.meta.url),
    'utf8',
  )
  // As it was when only the first tables stood.
  const level = JSON.parse(journal).entries[0].when
  const first = ['prospect_batches', 'prospect_batch_members', 'tickets']
  const tables = json.state.filter(({ table }: { table: string }) => first.includes(table))
  await writeFile(manifest, JSON.stringify({ ...json, levels: { facts: 2, state: level }, state: tables }))
  await restore('busy', { facts, state }, true)
  const found = await stateRows(state)
  expect(found.tickets).toHaveLength(1)
  expect(found.saved_reports).toEqual([])
  expect(Object.keys(found)).toEqual(stateTables)

  expect(await known()).toEqual([{ rows: 1 }])
  expect(await replayErasures(stores)).toBe(1)
  expect(await known()).toEqual([{ rows: 0 }])
  expect(await replayErasures(stores)).toBe(0)
})

it('lets numbers that the database gives out go on after those that were copied', async () => {
  const made = 'create table numbered (id bigserial primary key, name text)'
  await smallState.db.execute(sql.raw(made))
  await smallState.db.execute(sql`insert into numbered values (41, 'copied')`)
  await continueSequences(smallState.db, ['numbered'])
  await smallState.db.execute(sql`insert into numbered (name) values ('new')`)
  expect(await rowsOf(smallState, 'select id::int from numbered order by id')).toEqual([{ id: 41 }, { id: 42 }])
})

it('knows of instances at a server, and takes no other copy for one', async () => {
  const databaseUrl = await postgres.createDatabase()
  const copying = await openState({ databaseUrl, patient: true })
  expect(await connectedInstances(copying)).toBe(0)
  const instance = await openState({ databaseUrl })
  await instance.ping()
  expect(await connectedInstances(copying)).toBe(1)
  await Promise.all([copying.close(), instance.close()])
})
