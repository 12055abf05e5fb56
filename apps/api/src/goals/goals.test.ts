import { layoutFaults, type ParsedPdf, parsePdf } from '@leaselight/files/testing'
import { describe, expect, test } from 'vitest'
import { schemaErrors } from '../testing/responseSchemas'
import { bearer, OTHER_MANAGER } from '../testing/server'
import { goalsServer, march } from './testing'

const { server, ask, ok, set, pace, download, activityCsv, setNow } = goalsServer()
const ofOne = { user_id: 202 }
const agent = { user_id: 204, role: 'agent' }
const analyst = { user_id: 203, role: 'analytics_user' }

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
    setNow('2026-04-01T12:00:00Z')
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
    const file = await download('/api/goals/export?goal=visits&year=2026')
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
    const shown = await server().app.inject({ url: '/api/goals/pace', headers })
    expect(shown.json().goals[0].total).toMatchObject({ target: 12, done: 2 })
    expect(shown.body).not.toContain('Harbor Point')
    const payload = { goal: 'leases', targets: [{ property_id: 11, month: '2026-03', target: 5 }] }
    const changed = await server().app.inject({ method: 'PUT', url: '/api/goals', headers, payload })
    expect([changed.statusCode, changed.json().error.message]).toEqual([400, 'Goals can’t be changed in a sales demo.'])
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
    expect(await schemaErrors(server().app, 'GoalsPace', await ok('GET', '/api/goals/pace'))).toBeNull()

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
    const file = await download('/api/goals/export?goal=leads&year=2026')
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
    expect(await activityCsv('preset=month_to_date')).toContain('Goal for leases in Mar, by Mar 14: 3 of 12')
    expect(await activityCsv('preset=month_to_date&properties_by_attributes=Region:West')).toContain('1 of 4')
    // In a PDF the tile has the bar, as on the screen: 3 of 12, and where a straight line would be.
    const pdf = async (query: string) => (await download(`/api/reports/activity/export?format=pdf&${query}`)).rawPayload
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
      expect(await activityCsv(`preset=month_to_date&${other}`)).not.toContain('Goal for')
  })
})
