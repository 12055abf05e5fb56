import type { RecordOf } from '@leaselight/contract'
import type { ReportResult, Viewer } from '@leaselight/model'
import { activity, responseTime } from '@leaselight/reports/definitions'
import { openTestStore, stateFrom, type TestStore } from '@leaselight/reports/testing'
import { emptyFixture, type Fixture } from '@leaselight/sample'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { plainRanks } from '../plain/peers'
import { SEED } from '../seed'
import { createDraw } from './draw'

/**
 * Companies of many properties that answer some of their prospects: every rank, quarter and median must match an
 * independent recount. RANDOM_SEED repeats a run.
 */
const NOW = '2026-05-20T18:00:00Z'
const [MINUTE, DAY] = [60_000, 24 * 3_600_000]
const NAME = 'Zephyr & Quill Living'
const FEW = 2
const SOME = 3

/** A prospect, and after how many seconds an agent answered. */
interface Asked {
  property: number
  seconds: number | null
}

interface Company {
  id: number
  properties: RecordOf<'properties'>[]
  asked: Asked[]
  /** The properties that a manager of some sees. */
  some: number[]
  records: Fixture
}

function company(id: number): Company {
  const draw = createDraw(SEED + id)
  const size = 9 + draw.below(8)
  const regions = [`${NAME} North`, 'East', 'East', 'East', 'West']
  const properties = Array.from({ length: size }, (_, at): RecordOf<'properties'> => {
    const region = regions[draw.below(regions.length + 1)]
    return {
      id: id * 100 + at,
      company_id: id,
      name: `House ${id * 100 + at}`,
      time_zone: 'America/Chicago',
      ...(region !== undefined && { attributes: { Region: region } }),
    }
  })
  const asked = properties.flatMap(({ id: property }) => {
    // Some have exactly as many as a rate needs, one fewer, or none; and equal shares happen.
    const people = [0, 1, 19, 20, 20, 40, 40, 15 + draw.below(30)][draw.below(8)] ?? 0
    const delays = [5, 30, 31, 45, 45, 300]
    return Array.from({ length: people }, (): Asked => {
      const minutes = draw.onceIn(3) ? undefined : delays[draw.below(delays.length)]
      return { property, seconds: minutes === undefined ? null : minutes * 60 }
    })
  })
  const created = asked.map(() => Date.parse(NOW) - DAY - draw.below(4 * 24 * 60) * MINUTE)
  const at = (index: number, seconds = 0) => new Date((created[index] ?? 0) + seconds * 1000).toISOString()
  const ids = properties.map((one) => one.id)
  const some = ids.slice(0, 6)
  const user = (userId: number, property_ids: number[]) => ({
    id: id * 10 + userId,
    company_id: id,
    username: `user${id}${userId}`,
    email: `user${id}${userId}@example.com`,
    first_name: 'Una',
    last_name: 'User',
    role: 'manager',
    property_ids,
  })
  return {
    id,
    properties,
    asked,
    some,
    records: {
      ...emptyFixture(),
      companies: [{ id, name: NAME, time_zone: 'America/Chicago', feature_flags: { activity_report: true } }],
      properties,
      users: [user(1, []), user(FEW, ids.slice(0, 2)), user(SOME, some)],
      prospects: asked.map(({ property }, index) => ({
        id: id * 10_000 + index,
        property_id: property,
        source: 'Website',
        insert_method: 'web-form',
        first_contact_channel: 'internet',
        created_at: at(index),
        status: 'waiting',
      })),
      messages: asked.flatMap(({ property, seconds }, index) =>
        seconds === null
          ? []
          : {
              id: id * 10_000 + index,
              property_id: property,
              prospect_id: id * 10_000 + index,
              channel: 'email',
              direction: 'outbound',
              origin: 'agent',
              sent_at: at(index, seconds),
            },
      ),
    },
  }
}

let store: TestStore
const companies = [1, 2, 3].map(company)
beforeAll(async () => {
  store = await openTestStore(...companies.map(({ records }) => records))
}, 120_000)
afterAll(() => store.close())

const viewerOf = ({ id }: Company, user = 1, demo = false): Viewer => ({
  role: 'manager',
  userId: id * 10 + user,
  companyId: id,
  groupIds: [],
  ...(demo && { demo }),
})
const run = (one: Company, peers: string, user = 1, demo = false): Promise<ReportResult> =>
  store.engineAt(NOW).runReport(responseTime, stateFrom(responseTime, { peers }), viewerOf(one, user, demo))

const quantile = (values: readonly number[]): number | null => {
  const sorted = values.toSorted((a, b) => a - b)
  if (sorted.length === 0) return null
  const at = (sorted.length - 1) / 2
  return ((sorted[Math.floor(at)] ?? 0) + (sorted[Math.ceil(at)] ?? 0)) / 2
}

/** The ranks of some properties, recounted, by the column of the report. */
function recount({ properties, asked }: Company, by: string, seen: readonly number[]) {
  const own = properties.filter(({ id }) => seen.includes(id))
  const of = (property: number) => asked.filter((one) => one.property === property)
  const groupOf = ({ attributes }: RecordOf<'properties'>) =>
    by === 'portfolio' ? 'portfolio' : (attributes?.Region ?? null)
  const rate = (isIn: (one: Asked) => boolean) =>
    own.map((property) => {
      const all = of(property.id)
      const value = all.length === 0 ? null : all.filter(isIn).length / all.length
      return { property: property.id, group: groupOf(property), value, isEnough: all.length >= 20 }
    })
  const times = own.map((property) => {
    const answered = of(property.id).flatMap(({ seconds }) => seconds ?? [])
    return {
      property: property.id,
      group: groupOf(property),
      value: quantile(answered),
      isEnough: answered.length >= 10,
    }
  })
  const higher = (a: number, b: number) => a > b
  const lower = (a: number, b: number) => a < b
  return {
    within30Ratio: plainRanks(
      rate(({ seconds }) => seconds !== null && seconds <= 1800),
      higher,
    ),
    neverRatio: plainRanks(
      rate(({ seconds }) => seconds === null),
      lower,
    ),
    median: plainRanks(times, lower),
  }
}

function expectRanks({ peers }: ReportResult, plain: ReturnType<typeof recount>, about: string): void {
  for (const [column, expected] of Object.entries(plain)) {
    const found = peers?.rows.map(({ key, standings }) => {
      const { state, rank, of, quartile, median } = standings[column] ?? {}
      return [Number(key.slice('property:'.length)), { state, rank, of, quartile, median: rounded(median) }] as const
    })
    const wanted = [...expected].map(([id, one]) => [id, { ...one, median: rounded(one.median) }] as const)
    expect(new Map(found), `${about}, ${column}`).toEqual(new Map(wanted))
  }
}
const rounded = (value: number | null | undefined) =>
  typeof value === 'number' ? Math.round(value * 1e9) / 1e9 : value

describe(`peers in random companies (RANDOM_SEED=${SEED})`, () => {
  const allOf = ({ properties }: Company) => properties.map(({ id }) => id)

  it('are ranked as by a plain recount, in the portfolio and by an attribute', async () => {
    for (const one of companies)
      for (const by of ['portfolio', 'Region']) {
        const result = await run(one, by)
        expect(result.peers?.rows).toHaveLength(one.properties.length)
        expectRanks(result, recount(one, by, allOf(one)), `company ${one.id} by ${by}`)
      }
  })

  it('are only those that the viewer sees', async () => {
    for (const one of companies) {
      const some = await run(one, 'portfolio', SOME)
      expect(some.peers?.rows.map(({ key }) => key).sort()).toEqual(one.some.map((id) => `property:${id}`).sort())
      expectRanks(some, recount(one, 'portfolio', one.some), `company ${one.id}, some`)
      const standings = (await run(one, 'portfolio', FEW)).peers?.rows.flatMap((row) => Object.values(row.standings))
      for (const { of, rank, median, words } of standings ?? []) {
        expect([of <= 2, rank, median]).toEqual([true, null, null])
        expect(words).toMatch(/^(Too few|Nothing to rank)/)
      }
    }
  })

  it('are also those that a choice of properties leaves out', async () => {
    for (const one of companies) {
      const [first] = one.properties
      const engine = store.engineAt(NOW)
      const ask = (params: Record<string, string>) =>
        engine.runReport(activity, stateFrom(activity, { peers: 'portfolio', ...params }), viewerOf(one))
      const [whole, alone] = await Promise.all([ask({}), ask({ property_ids: String(first?.id) })])
      expect(alone.rows.map(({ key }) => key)).toEqual([`property:${first?.id}`])
      expect(alone.peers?.rows).toEqual(whole.peers?.rows.filter(({ key }) => key === `property:${first?.id}`))
      expect(alone.total.prospects).toBe(one.asked.filter(({ property }) => property === first?.id).length)
    }
  })

  it('have no rank in rows that are not properties, and the answer says so', async () => {
    const [one] = companies
    if (!one) throw new Error('There is no company.')
    const state = stateFrom(responseTime, { peers: 'portfolio', by: 'agent' })
    const result = await store.engineAt(NOW).runReport(responseTime, state, viewerOf(one))
    expect(result.peers).toBeUndefined()
    expect(result.notes).toContain('Only properties have peers. Group by property to compare them.')
  })

  it('are disguised in a sales demo, with the same ranks', async () => {
    for (const one of companies) {
      const [real, demo] = await Promise.all([run(one, 'Region'), run(one, 'Region', 1, true)])
      expect(JSON.stringify(demo)).not.toContain(NAME)
      const ranks = ({ peers }: ReportResult) =>
        new Map(peers?.rows.map(({ key, standings }) => [key, Object.values(standings).map(({ rank }) => rank)]))
      expect(ranks(demo)).toEqual(ranks(real))
    }
  })
})
