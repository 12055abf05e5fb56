import { fixtureCompany } from '@leaselight/sample'
import { describe, expect, test } from 'vitest'
import { schemaErrors } from '../testing/responseSchemas'
import { seeded } from '../testing/seeded'
import { goalsServer, march } from './testing'

const { server, ok, set, pace, download, activityCsv, setNow } = goalsServer()

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
    setNow('2026-03-15T05:30:00Z')
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
    const note = 'Goal for leases in Mar, by Mar 14: 2 of 12 · needs 0.6 a day, does 0.1. Still possible.'
    expect(await activityCsv('preset=month_to_date')).toContain(note)
    for (const other of ['preset=last_7_days', 'preset=month_to_date&include_non_prospects=true'])
      expect(await activityCsv(other)).not.toContain('Goal for')
    // The page that says how things are going has the goals of the month in which its week ends.
    const morning = async (query: string) => (await download(`/api/reports/snapshot/export?format=csv&${query}`)).body
    expect(await morning('preset=last_7_days')).toContain(note)
    for (const other of ['preset=last_month', 'preset=last_7_days&sources=Zillow'])
      expect(await morning(other)).not.toContain('Goal for')
  })

  test('is answered as the document says, with the year before', async () => {
    await set('leases', [march(11, 12)])
    expect(await schemaErrors(server().app, 'GoalsPace', await ok('GET', '/api/goals/pace'))).toBeNull()
    expect(await schemaErrors(server().app, 'Goals', await ok('GET', '/api/goals'))).toBeNull()
    const [ann] = fixtureCompany.prospects
    if (!ann) throw new Error('Ann is gone.')
    const late = { ...ann, id: 1990, created_at: '2026-04-29T12:00:00Z', updated_at: undefined }
    await server().store.load({ prospects: [late] }, { now: Date.parse('2026-05-02T12:00:00Z') })
    setNow('2027-03-10T12:00:00Z')
    const before = await ok('GET', '/api/goals/year-before?goal=leads&year=2027')
    expect(await schemaErrors(server().app, 'GoalsYearBefore', before)).toBeNull()
    // Sunset Terrace has no records from March 1 on, and May’s are not all in.
    expect(before.properties.map((one: { counts: (number | null)[] }) => one.counts.slice(0, 5))).toEqual([
      [null, null, 7, 1, null],
      [null, null, null, 0, null],
    ])
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
  await server().store.load(
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
  setNow('2026-03-01T12:00:00Z')
  await set(
    'leads',
    [...targets].map(([id, target]) => [id, month, target]),
    who,
  )
  const dayIn = (instant: number, zone: string) => new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(instant)
  for (let round = 0; round < 4; round++) {
    const at = Date.parse('2026-04-02T00:00:00Z') + Math.floor(random() * 28 * 86_400_000)
    setNow(at)
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
