import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { EntityName } from '@leaselight/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { EngineUnavailable, type Facts, importRecords, migrate, recover } from '../..'
import { EmbeddedEngine } from '../../client/engines/embedded'
import { factsOver } from '../../client/warehouse'
import { ana, company, east, linesOf, message, west } from '../testing'

let dir: string
let facts: Facts
/** How many inserts ask for room in one moment, and how many did at most. */
let asking = 0
let mostAsking = 0
/** How often the disk still has room. */
let room = Number.POSITIVE_INFINITY

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'leaselight-full-'))
  const free = async () => {
    asking++
    mostAsking = Math.max(mostAsking, asking)
    await sleep(5)
    asking--
    return room-- > 0 ? 1e12 : 1e6
  }
  facts = factsOver(new EmbeddedEngine(join(dir, 'facts'), free))
  await migrate(facts)
  await take('companies', [company])
  await take('properties', [east, west])
})
afterAll(async () => {
  await facts.close()
  await rm(dir, { recursive: true, force: true })
})

const take = (entity: EntityName, records: readonly object[]) => importRecords(facts, linesOf(records), { entity })

const seen = (table: string) => facts.query(`SELECT * EXCEPT version FROM ${table} FINAL ORDER BY id`)
const stories = { prospects: ana, messages: message }
const day = (year: number) => `${year}-05-05T05:05:05Z`

it.each(['prospects', 'messages'] as const)(
  'wherever the disk is full in an import of %s, it says so and loses nothing',
  async (entity) => {
    const at = (year: number, property_id: number) =>
      [1, 2, 3].map((id) => ({ ...stories[entity], id, property_id, sent_at: day(year), created_at: day(year) }))
    await take(entity, at(2027, 20))
    const after = await seen(entity)
    for (let inserts = 0; ; inserts++) {
      await take(entity, at(2026, 10))
      room = inserts
      const answer = await take(entity, at(2027, 20)).catch((error: unknown) => error)
      const wasFull = answer instanceof Error
      room = Number.POSITIVE_INFINITY
      if (wasFull) {
        expect(answer).toBeInstanceOf(EngineUnavailable)
        expect(answer.message).toMatch(/^The disk of the data store is full\./)
        // As a server does now and then by itself.
        await recover(facts)
        expect(await facts.query(`SELECT id, count() AS times FROM ${entity} FINAL GROUP BY id ORDER BY id`)).toEqual(
          [1, 2, 3].map((id) => ({ id, times: 1 })),
        )
        await take(entity, at(2027, 20))
      }
      expect(await seen(entity)).toEqual(after)
      if (!wasFull) return
      expect(inserts).toBeLessThan(20)
    }
  },
)

it('a large batch goes in as two inserts side by side; where one finds no room, the same import again completes it', async () => {
  const records = (year: number, property_id: number) =>
    Array.from({ length: 5_000 }, (_, index) => ({ ...message, id: index + 10, property_id, sent_at: day(year) }))
  const counted = () =>
    facts.query(
      'SELECT property_id, toYear(sent_day) AS year, count() AS n FROM messages FINAL WHERE id >= 10 GROUP BY ALL',
    )
  mostAsking = 0
  await take('messages', records(2026, 10))
  expect(mostAsking).toBe(2)
  // The log and the places of the records have room, then one half of the records.
  room = 3
  const full = await take('messages', records(2027, 20)).catch((error: unknown) => error)
  room = Number.POSITIVE_INFINITY
  expect(full).toBeInstanceOf(EngineUnavailable)
  await recover(facts)
  const [all, ids] = await Promise.all([
    facts.query<{ n: number }>('SELECT count() AS n FROM messages FINAL WHERE id >= 10'),
    facts.query<{ n: number }>('SELECT uniqExact(id) AS n FROM messages FINAL WHERE id >= 10'),
  ])
  expect([all[0]?.n, ids[0]?.n]).toEqual([5_000, 5_000])
  await take('messages', records(2027, 20))
  expect(await counted()).toEqual([{ property_id: 20, year: 2027, n: 5_000 }])
})
