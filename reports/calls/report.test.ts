import { buildTable, type Dimension, type ReportResult, type Row, rowDimensions, type Viewer } from '@leaselight/model'
import { fixtureCompany, otherCompany } from '@leaselight/sample'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { activity } from '../activity/report'
import { occupancy } from '../occupancy/report'
import { openTestStore, stateFrom, type TestStore, viewer } from '../testing'
import { calls } from './report'
import { standalone } from './testing'

// The fixture company's inbound calls of March 8–14, counted by hand (6012 is Dora's, who is no prospect, 6013 deleted Eli's):
//   6001 Harbor Point, Tuesday 10th 13:15, first call, Website, answered
//   6002 Harbor Point, Thursday 12th 09:05, return call, Website, missed
//   6003 Harbor Point, Wednesday 11th 14:00, resident, no source, answered
//   6004 Sunset Terrace, Thursday 12th 12:30, other, no source, voicemail
//   6005 Sunset Terrace, Friday 13th 20:15, first call, Apartments.com, answered by the AI after closing
//   6006 Harbor Point, Sunday 8th 01:59:30, first call, Website, missed; closed on Sundays
//   6007 Harbor Point, Sunday 8th 03:00:30, return call, Apartments.com, voicemail; closed
//   6014 Sunset Terrace, Tuesday 10th 13:30, first call, Drive By, requested text, in the lunch break
//   6015 Harbor Point, Wednesday 11th 10:00, first call, no source, answered; its prospect is unknown
// and of March 1–7: 6008 Harbor Point, Friday 6th 11:00, return call, Craigslist, answered on the property's holiday.

/** totalCalls, answered, missed, voicemail, requestedText, offHoursCalls. */
type Counts = [number, number, number, number, number, number]
const NONE: Counts = [0, 0, 0, 0, 0, 0]

let store: TestStore
const maria = viewer('manager', 201)

beforeAll(async () => {
  store = await openTestStore(fixtureCompany, otherCompany)
})
afterAll(() => store.close())

/** A request about every caller, unless it names some; without `caller_type` the report is about first calls. */
const ask = (params: Record<string, string> = {}) => stateFrom(calls, { caller_type: 'ALL', ...params })
const run = (params: Record<string, string> = {}, who: Viewer = maria): Promise<ReportResult> =>
  store.engineAt(fixtureCompany.now).runReport(calls, ask(params), who)

const numbers = (values: Row | ReportResult['total'] | null | undefined): Counts => [
  Number(values?.totalCalls),
  Number(values?.answered),
  Number(values?.missed),
  Number(values?.voicemail),
  Number(values?.requestedText),
  Number(values?.offHoursCalls),
]

const keyed = (rows: Row[]) => rows.map((row) => [row.key, numbers(row)])

describe('Calls, grouped seven ways', () => {
  const total: Counts = [9, 4, 2, 2, 1, 4]
  const priorTotal: Counts = [1, 1, 0, 0, 0, 1]

  async function grouped(by: Dimension, current: [string, Counts][], prior: [string, Counts]) {
    const result = await run({ group_by: by })
    expect(keyed(result.rows)).toEqual(current)
    expect(keyed(result.priorRows)).toEqual(current.map(([key]) => [key, key === prior[0] ? prior[1] : NONE]))
    expect(numbers(result.total)).toEqual(total)
    expect(numbers(result.priorTotal)).toEqual(priorTotal)
    return result.rows.map((row) => row[nameField(by)])
  }
  const nameField = (by: Dimension) =>
    buildTable(calls, { rows: [], total: {}, timeZone: 'UTC', today: '2026-03-15' }, ask({ group_by: by })).columns[0]
      ?.key ?? ''

  it('by property', async () => {
    const names = await grouped(
      'property',
      [
        ['property:11', [6, 3, 2, 1, 0, 2]],
        ['property:12', [3, 1, 0, 1, 1, 2]],
      ],
      ['property:11', [1, 1, 0, 0, 0, 1]],
    )
    expect(names).toEqual(['Harbor Point', 'Sunset Terrace'])
    expect(rowDimensions(calls, ask())).toEqual(['property'])
  })

  it('by source, the unknown last', async () => {
    const names = await grouped(
      'source',
      [
        ['source:Apartments.com', [2, 1, 0, 1, 0, 2]], // 6005, 6007
        ['source:Craigslist', NONE], // the week before
        ['source:Drive%20By', [1, 0, 0, 0, 1, 1]], // 6014
        ['source:Website', [3, 1, 2, 0, 0, 1]], // 6001, 6002, 6006
        ['source:', [3, 2, 0, 1, 0, 0]], // 6003, 6004, 6015
      ],
      ['source:Craigslist', [1, 1, 0, 0, 0, 1]],
    )
    expect(names).toEqual(['Apartments.com', 'Craigslist', 'Drive By', 'Website', 'Unknown'])
  })

  it('by source attribute: Type is the first and only one', async () => {
    const names = await grouped(
      'source-attribute',
      [
        ['source-attribute:Classifieds', NONE],
        ['source-attribute:ILS', [2, 1, 0, 1, 0, 2]], // Apartments.com
        ['source-attribute:Own', [3, 1, 2, 0, 0, 1]], // Website
        ['source-attribute:', [4, 2, 0, 1, 1, 1]], // Drive By has none; 6003, 6004, 6015 no source
      ],
      ['source-attribute:Classifieds', [1, 1, 0, 0, 0, 1]],
    )
    expect(names).toEqual(['Classifieds', 'ILS', 'Own', 'Unknown'])
  })

  it('by status', async () => {
    const names = await grouped(
      'status',
      [
        ['status:answered', [4, 4, 0, 0, 0, 1]], // off hours: 6005
        ['status:missed', [2, 0, 2, 0, 0, 1]], // 6006
        ['status:voicemail', [2, 0, 0, 2, 0, 1]], // 6007
        ['status:requested-text', [1, 0, 0, 0, 1, 1]], // 6014
      ],
      ['status:answered', [1, 1, 0, 0, 0, 1]],
    )
    expect(names).toEqual(['Answered', 'Missed', 'Voicemail', 'Requested text'])
  })

  it('by caller type', async () => {
    const names = await grouped(
      'caller-type',
      [
        ['caller-type:prospect-first-call', [5, 3, 1, 0, 1, 3]], // 6001, 6005, 6006, 6014, 6015
        ['caller-type:prospect-return-call', [2, 0, 1, 1, 0, 1]], // 6002, 6007
        ['caller-type:resident', [1, 1, 0, 0, 0, 0]],
        ['caller-type:other', [1, 0, 0, 1, 0, 0]],
      ],
      ['caller-type:prospect-return-call', [1, 1, 0, 0, 0, 1]],
    )
    expect(names).toEqual(['First Call', 'Return Call', 'Resident', 'Other'])
  })

  it('by weekday of the property’s own day', async () => {
    const names = await grouped(
      'day',
      [
        ['day:2', [2, 1, 0, 0, 1, 1]], // 6001, 6014
        ['day:3', [2, 2, 0, 0, 0, 0]], // 6003, 6015
        ['day:4', [2, 0, 1, 1, 0, 0]], // 6002, 6004
        ['day:5', [1, 1, 0, 0, 0, 1]], // 6005, Saturday already in UTC
        ['day:7', [2, 0, 1, 1, 0, 2]], // 6006, 6007
      ],
      ['day:5', [1, 1, 0, 0, 0, 1]],
    )
    expect(names).toEqual(['Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Sunday'])
  })

  it('by hour of the property’s own day, which skips 2 AM on the 8th', async () => {
    const names = await grouped(
      'hour',
      [
        ['hour:1', [1, 0, 1, 0, 0, 1]], // 6006
        ['hour:3', [1, 0, 0, 1, 0, 1]], // 6007, a minute later
        ['hour:9', [1, 0, 1, 0, 0, 0]], // 6002
        ['hour:10', [1, 1, 0, 0, 0, 0]], // 6015
        ['hour:11', NONE],
        ['hour:12', [1, 0, 0, 1, 0, 0]], // 6004
        ['hour:13', [2, 1, 0, 0, 1, 1]], // 6001, 6014
        ['hour:14', [1, 1, 0, 0, 0, 0]], // 6003
        ['hour:20', [1, 1, 0, 0, 0, 1]], // 6005
      ],
      ['hour:11', [1, 1, 0, 0, 0, 1]],
    )
    expect(names).toEqual(['1 AM', '3 AM', '9 AM', '10 AM', '11 AM', '12 PM', '1 PM', '2 PM', '8 PM'])
  })
})

describe('Calls as shares', () => {
  it('divides by the calls of the same row', async () => {
    const state = ask({ view_as: 'PERCENTAGE' })
    const result = await store.engineAt(fixtureCompany.now).runReport(calls, state, maria)
    const table = buildTable(calls, result, state)
    expect(table.columns.map((column) => column.label)).toEqual([
      'Property',
      'Calls',
      'Answered',
      'Missed',
      'Voicemail',
      'Requested text',
      'Off hours',
    ])
    expect(table.rows.map((row) => row.values)).toEqual([
      ['Harbor Point', 6 / 6, 3 / 6, 2 / 6, 1 / 6, 0, 2 / 6],
      ['Sunset Terrace', 3 / 3, 1 / 3, 0, 1 / 3, 1 / 3, 2 / 3],
    ])
    expect(table.total.values).toEqual(['Total', 9 / 9, 4 / 9, 2 / 9, 2 / 9, 1 / 9, 4 / 9])
    // Of so few calls a person reads the calls.
    expect(table.total.texts).toEqual(['Total', '9 of 9', '4 of 9', '2 of 9', '2 of 9', '1 of 9', '4 of 9'])
  })

  it('has no share of nothing', async () => {
    const state = ask({ view_as: 'PERCENTAGE', group_by: 'source' })
    const result = await store.engineAt(fixtureCompany.now).runReport(calls, state, maria)
    const craigslist = buildTable(calls, result, state).rows[1]
    expect(craigslist?.texts).toEqual(['Craigslist', '—', '—', '—', '—', '—', '—'])
  })
})

describe('Calls, filtered', () => {
  const totalOf = async (params: Record<string, string>) => {
    const result = await run(params)
    return [numbers(result.total), numbers(result.priorTotal)[0]]
  }

  it('by one choice of callers', async () => {
    expect(await totalOf({ caller_type: 'FIRST_TIME' })).toEqual([[5, 3, 1, 0, 1, 3], 0])
    expect(await totalOf({ caller_type: 'RETURN_CALL' })).toEqual([[2, 0, 1, 1, 0, 1], 1])
    expect(await totalOf({ caller_type: 'FIRST_AND_RETURN_CALL' })).toEqual([[7, 3, 2, 1, 1, 4], 1])
    expect(await totalOf({ caller_type: 'RESIDENT' })).toEqual([[1, 1, 0, 0, 0, 0], 0])
    expect(keyed((await run({ caller_type: 'FIRST_TIME' })).rows)).toEqual([
      ['property:11', [3, 2, 1, 0, 0, 1]], // 6001, 6006, 6015
      ['property:12', [2, 1, 0, 0, 1, 2]], // 6005, 6014
    ])
  })

  it('by caller types, sources and how they ended', async () => {
    expect(await totalOf({ caller_types: 'resident,other' })).toEqual([[2, 1, 0, 1, 0, 0], 0])
    expect(await totalOf({ sources: 'Website' })).toEqual([[3, 1, 2, 0, 0, 1], 0])
    expect(await totalOf({ sources: 'Craigslist,Drive By' })).toEqual([[1, 0, 0, 0, 1, 1], 1])
    expect(await totalOf({ statuses: 'missed,voicemail' })).toEqual([[4, 0, 2, 2, 0, 2], 0])
  })

  it('by the property’s own weekday and hour', async () => {
    expect(await totalOf({ days: '7' })).toEqual([[2, 0, 1, 1, 0, 2], 0]) // 6006, 6007
    // 6002 at 9, 6015 at 10, 6004 at 12, 6001 and 6014 at 13; before: 6008 at 11.
    expect(await totalOf({ hours: '9-13' })).toEqual([[5, 2, 1, 1, 1, 1], 1])
    expect(await totalOf({ days: '5', hours: '20-20' })).toEqual([[1, 1, 0, 0, 0, 1], 0]) // 6005
    expect(await totalOf({ days: '6' })).toEqual([NONE, 0]) // not 6005: Saturday only in UTC
  })
})

describe('the calls behind a number', () => {
  const open = (column: string, row: string | null, params = {}) =>
    store.engineAt(fixtureCompany.now).members(calls, ask(params), maria, {
      row,
      column,
      period: 'current',
      page: 1,
      pageSize: 50,
    })

  it('are as many as the number, newest first', async () => {
    const off = await open('offHoursCalls', null)
    expect(off.total).toBe(4)
    expect(off.rows.map((row) => row.when)).toEqual([
      'Fri, Mar 13, 8:15 PM',
      'Tue, Mar 10, 1:30 PM',
      'Sun, Mar 8, 3:00 AM',
      'Sun, Mar 8, 1:59 AM',
    ])
    expect(off.rows.map((row) => row.name)).toEqual(['Unknown', 'Unknown', 'Lena Lopez', 'Unknown'])
  })

  it('have the caller’s name where there is no prospect', async () => {
    const resident = await open('answered', 'caller-type:resident', { group_by: 'caller-type' })
    expect(resident.rows.map((row) => row.name)).toEqual(['Rita Resident'])
    const unknown = await open('totalCalls', 'source:', { group_by: 'source' })
    expect(unknown.rows.map((row) => row.id)).toEqual([6004, 6003, 6015])
    const sunday = await open('totalCalls', 'day:7', { group_by: 'day' })
    expect(sunday.rows.map((row) => row.id)).toEqual([6007, 6006])
  })
})

describe('rights', () => {
  it('follow the role and the property list of the user’s record', async () => {
    const seen = async (who: Viewer) => (await run({}, who)).total.totalCalls
    expect(await seen(viewer('manager', 202))).toBe(6)
    expect(await seen(viewer('agent', 204))).toBe(3)
    expect(await seen(viewer('agent', 205))).toBe(0)
    expect(await seen(viewer('manager', 999))).toBe(0)
    expect(await seen(viewer('manager', 201, 2))).toBe(1) // the other company's own property
  })

  it('show a property that has only call intelligence in Calls and nowhere else', async () => {
    await store.load(standalone)
    expect(keyed((await run()).rows)).toEqual([
      ['property:11', [6, 3, 2, 1, 0, 2]],
      ['property:13', [1, 1, 0, 0, 0, 0]], // without office hours nothing is out of hours
      ['property:12', [3, 1, 0, 1, 1, 2]],
    ])
    const engine = store.engineAt(fixtureCompany.now)
    const leads = await engine.runReport(activity, stateFrom(activity), maria)
    expect(leads.rows.map((row) => row.key)).toEqual(['property:11', 'property:12'])
    expect(leads.total.leads).toBe(10)
    // Filtering by its name does not make it visible.
    const alone = await engine.runReport(activity, stateFrom(activity, { property_ids: '13' }), maria)
    expect([alone.rows, alone.total.leads]).toEqual([[], 0])
    const homes = await engine.runReport(occupancy, stateFrom(occupancy), maria)
    expect(homes.rows.map((row) => row.key)).toEqual(['property:11', 'property:12'])
    expect(homes.total.totalUnits).toBe(11)
  })

  it('show it everywhere in a company without standalone handling', async () => {
    const [company] = fixtureCompany.companies ?? []
    if (!company) throw new Error('The fixture company has no company.')
    await store.load(standalone)
    const flags = { ...company.feature_flags, call_intelligence_standalone: false }
    await store.load({ companies: [{ ...company, feature_flags: flags }] })
    const engine = store.engineAt(fixtureCompany.now)
    const leads = await engine.runReport(activity, stateFrom(activity), maria)
    expect(leads.rows.map((row) => row.key)).toEqual(['property:11', 'property:13', 'property:12'])
    expect(leads.total.leads).toBe(11)
    const homes = await engine.runReport(occupancy, stateFrom(occupancy, { property_ids: '13' }), maria)
    expect(homes.total.totalUnits).toBe(1)
    // Calls included it before and still does; its other products count too.
    expect((await run()).total.totalCalls).toBe(10)
    const { lists } = await engine.companyContext(maria)
    expect(lists.properties.map(({ id }) => id)).toEqual([11, 13, 12])
    expect(lists.callIntelGatedProperties.map(({ id }) => id)).toContain(13)
    expect(lists.callIntelStandaloneProperties).toEqual([])
    await store.load({ companies: [company] })
    expect((await engine.runReport(activity, stateFrom(activity), maria)).total.leads).toBe(10)
  })
})
