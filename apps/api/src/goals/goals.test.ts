import { layoutFaults, type ParsedPdf, parsePdf } from '@leaselight/files/testing'
import { fixtureCompany } from '@leaselight/sample'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { requestHelpers } from '../testing/requests'
import { schemaErrors } from '../testing/responseSchemas'
import { seeded } from '../testing/seeded'
import { bearer, NOW, OTHER_MANAGER, type TestServer, testServer } from '../testing/server'

let now = NOW
let server: TestServer
beforeAll(async () => {
  server = await testServer({}, { now: () => now })
})
afterEach(async () => {
  now = NOW
  await server.state.run((db) => db.execute('delete from goals'))
  await server.state.run((db) => db.execute('delete from group_goals'))
})
afterAll(() => server.close())

const { ask, ok } = requestHelpers(
  () => server,
  () => now,
)
const set = (goal: string, targets: [property: number, month: string, target: number | null][], who: object = {}) =>
  ask(
    'PUT',
    '/api/goals',
    { goal, targets: targets.map(([property_id, month, target]) => ({ property_id, month, target })) },
    who,
  )
const ofOne = { user_id: 202 }
const agent = { user_id: 204, role: 'agent' }
const analyst = { user_id: 203, role: 'analytics_user' }

const march = (property: number, target: number | null): [number, string, number | null] => [
  property,
  '2026-03',
  target,
]
const pace = async (query = '', who: object = {}) => {
  const { goals } = await ok('GET', `/api/goals/pace?${query}`, undefined, who)
  return goals
}

describe('goals', () => {
  test('are set by managers and administrators, for the properties that they see', async () => {
    expect((await set('leases', [march(11, 12), march(12, 3)])).body).toEqual({ saved: 2 })
    expect((await set('leases', [march(12, 4)], { user_id: 206, role: 'admin' })).status).toBe(200)
    for (const who of [agent, analyst]) {
      expect(await set('leases', [march(12, 9)], who)).toMatchObject({ status: 404 })
      expect(await ok('GET', '/api/goals?goal=leases', undefined, who)).toMatchObject({ may_set: false })
    }
    // A property that is not theirs looks like one that is not there.
    const missing = await set('leases', [march(99, 9)], ofOne)
    expect([missing.status, missing.body.error.message]).toEqual([404, 'There is no such property.'])
    expect(await set('leases', [march(12, 9)], ofOne)).toEqual(missing)
    expect(await set('leases', [march(21, 9)])).toEqual(missing)
    const { properties } = await ok('GET', '/api/goals?goal=leases')
    expect(properties.map((one: { targets: unknown[] }) => one.targets[2])).toEqual([12, 4])
    const mine = await ok('GET', '/api/goals?goal=leases', undefined, ofOne)
    expect(mine.properties.map((one: { property: string }) => one.property)).toEqual(['Harbor Point'])
    expect((await pace('', ofOne))[0].properties).toHaveLength(1)
    expect(await pace('', OTHER_MANAGER)).toEqual([])
  })

  test('of a month that is over stay as they were', async () => {
    await set('leases', [march(11, 12)])
    now = new Date('2026-04-01T12:00:00Z')
    const refused = await set('leases', [march(11, null)])
    expect([refused.status, refused.body.error.message]).toEqual([400, 'Mar is over. Its goals stay as they were.'])
    await set('leases', [[11, '2026-04', 9]])
    await set('leases', [
      [11, '2026-04', null],
      [11, '2026-05', 7],
    ])
    const { properties, first_open_month: first } = await ok('GET', '/api/goals?goal=leases')
    expect([first, properties[0].targets]).toEqual([
      '2026-04',
      [null, null, 12, null, 7, null, null, null, null, null, null, null],
    ])
  })

  test('are all or none, and say what is wrong', async () => {
    const wrong = async (target: number, month = '2026-03') =>
      (await set('leases', [march(12, 5), [11, month, target]])).body.error.message
    expect([await wrong(0), await wrong(5, '2026-13'), await wrong(5, '2040-01')]).toEqual([
      'A goal is a whole number from 1 to 1,000,000.',
      'A month is written like 2026-11.',
      'Goals can be set for the next five years.',
    ])
    expect((await set('leases', [march(11, 5), march(11, 6)])).body.error.message).toMatch(/two goals/)
    expect((await set('followups', [march(11, 5)])).status).toBe(404)
    expect(await pace()).toEqual([])
    expect((await ask('GET', '/api/goals/pace?month=soon')).body.error.message).toBe(
      'month must be a month such as 2026-11.',
    )
  })

  test('come from a table, whose unusable lines are named, and go into one', async () => {
    const text = 'Property,Feb 2026,Mar 2026,Apr 2026\nHarbor Point,3,12,14\nSunset Tower,,1,\nSunset Terrace,,x,4\n'
    const targets = [
      { property_id: 11, month: '2026-03', target: 12 },
      { property_id: 11, month: '2026-04', target: 14 },
      { property_id: 12, month: '2026-04', target: 4 },
    ]
    const problems = [
      { line: 2, message: 'Feb 2026 is over. Its goal stays as it was.' },
      { line: 3, message: 'No property is called “Sunset Tower”.' },
      { line: 4, message: 'Mar 2026: “x” is not a whole number from 1 to 1,000,000.' },
    ]
    const body = { goal: 'visits', text }
    expect(await ok('POST', '/api/goals/preview', body)).toEqual({ saved: 0, targets, groups: [], problems })
    expect(await pace()).toEqual([])
    expect(await ok('POST', '/api/goals/import', body)).toEqual({ saved: 3, targets, groups: [], problems })
    const file = await server.app.inject({ url: '/api/goals/export?goal=visits&year=2026', headers: await bearer() })
    expect(file.headers['content-disposition']).toContain('goals-visits-2026.csv')
    expect(file.body.split('\r\n').slice(1, 3)).toEqual(['Harbor Point,,,12,14,,,,,,,,', 'Sunset Terrace,,,,4,,,,,,,,'])
    expect(await ok('POST', '/api/goals/import', { goal: 'visits', text: file.body })).toMatchObject({
      saved: 0,
      problems: [],
    })
  })

  test('have other names and can’t be set in a sales demo', async () => {
    await set('leases', [march(11, 12)])
    const headers = { ...(await bearer()), 'x-demo': 'true' }
    const shown = await server.app.inject({ url: '/api/goals/pace', headers })
    expect(shown.json().goals[0].total).toMatchObject({ target: 12, done: 2 })
    expect(shown.body).not.toContain('Harbor Point')
    const payload = { goal: 'leases', targets: [{ property_id: 11, month: '2026-03', target: 5 }] }
    const changed = await server.app.inject({ method: 'PUT', url: '/api/goals', headers, payload })
    expect([changed.statusCode, changed.json().error.message]).toEqual([400, 'Goals can’t be changed in a sales demo.'])
  })
})

// March 1–14. Leads: Cleo, Fay and the five of the second week at Harbor Point; Hana, Jade, Gus and Kai at Sunset Terrace.
// Visits: Cleo, Ann and Max; Fay, Gus and Kai. Leases: Ann and Fay; Gus.
describe('the pace of the fixture company', () => {
  test('counts each property through the last day that is over there', async () => {
    for (const goal of ['leads', 'visits', 'leases']) await set(goal, [march(11, 12), march(12, 3)])
    const goals = await pace('month=2026-03')
    const read = goals.map(
      (one: { goal: string; properties: { property_id: number; text: string; state: string }[] }) => [
        one.goal,
        ...one.properties.map(({ property_id: id, text, state }) => `${id}: ${text} (${state})`).sort(),
      ],
    )
    expect(read).toEqual([
      ['leads', '11: 7 of 12 · needs 0.3 a day (thin)', '12: 4 of 3 · reached (reached)'],
      ['visits', '11: 3 of 12 · needs 0.5 a day (thin)', '12: 3 of 3 · reached (reached)'],
      ['leases', '11: 2 of 12 · needs 0.6 a day, does 0.1 (possible)', '12: 1 of 3 · needs 0.1 a day (thin)'],
    ])
    expect(goals[0]).toMatchObject({ as_of: '2026-03-14', without: 0, total: { target: 15, done: 11, left: 17 } })
    // The first at Harbor Point is behind what a straight line would have by more than the other.
    expect(goals[2].properties.map((one: { property_id: number }) => one.property_id)).toEqual([11, 12])
    // 1 AM in New York is the evening before in Los Angeles.
    now = new Date('2026-03-15T05:30:00Z')
    const [leads] = await pace('goal=leads')
    const lefts = leads.properties.map((one: { property_id: number; left: number }) => [one.property_id, one.left])
    expect(Object.fromEntries(lefts)).toEqual({ 11: 17, 12: 18 })
    expect(await pace('goal=leads&property_ids=12')).toMatchObject([{ total: { target: 3, done: 4 }, without: 0 }])
  })

  test('is the same in GraphQL', async () => {
    await set('leases', [march(11, 12)])
    const query =
      '{ goals(goal: "leases", year: 2026) { maySet properties { propertyId targets } } goalPace { goal without total { text needsPerDay } } }'
    const { data } = await ok('POST', '/api/graphql', { query })
    expect(data.goals.properties[0]).toEqual({ propertyId: 11, targets: [null, null, 12, ...Array(9).fill(null)] })
    const [own] = await pace()
    const { text, needs_per_day: needsPerDay } = own.total
    expect(data.goalPace).toEqual([{ goal: 'leases', without: 1, total: { text, needsPerDay } }])
  })

  test('is in the files of the month’s reports, and of no other', async () => {
    await set('leases', [march(11, 12)])
    const file = async (query: string) =>
      (await server.app.inject({ url: `/api/reports/activity/export?format=csv&${query}`, headers: await bearer() }))
        .body
    const note = 'Goal for leases in Mar, by Mar 14: 2 of 12 · needs 0.6 a day, does 0.1. Still possible.'
    expect(await file('preset=month_to_date')).toContain(note)
    for (const other of ['preset=last_7_days', 'preset=month_to_date&include_non_prospects=true'])
      expect(await file(other)).not.toContain('Goal for')
    // The page that says how things are going has the goals of the month in which its week ends.
    const morning = async (query: string) =>
      (await server.app.inject({ url: `/api/reports/snapshot/export?format=csv&${query}`, headers: await bearer() }))
        .body
    expect(await morning('preset=last_7_days')).toContain(note)
    for (const other of ['preset=last_month', 'preset=last_7_days&sources=Zillow'])
      expect(await morning(other)).not.toContain('Goal for')
  })

  test('is answered as the document says, with the year before', async () => {
    await set('leases', [march(11, 12)])
    expect(await schemaErrors(server.app, 'GoalsPace', await ok('GET', '/api/goals/pace'))).toBeNull()
    expect(await schemaErrors(server.app, 'Goals', await ok('GET', '/api/goals'))).toBeNull()
    const [ann] = fixtureCompany.prospects
    if (!ann) throw new Error('Ann is gone.')
    const late = { ...ann, id: 1990, created_at: '2026-04-29T12:00:00Z', updated_at: undefined }
    await server.store.load({ prospects: [late] }, { now: Date.parse('2026-05-02T12:00:00Z') })
    now = new Date('2027-03-10T12:00:00Z')
    const before = await ok('GET', '/api/goals/year-before?goal=leads&year=2027')
    expect(await schemaErrors(server.app, 'GoalsYearBefore', before)).toBeNull()
    // Sunset Terrace has no records from March 1 on, and May’s are not all in.
    expect(before.properties.map((one: { counts: (number | null)[] }) => one.counts.slice(0, 5))).toEqual([
      [null, null, 7, 1, null],
      [null, null, null, 0, null],
    ])
  })
})

// East is Harbor Point, West is Sunset Terrace. Leads of March 1–14: 7 and 4; visits: 3 and 3.
describe('the goal of a group', () => {
  const setGroups = (
    goal: string,
    groups: [attribute: string | null, value: string | null, target: number | null][],
    who: object = {},
  ) =>
    ask(
      'PUT',
      '/api/goals',
      { goal, groups: groups.map(([attribute, value, target]) => ({ attribute, value, month: '2026-03', target })) },
      who,
    )
  const company = (target: number | null): [null, null, number | null] => [null, null, target]

  test('goes before the sum of its properties, of which some may have none', async () => {
    await set('leads', [march(11, 12)])
    expect(await pace()).toMatchObject([{ own: null, groups: [], without: 1, total: { target: 12, done: 7 } }])
    expect((await setGroups('leads', [company(30), ['Region', 'West', 9]])).body).toEqual({ saved: 2 })
    const [leads] = await pace()
    // All 11 leads count, also those of the property without a goal, which began on March 4: 11 in 12.5 days on average.
    expect(leads).toMatchObject({ own: 'All properties', without: 1, total: { target: 30, done: 11, left: 17 } })
    expect(leads.total.text).toBe('11 of 30 · needs 1.1 a day, does 0.9')
    expect(leads.properties).toMatchObject([{ property_id: 11, target: 12, done: 7 }])
    expect(leads.groups).toMatchObject([
      { attribute: 'Region', value: 'West', group: 'Region: West', target: 9, done: 4 },
    ])
    expect(await schemaErrors(server.app, 'GoalsPace', await ok('GET', '/api/goals/pace'))).toBeNull()

    // Filtered to the group, its own; chosen by their ids, the same; a group without one has the sum.
    const west = { own: 'Region: West', groups: [], without: 1, total: { target: 9, done: 4 }, properties: [] }
    expect(await pace('attribute=Region&value=West')).toMatchObject([west])
    expect(await pace('property_ids=12')).toMatchObject([west])
    expect(await pace('attribute=Region&value=East')).toMatchObject([{ own: null, total: { target: 12, done: 7 } }])
    expect(await pace('attribute=Region&value=North')).toEqual([])
    // A single property that was chosen has its own goal, where it has one.
    await set('leads', [march(12, 5)])
    expect(await pace('property_ids=12')).toMatchObject([{ own: null, total: { target: 5, done: 4 } }])
    expect(await pace('attribute=Region&value=West')).toMatchObject([{ own: 'Region: West', total: { target: 9 } }])
    await setGroups('leads', [company(null)])
    expect(await pace()).toMatchObject([{ own: null, total: { target: 17 }, groups: [{ group: 'Region: West' }] }])
  })

  test('alone is a goal, without any of a property', async () => {
    await setGroups('visits', [company(8)])
    const [visits] = await pace()
    expect(visits).toMatchObject({ goal: 'visits', own: 'All properties', properties: [], without: 2 })
    expect(visits).toMatchObject({ as_of: '2026-03-14', total: { target: 8, done: 6 } })
  })

  test('is set and read by those who see every property of it', async () => {
    const refused = await setGroups('leads', [company(30)], ofOne)
    expect([refused.status, refused.body.error.message]).toEqual([404, 'There is no such group.'])
    for (const [attribute, value] of [
      ['Region', 'West'],
      ['Region', 'North'],
      ['Region', null],
    ] as const)
      expect(await setGroups('leads', [[attribute, value, 3]], ofOne)).toEqual(refused)
    expect((await setGroups('leads', [['Region', 'East', 20]], ofOne)).status).toBe(200)
    expect((await setGroups('leads', [company(30), ['Region', 'West', 9]])).status).toBe(200)
    for (const who of [agent, analyst]) expect((await setGroups('leads', [company(3)], who)).status).toBe(404)
    const grid = async (who: object) =>
      (await ok('GET', '/api/goals?goal=leads', undefined, who)).groups.map(
        (one: { group: string; size: number; targets: unknown[] }) => [one.group, one.size, one.targets[2]],
      )
    expect(await grid(ofOne)).toEqual([
      ['Class: A', 1, null],
      ['Region: East', 1, 20],
    ])
    expect(await grid({})).toEqual([
      ['All properties', 2, 30],
      ['Class: A', 1, null],
      ['Class: B', 1, null],
      ['Region: East', 1, 20],
      ['Region: West', 1, 9],
    ])
    expect(await pace('', ofOne)).toMatchObject([{ own: 'Region: East', total: { target: 20, done: 7 }, groups: [] }])
    expect(await pace('', OTHER_MANAGER)).toEqual([])
    expect((await setGroups('leads', [company(3), company(4)])).body.error.message).toMatch(/^A group has two goals/)
    expect((await ask('PUT', '/api/goals', { goal: 'leads' })).body.error.message).toBe('There is no goal to set.')
    expect((await ask('GET', '/api/goals/pace?attribute=Region')).body.error.message).toBe(
      'An attribute needs a value.',
    )
  })

  test('comes from a table and goes into one, and is the same in GraphQL', async () => {
    const text = 'Property,Mar 2026\nHarbor Point,12\nAll properties,30\nregion: west,9\nRegion: North,1\n'
    const read = await ok('POST', '/api/goals/import', { goal: 'leads', text })
    expect(read).toMatchObject({
      saved: 3,
      groups: [
        { attribute: null, value: null, month: '2026-03', target: 30 },
        { attribute: 'Region', value: 'West', month: '2026-03', target: 9 },
      ],
      problems: [{ line: 5, message: 'No property is called “Region: North”.' }],
    })
    const file = await server.app.inject({ url: '/api/goals/export?goal=leads&year=2026', headers: await bearer() })
    expect(file.body.split('\r\n').slice(3, 5)).toEqual(['All properties,,,30,,,,,,,,,', 'Region: West,,,9,,,,,,,,,'])
    const query = `{ goals(goal: "leads", year: 2026) { groups { attribute value group size targets } }
      goalPace { own total { text } groups { attribute value group text } }
      west: goalPace(attribute: "Region", value: "West") { own total { text } } }`
    const { data } = await ok('POST', '/api/graphql', { query })
    const [rest] = await pace()
    const group = ({ attribute, value, group: label, text: words }: Record<string, string>) => ({
      ...{ attribute, value, group: label, text: words },
    })
    expect(data.goalPace).toEqual([{ own: rest.own, total: { text: rest.total.text }, groups: rest.groups.map(group) }])
    const [west] = await pace('attribute=Region&value=West')
    expect(data.west).toEqual([{ own: 'Region: West', total: { text: west.total.text } }])
    expect(data.goals.groups).toEqual((await ok('GET', '/api/goals?goal=leads')).groups)
  })

  test('is in the files of a report of the group, and in no report of a part of it', async () => {
    await setGroups('leases', [company(12), ['Region', 'West', 4]])
    const file = async (query: string) =>
      (await server.app.inject({ url: `/api/reports/activity/export?format=csv&${query}`, headers: await bearer() }))
        .body
    expect(await file('preset=month_to_date')).toContain('Goal for leases in Mar, by Mar 14: 3 of 12')
    expect(await file('preset=month_to_date&properties_by_attributes=Region:West')).toContain('1 of 4')
    // In a PDF the tile has the bar, as on the screen: 3 of 12, and where a straight line would be.
    const pdf = async (query: string) =>
      (await server.app.inject({ url: `/api/reports/activity/export?format=pdf&${query}`, headers: await bearer() }))
        .rawPayload
    const [plain, withGoals] = [await pdf('preset=last_7_days'), await pdf('preset=month_to_date')].map(parsePdf)
    if (!plain || !withGoals) throw new Error('Both files were requested.')
    expect(layoutFaults(withGoals)).toEqual([])
    const bars = ({ shapes }: ParsedPdf) =>
      shapes.flatMap(({ page, points }) => {
        const [[left = 0, top = 0] = [], [right = 0] = [], [, bottom = 0] = []] = points
        return page === 0 && points.length === 4 && Math.abs(bottom - top - 2.5) < 0.01 ? [right - left] : []
      })
    expect(bars(plain)).toEqual([])
    const [track = 0, done = 0, ...others] = bars(withGoals)
    expect([done / track, others]).toEqual([expect.closeTo(3 / 12, 5), []])
    for (const other of [
      'property_ids=11',
      'properties_by_attributes=Region:East',
      'properties_by_attributes=Region:East|West',
    ])
      expect(await file(`preset=month_to_date&${other}`)).not.toContain('Goal for')
  })
})

// Leads at random instants in three time zones, recounted here by the clock of each property alone.
test('the pace of random companies is that of a plain recount', async () => {
  const SEED = Number(process.env.RANDOM_SEED ?? Math.floor(Math.random() * 2 ** 31))
  const random = seeded(SEED)
  const zones = ['America/New_York', 'America/Denver', 'Pacific/Honolulu']
  const properties = zones.map((time_zone, at) => ({
    ...{ id: 41 + at, company_id: 4, name: `Random ${at}`, time_zone },
    ...{ attributes: {}, office_hours: [], products: [] },
  }))
  const [ann] = fixtureCompany.prospects
  const [maria] = fixtureCompany.users
  if (!ann || !maria) throw new Error('Ann or Maria is gone.')
  const begin = Date.parse('2026-01-01T00:00:00Z')
  const leads = Array.from({ length: 400 }, (_, at) => ({
    ...{
      ...ann,
      agent_id: undefined,
      updated_at: undefined,
      id: 4001 + at,
      property_id: 41 + Math.floor(random() ** 2 * 3),
    },
    created_at: new Date(begin + Math.floor(random() * 120 * 86_400_000)).toISOString(),
  }))
  await server.store.load(
    {
      companies: [{ id: 4, name: 'Random Homes', time_zone: 'America/Denver', feature_flags: {} }],
      properties,
      users: [{ ...maria, id: 401, company_id: 4, property_ids: [] }],
      prospects: leads,
    },
    { now: Date.parse('2026-05-01T12:00:00Z') },
  )
  const who = { company_id: 4, user_id: 401 }
  const month = '2026-04'
  const targets = new Map(properties.map(({ id }) => [id, 1 + Math.floor(random() * 60)]))
  now = new Date('2026-03-01T12:00:00Z')
  await set(
    'leads',
    [...targets].map(([id, target]) => [id, month, target]),
    who,
  )
  const dayIn = (instant: number, zone: string) => new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(instant)
  for (let round = 0; round < 4; round++) {
    const at = Date.parse('2026-04-02T00:00:00Z') + Math.floor(random() * 28 * 86_400_000)
    now = new Date(at)
    const [answer] = await pace(`month=${month}&goal=leads`, who)
    const read = Object.fromEntries(
      answer.properties.map((one: Record<string, number>) => [
        one.property_id,
        [one.done, one.gone, one.left, one.state],
      ]),
    )
    const plain = properties.map(({ id, time_zone: zone }) => {
      const gone = Number(dayIn(at, zone).slice(8)) - 1
      const isIn = (day: string) => day.startsWith(month) && Number(day.slice(8)) <= gone
      const done = leads.filter(
        (lead) => lead.property_id === id && isIn(dayIn(Date.parse(lead.created_at), zone)),
      ).length
      const target = targets.get(id) ?? 0
      const left = 30 - gone
      return [id, [done, gone, left, plainState(target, done, gone, left)]]
    })
    expect([SEED, read]).toEqual([SEED, Object.fromEntries(plain)])
  }
})

/** The rule as the documentation has it, without the formula of the band. */
function plainState(target: number, done: number, gone: number, left: number): string {
  const rest = Math.max(0, target - done)
  if (rest === 0) return 'reached'
  if (gone < 7) return gone === 0 ? 'upcoming' : 'early'
  if (rest < 10 && done < 10) return 'thin'
  const ratio = left / gone
  const isUsual = Math.abs(rest - ratio * done) <= 2 * Math.sqrt(ratio * (rest + done)) + 1e-9
  if (isUsual) return rest <= ratio * done ? 'onPace' : 'possible'
  return rest > ratio * done ? 'behind' : 'ahead'
}
