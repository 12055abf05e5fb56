import { mkdtemp, rm, truncate } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  assignFacts,
  claimFacts,
  type EntityName,
  type Facts,
  importRecords,
  migrate,
  openFacts,
  type QueryOptions,
  readClaims,
  repairDerived,
} from '@leaselight/facts'
import { factsWith } from '@leaselight/facts/testing'
import { fixtureCompany } from '@leaselight/sample'
import { pauseSeals, readInstallationId, type State, saveReport } from '@leaselight/state'
import { tempState, tempStateIn } from '@leaselight/state/testing'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { buildServer } from '../../server'
import { NOW, testSettings } from '../../testing/server'
import { prospectRecord } from '../../testing/storeServers'
import { backUp } from '../copy/backup'
import { runErase } from '../erase/erasure'
import { openStores } from '../stores'
import { agreeOnInstallation, ForeignStore, joinInstallation } from './pair'
import { acceptFacts, integrityProblem, whileRemoving } from './seals'

let dataDir: string
let facts: Facts
let state: State

const problem = () => integrityProblem({ facts, state }, NOW)

async function take(entity: EntityName, records: readonly object[]): Promise<void> {
  const lines = (async function* () {
    yield Buffer.from(records.map((record) => JSON.stringify(record)).join('\n'))
  })()
  await importRecords(facts, lines, { entity, now: NOW.getTime() })
}

const prospects = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => prospectRecord(from + index))

/** The folder of a table's first piece. */
async function pieceOf(table: string): Promise<string> {
  const [found] = await facts.query<{ path: string }>(
    'SELECT path FROM system.parts WHERE active AND table = {table:String} ORDER BY name LIMIT 1',
    { table },
  )
  return found?.path ?? ''
}

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'leaselight-integrity-'))
  facts = await openFacts({ dataDir })
  await migrate(facts)
  state = await tempState('embedded')
  await agreeOnInstallation({ facts, state }, NOW)
  for (const entity of ['companies', 'properties'] as const) await take(entity, fixtureCompany[entity] ?? [])
  await take('prospects', prospects(5000, 5020))
})
afterAll(async () => {
  await facts.close()
  await state.close()
  await rm(dataDir, { recursive: true, force: true })
})

it('takes neither merges nor erasures for damage', async () => {
  expect(await problem()).toBeUndefined()
  await take('prospects', prospects(5020, 5030))
  await facts.command('OPTIMIZE TABLE prospects FINAL')
  expect(await problem()).toBeUndefined()
  const job = { company_id: 1, prospect_ids: [5001], agent_ids: [], user_ids: [], whole: false, readmit: false }
  expect((await runErase({ facts, state, now: () => NOW }, job)).people).toBe(1)
  expect(await problem()).toBeUndefined()
  // A look while rows are removed, such as after an import in between, seals nothing that is about to go.
  await whileRemoving({ facts, state }, NOW, async () => {
    await take('prospects', prospects(6000, 6001))
    expect(await problem()).toBeUndefined()
    await runErase({ facts, state, now: () => NOW }, { ...job, prospect_ids: [6000] })
  })
  expect(await problem()).toBeUndefined()
})

it('tells what is lost, refuses to copy the rest, and goes on telling after imports', async () => {
  // Sealed: one piece cut short, one gone. Not sealed, as in an older installation: another one cut short.
  const [short, gone, unsealed] = [
    await pieceOf('prospects'),
    await pieceOf('record_keys'),
    await pieceOf('properties'),
  ]
  await state.db.execute(sql`delete from fact_seals where "table" = 'properties'`)
  await facts.close()
  await truncate(join(short, 'data.bin'), 100)
  await rm(gone, { recursive: true })
  await truncate(join(unsealed, 'data.bin'), 10)
  facts = await openFacts({ dataDir })

  const told = await problem()
  expect(told).toMatch(/^Part of the facts is lost or unreadable: .*Restore the latest backup.*--accept$/)
  expect(told).toMatch(/; prospects lacks at least 29 rows \(\w+\)/)
  expect(told).toMatch(/; record_keys lacks at least \d+ rows/)
  expect(told).toMatch(/properties lacks an unknown number of rows \(broken-on-start_\w+\)/)
  const app = await buildServer(testSettings(), { facts, state })
  const readiness = (await app.inject('/readyz')).json()
  await app.close()
  expect(readiness).toMatchObject({ status: 'ready', missing: [], reasons: [told] })
  expect(readiness.impaired).toContain('integrity')
  const backup = { directory: join(dataDir, 'backup'), location: dataDir, isQuiescent: true, now: NOW }
  await expect(backUp({ facts, state }, backup, () => undefined)).rejects.toThrow('Nothing was copied.')

  await take('properties', fixtureCompany.properties ?? [])
  await take('prospects', prospects(5000, 5030))
  expect(await problem()).toBe(told)
  await acceptFacts({ facts, state }, NOW)
  expect(await problem()).toBeUndefined()
})

it('works out again what lost pieces said of homes, prospects, and calls', async () => {
  await take('units', fixtureCompany.units ?? [])
  await take('leases', fixtureCompany.leases ?? [])
  await take('calls', fixtureCompany.calls ?? [])
  await take('transcripts', fixtureCompany.transcripts ?? [])
  await repairDerived(facts)
  const rows = () =>
    Promise.all([
      facts.query('SELECT unit_id, spans FROM home_spans FINAL ORDER BY unit_id'),
      facts.query('SELECT prospect_id, leased FROM prospect_milestones FINAL ORDER BY prospect_id'),
      facts.query('SELECT call_id, lines FROM call_lines FINAL ORDER BY call_id'),
    ])
  const before = await rows()
  for (const table of before.slice(0, 2)) expect(table.length).toBeGreaterThan(3)
  expect(before[2]).not.toEqual([])
  expect(await problem()).toBeUndefined()
  const lost = await Promise.all(['home_spans', 'prospect_milestones', 'call_lines'].map(pieceOf))
  await facts.close()
  for (const piece of lost) await rm(piece, { recursive: true })
  facts = await openFacts({ dataDir })
  const after = await rows()
  for (const [place, table] of after.entries()) expect(table).not.toEqual(before[place])
  expect(await problem()).toBeUndefined()
  expect(await rows()).toEqual(before)
})

it('seals nothing that a removal takes away: seen before it, or left to the engine by a killed process', async () => {
  const later = new Date(NOW.getTime() + 60_000)
  const job = { company_id: 1, prospect_ids: [7001], agent_ids: [], user_ids: [], whole: false, readmit: false }
  await take('prospects', prospects(7001, 7002))
  // The removal comes between the look's last statement and its seals.
  const slow = factsWith(facts, {
    query: async <T>(statement: string, ...rest: [Record<string, unknown>?, QueryOptions?]) => {
      const rows = await facts.query<T>(statement, ...rest)
      if (statement.includes('detached_parts')) await runErase({ facts, state, now: () => later }, job)
      return rows
    },
  })
  expect(await integrityProblem({ facts: slow, state }, NOW)).toBeUndefined()
  expect(await problem()).toBeUndefined()

  await facts.command('SYSTEM STOP MERGES prospects')
  await take('prospects', prospects(7002, 7003))
  await pauseSeals(state, later)
  await facts.command('ALTER TABLE prospects DELETE WHERE id = 7002 SETTINGS mutations_sync = 0')
  await joinInstallation({ facts, state }, later)
  expect(await problem()).toBeUndefined()
  await facts.command('SYSTEM START MERGES prospects')
  await vi.waitFor(async () => {
    expect(await facts.query(`SELECT 1 FROM system.mutations WHERE table = 'prospects' AND NOT is_done`)).toEqual([])
  }, 20_000)
  expect(await problem()).toBeUndefined()
})

it('gives stores without an id the same one, also after a crash in between', async () => {
  const forget = () =>
    Promise.all([facts.command('TRUNCATE TABLE installation_claims'), state.db.execute(sql`delete from installation`)])
  await forget()
  await Promise.all([1, 2, 3].map(() => agreeOnInstallation({ facts, state }, NOW)))
  expect(await problem()).toBeUndefined()
  await forget()
  const announced = '00000000-0000-4000-8000-000000000009'
  await claimFacts(facts, announced, 'announced', NOW)
  await agreeOnInstallation({ facts, state }, NOW)
  expect(await readInstallationId(state)).toBe(announced)
})

it('takes no instance that starts beside it for another installation', async () => {
  const [[before], id] = [await readClaims(facts), await readInstallationId(state)]
  await Promise.all([
    facts.command('TRUNCATE TABLE installation_claims'),
    state.db.execute(sql`delete from installation`),
  ])
  // The other one starts and agrees after this one has looked at the facts, and before it looks at the state.
  let other: Promise<void> | undefined
  const slow = factsWith(facts, {
    query: async <T>(text: string, params?: Record<string, unknown>, options?: QueryOptions) => {
      const rows = await facts.query<T>(text, params, options)
      other ??= agreeOnInstallation({ facts, state }, NOW)
      await other
      return rows
    },
  })
  await agreeOnInstallation({ facts: slow, state }, NOW)
  expect(await problem()).toBeUndefined()
  await state.db.execute(sql`update installation set id = ${id}`)
  await assignFacts(facts, String(before?.id), NOW)
})

it('refuses stores of different installations, and says what to do', async () => {
  const refusal = (what: RegExp) =>
    expect(agreeOnInstallation({ facts, state }, NOW)).rejects.toThrow(
      new RegExp(`^${what.source}\\. .*run it again.*npm run check -- --accept$`),
    )
  await facts.command('TRUNCATE TABLE installation_claims')
  await refusal(/The facts are new, and the state store belongs to the installation 00000000/)
  await claimFacts(facts, '11111111-0000-4000-8000-000000000009', 'agreed', NOW)
  await refusal(
    /The facts belong to the installation 11111111, and the state store belongs to the installation 00000000/,
  )
  await state.db.execute(sql`delete from installation`)
  await refusal(/The facts belong to the installation 11111111, and the state store is new/)

  const saved = { name: 'Week', report: 'activity', params: {} }
  await saveReport(state, { companyId: 1, userId: 201 }, saved, NOW)
  for (const table of ['installation_claims', 'companies']) await facts.command(`TRUNCATE TABLE ${table}`)
  await refusal(/The state store holds saved work, and the facts hold no company/)
})

it('opens no stores that don’t belong together', async () => {
  await claimFacts(facts, '11111111-0000-4000-8000-000000000009', 'agreed', NOW)
  await facts.close()
  await (await tempStateIn(dataDir)).close()
  await expect(openStores(testSettings({ DATA_DIR: dataDir }), 'test')).rejects.toThrow(ForeignStore)
  facts = await openFacts({ dataDir })
})
