import { createEngine, type Engine } from '@leaselight/engine'
import { type EntityName, entitiesRead, eraseListed, listErased } from '@leaselight/facts'
import { factsWith } from '@leaselight/facts/testing'
import { addTo, dayAt, initialState } from '@leaselight/model'
import { reports } from '@leaselight/reports'
import { loadQuery } from '@leaselight/reports/server'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { seededRandom } from '../bench/findings/worlds'
import { NOW } from './permutations'
import { openPortfolio, type Portfolio } from './portfolio'
import { ofRun, SEED } from './seed'

// The histories behind findings are read again only where an import touched them, and are the same as if all were read.

type Stored = Record<string, unknown> & { id: number }

let portfolio: Portfolio
let engine: Engine
let now = new Date(NOW)
/** The statements that read histories, each with the days that it reads. */
let read: { sql: string; days: string[] }[] = []
const records = new Map<EntityName, Stored[]>()
const random = seededRandom(SEED)

beforeAll(async () => {
  portfolio = await openPortfolio({
    seed: SEED,
    now: NOW,
    facts: 4_000,
    change: ({ entity, records: batch }) =>
      records.set(entity, [...(records.get(entity) ?? []), ...(batch as readonly object[]).filter(hasId)]),
  })
  const facts = factsWith(portfolio.store.facts, {
    query: (sql, params = {}, options) => {
      const days = Object.values(params).filter((value) => typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value))
      if (/ AS slice\b/.test(sql)) read.push({ sql, days: days.map(String).sort() })
      return portfolio.store.facts.query(sql, params, options)
    },
  })
  engine = createEngine({ facts, loadQuery, now: () => now })
})
afterAll(() => portfolio.close())
beforeEach(() => {
  read = []
})

const hasId = (record: object): record is Stored => 'id' in record && typeof record.id === 'number'

const histories = async (of: Engine, viewer = portfolio.viewers.all) => {
  const found = await of.histories(reports, viewer)
  return { ...found, series: found?.series.map((series) => JSON.stringify(series)).toSorted() }
}

/** What an engine says that knows nothing yet. */
const inFull = (viewer = portfolio.viewers.all) =>
  histories(createEngine({ facts: portfolio.store.facts, loadQuery, now: () => now, cacheCells: 0 }), viewer)

const load = (entity: EntityName, ...changed: object[]) =>
  portfolio.store.load({ [entity]: changed }, { now: now.getTime() })

function anyOf(entity: EntityName): Stored {
  const own = (records.get(entity) ?? []).filter(
    ({ company_id, property_id }) =>
      company_id === 1 || (typeof property_id === 'number' && portfolio.properties.includes(property_id)),
  )
  const found = own[Math.floor(random() * own.length)]
  if (!found) throw new Error(`There are no ${entity}.`)
  return found
}

const days = (count: number) => new Date(now.getTime() + count * 86_400_000)
const moved = (instant: unknown, by: number) => new Date(Date.parse(String(instant)) + by * 86_400_000).toISOString()

it('reads nothing where nothing has changed, and what an import touched otherwise', { timeout: 60_000 }, async () => {
  const first = await histories(engine)
  expect(first.series?.length).toBeGreaterThan(50)
  const all = read.length
  expect(all).toBeGreaterThan(20)
  read = []
  expect(await histories(engine)).toEqual(first)
  expect(read).toEqual([])

  // Records that are here already are no change.
  await load('calls', ...(records.get('calls') ?? []).slice(0, 50))
  await load('agents', ...(records.get('agents') ?? []))
  expect(await histories(engine)).toEqual(first)
  expect(read).toEqual([])

  // Calls of yesterday: of the calls the last week, and what is made of several records of a person.
  const call = anyOf('calls')
  const yesterday = addTo(dayAt(now.getTime(), 'America/New_York'), -1)
  await load('calls', { ...call, id: 900_001, prospect_id: null, started_at: `${yesterday}T17:00:00Z` })
  expect(await histories(engine)).toEqual(await inFull())
  expect(read.length).toBeGreaterThan(0)
  expect(read.length).toBeLessThan(all / 3)
  for (const { sql } of read) expect(entitiesRead(sql)).toContain('calls')
  const ofCalls = read.filter(({ sql }) => /FROM (calls|property_days) FINAL\nWHERE/.test(sql))
  expect(ofCalls.length).toBeGreaterThan(0)
  for (const one of ofCalls) expect([...new Set(one.days)]).toEqual([addTo(first.end ?? '', -6), first.end])
})

const steps: [about: string, change: () => Promise<unknown>][] = [
  ['a call of long ago that was missed', () => load('calls', { ...anyOf('calls'), outcome: 'missed' })],
  [
    'a visit that was on another day',
    () => {
      const visit = anyOf('visits')
      return load('visits', { ...visit, visited_at: moved(visit.visited_at, -20) })
    },
  ],
  ['a visit that is removed', () => load('visits', removed('visits'))],
  ['a person who is no prospect', () => load('prospects', { ...anyOf('prospects'), not_a_prospect: true })],
  ['a person who is removed', () => load('prospects', removed('prospects'))],
  [
    'a person who came elsewhere, on another day',
    () => {
      const person = anyOf('prospects')
      const [property] = portfolio.properties
      return load('prospects', { ...person, property_id: property, created_at: moved(person.created_at, -9) })
    },
  ],
  [
    'an answer to a person',
    () => load('messages', { ...anyOf('messages'), id: 900_002, direction: 'outbound', origin: 'agent' }),
  ],
  [
    'an answer that is still to come',
    async () => {
      const person = anyOf('prospects')
      const answer = { ...anyOf('messages'), direction: 'outbound', origin: 'agent', sent_at: moved(now, 0.5) }
      await load('prospects', { ...person, created_at: moved(now, -1.5), first_contact_channel: 'email' })
      await load('messages', { ...answer, id: 900_003, prospect_id: person.id, property_id: person.property_id })
      now = days(0.75)
    },
  ],
  ['a lease that was canceled', () => load('leases', { ...anyOf('leases'), cancelled_at: moved(now, -30) })],
  ['an office in another zone', () => load('properties', { ...ownProperty(), time_zone: 'Pacific/Honolulu' })],
  ['an office with other hours', () => load('properties', { ...ownProperty(), office_hours: [] })],
  ['a removed property', () => load('properties', { ...ownProperty(), deleted: true })],
  ['the property again', () => load('properties', ownProperty())],
  ['an agent who is removed', () => load('agents', { ...anyOf('agents'), deleted: true })],
  ['a source that costs', () => load('sources', { ...anyOf('sources'), is_paid: true })],
  [
    'the erasure of a person',
    async () => {
      const { id } = anyOf('calls')
      const [call] = await portfolio.store.facts.query<{ person: number }>(
        'SELECT prospect_id AS person FROM calls WHERE prospect_id != 0 AND company_id = 1 ORDER BY id > {id:UInt64}, id LIMIT 1',
        { id },
      )
      await listErased(portfolio.store.facts, 1, [call?.person ?? 0], now.getTime())
      await eraseListed(portfolio.store.facts, 1, { now: now.getTime() })
    },
  ],
  ['another day', async () => (now = days(1))],
  ['the same weekday of the next week', async () => (now = days(6))],
]

const ownProperty = () => {
  const [, , id] = portfolio.properties
  return (records.get('properties') ?? []).find((property) => property.id === id) ?? anyOf('properties')
}
const removed = (entity: EntityName) => {
  const { id, property_id } = anyOf(entity)
  return { id, property_id, deleted: true }
}

it.each(ofRun(steps))(
  `says the same as if all were read, after %s (seed ${SEED})`,
  { timeout: 60_000 },
  async (_, change) => {
    await change()
    expect(await histories(engine)).toEqual(await inFull())
  },
)

it('counts homes on the last day of a week as the report counts them on that day', { timeout: 60_000 }, async () => {
  const report = reports.find(({ key }) => key === 'occupancy')
  const found = await engine.histories(reports, portfolio.viewers.all)
  if (!report || !found) throw new Error('There are no homes.')
  const watched = found.series.filter(({ report: key, level }) => key === report.key && level === 'property')
  expect(watched.length).toBeGreaterThan(2)
  for (const week of [0, 9, 38]) {
    const at = new Date(`${addTo(found.end, -7 * week)}T17:00:00Z`)
    const { rows } = await engine.runReport(report, initialState(report), portfolio.viewers.all, { at })
    for (const { watch, keys, history } of watched)
      expect(history.part[week], `${watch.column} ${week} weeks before`).toBe(
        rows.find(({ propertyId, depth }) => depth === 0 && propertyId === keys[0])?.[watch.column],
      )
  }
})

it('keeps apart what viewers of other properties may see', { timeout: 60_000 }, async () => {
  for (const viewer of [portfolio.viewers.one, portfolio.viewers.all])
    expect(await histories(engine, viewer)).toEqual(await inFull(viewer))
})
