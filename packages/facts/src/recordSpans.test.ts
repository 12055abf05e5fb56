import { Readable } from 'node:stream'
import { type EntityName, entityNames, entityOf } from '@leaselight/contract'
import { EVERYTHING, SEED } from '@leaselight/tests/ofRun'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Facts } from './client/facts'
import { drawing } from './derive/testing'
import { eraseListed, listErased } from './erase'
import { freshness } from './freshness'
import { importRecords } from './import'
import { datedEntities, type KnownSpans, type RecordSpan, readSpans } from './recordSpans'
import { factsWith, type Records, type TempFacts, tempFacts } from './testing'

const NOW = Date.UTC(2026, 5, 1)
const company = { id: 1, name: 'Harbor', time_zone: 'America/New_York' }
const zones = ['America/New_York', 'Asia/Kathmandu', 'Pacific/Honolulu']
const property = (id: number, zone: string | undefined) => ({ id, company_id: 1, name: `House ${id}`, time_zone: zone })

let facts: Facts
let store: TempFacts
/** What happens before rows of calls go in, and when they are in and their batch has not ended. */
let beforeWritten = async (): Promise<void> => {}
let onceWritten = async (): Promise<void> => {}
let statements: string[] = []

beforeAll(async () => {
  store = await tempFacts()
  facts = factsWith(store.facts, {
    insert: async (table, ...given) => {
      if (table === 'calls') await beforeWritten()
      await store.facts.insert(table, ...given)
      if (table === 'calls') await onceWritten()
    },
    query: (sql, ...given) => {
      statements.push(sql)
      return store.facts.query(sql, ...given)
    },
  })
  await load({ companies: [company], properties: [1, 2, 3].map((id) => property(id, zones[0])) })
})
afterAll(() => store.close())

async function load(records: Records): Promise<void> {
  for (const [entity, rows] of Object.entries(records) as [EntityName, readonly object[]][]) {
    const lines = rows.map((row) => `${JSON.stringify(row)}\n`)
    await importRecords(facts, Readable.from([Buffer.from(lines.join(''))]), { entity, now: NOW })
  }
}

const call = (id: number, day: number, propertyId: number) => ({
  ...{ id, property_id: propertyId, started_at: new Date(NOW - day * 86_400_000).toISOString() },
  ...{ direction: 'inbound', handled_by: 'agent', outcome: 'answered', caller_type: 'other', duration_seconds: 60 },
})

/** Reads again and again, and knows what was read last. */
class Reader {
  #before: { version: string; answer: KnownSpans } | undefined

  async read(): Promise<readonly RecordSpan[]> {
    const version = (await freshness(facts, 1)).entityVersions.get('calls') ?? ''
    if (this.#before?.version !== version)
      this.#before = {
        version,
        answer: await readSpans(facts, { companyId: 1, entity: 'calls', version }, this.#before),
      }
    return this.#before.answer.spans
  }
}

/** Reads for the first time. */
const readAnew = () => new Reader().read()

const STEPS = EVERYTHING ? 400 : 50

it(`knows every record, whatever came since the last reading (RANDOM_SEED=${SEED})`, {
  timeout: 240_000,
}, async () => {
  const draw = drawing(SEED)
  const reader = new Reader()
  let newest = 0
  /** As they were imported last. */
  const calls = new Map<number, ReturnType<typeof call>>()
  const noted = (one: ReturnType<typeof call>) => {
    calls.set(one.id, one)
    return one
  }
  const newCalls = () => Array.from({ length: 1 + draw(3) }, () => noted(call(++newest, draw(40), 1 + draw(3))))
  const anyCall = () => noted(call(1 + draw(newest || 1), draw(40), 1 + draw(3)))
  /** Others about the same calls. */
  const longerCalls = () =>
    [...calls.values()]
      .filter(() => draw(4) === 0)
      .map((one) => noted({ ...one, duration_seconds: one.duration_seconds + 1 }))
  let failed = newCalls()
  const unlessItFails = (work: Promise<void>) => work.catch(() => undefined)
  const changes: (() => Promise<void>)[] = [
    ...Array.from({ length: 4 }, () => () => load({ calls: newCalls() })),
    ...Array.from({ length: 4 }, () => () => load({ calls: longerCalls() })),
    // Of versions that were merged only the last is left.
    () => facts.command('OPTIMIZE TABLE calls FINAL'),
    () => load({ calls: [anyCall()] }),
    () => load({ calls: [{ ...anyCall(), deleted: true }] }),
    () => load({ calls: [...newCalls(), anyCall()] }),
    () => load({ properties: [property(1 + draw(3), zones[draw(3)])] }),
    () => load({ calls: failed }),
    // Until something comes after a batch that failed, questions don't know of its records.
    async () => {
      failed = newCalls()
      const fails = () => Promise.reject(new Error('The store is away.'))
      if (draw(2)) onceWritten = fails
      else beforeWritten = fails
      await unlessItFails(load({ calls: failed }))
      beforeWritten = onceWritten = async () => {}
      await load({ calls: draw(2) ? newCalls() : failed })
    },
    async () => {
      await load({ prospects: [{ id: 1, property_id: 1, created_at: '2026-05-01T12:00:00Z', insert_method: 'email' }] })
      await load({ calls: [{ ...call(++newest, 50, 2), prospect_id: 1 }] })
      await reader.read()
      await listErased(facts, 1, [1], NOW)
      await eraseListed(facts, 1, { now: NOW })
    },
  ]
  for (let step = 0; step < STEPS; step++) {
    await changes[draw(changes.length)]?.()
    // Several batches may come between two questions.
    if (draw(3) === 0) continue
    expect(await reader.read(), `step ${step}`).toEqual(await readAnew())
  }
})

/** Ids that no other test has. */
let far = 10_000_000

it('reads new records alone, and does not count newer versions of others', async () => {
  await load({ properties: [property(1, zones[0])], calls: [call(++far, 3, 1)] })
  const reader = new Reader()
  const before = await reader.read()
  statements = []
  const count = (spans: readonly RecordSpan[]) => spans.reduce((sum, { records }) => sum + records, 0)
  await load({ calls: [{ ...call(far, 3, 1), duration_seconds: 90 }] })
  expect(await reader.read()).toEqual(before)
  await load({ calls: [call(++far, 300, 1), call(++far, 1, 2)] })
  const after = await reader.read()
  expect(statements.filter((sql) => /count\(\) AS records.*FROM calls FINAL/s.test(sql))).toHaveLength(
    facts.embedded ? 0 : 2,
  )
  expect(count(after)).toBe(count(before) + 2)
  expect(after.find(({ propertyId }) => propertyId === 1)?.first).toBe('2025-08-04')
})

it('counts a new record that was replaced before the next reading', async () => {
  const reader = new Reader()
  await reader.read()
  await load({ calls: [call(++far, 3, 1), call(++far, 3, 1)] })
  await load({ calls: [{ ...call(far, 3, 1), duration_seconds: 90 }] })
  await facts.command('OPTIMIZE TABLE calls FINAL')
  expect(await reader.read()).toEqual(await readAnew())
})

it('counts no record twice that it has read before its batch ended', async () => {
  await load({ calls: [call(++far, 3, 1)] })
  const reader = new Reader()
  onceWritten = async () => void (await reader.read())
  await load({ calls: [call(++far, 4, 1)] })
  onceWritten = async () => {}
  expect(await reader.read()).toEqual(await readAnew())
})

it('reads all where records of a batch that has not ended came before others', async () => {
  await load({ calls: [call(++far, 3, 1)] })
  const reader = new Reader()
  await reader.read()
  await load({ calls: [call(++far, 4, 1)] })
  // As if this one had not ended.
  const [newest] = await facts.query<{ version: number }>('SELECT max(version) AS version FROM calls')
  await facts.command(`ALTER TABLE import_log DELETE WHERE version = ${newest?.version} SETTINGS mutations_sync = 2`)
  await load({ calls: [call(++far, 2, 1)] })
  expect(await reader.read()).toEqual(await readAnew())
})

it('leaves out no entity whose records have a day', () => {
  expect(datedEntities).toEqual(entityNames.filter((entity) => entityOf(entity).datedBy !== undefined))
})
