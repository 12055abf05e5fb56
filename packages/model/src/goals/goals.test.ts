import { describe, expect, it } from 'vitest'
import { count, distinct } from '../report/columns'
import { defineReport, type ReportDefinition } from '../report/definition'
import { checkGoals } from './checkGoals'
import { goalColumns } from './columns'
import { type GoalPlace, groupsOf, placeKey } from './groups'
import { monthOfPeriod, parseMonth } from './months'
import { addProgress, type GoalProgress, type GoalState, judgeGoal } from './pace'
import { divideTarget, goalSheetCsv, parseCells, raisedBy, readGoalSheet } from './sheet'
import { behindText, paceText } from './words'

const stateAt = (target: number, done: number, gone: number, left: number): GoalState =>
  judgeGoal({ target, done, gone, left }).state

describe('the pace of a goal', () => {
  it('says what it needs and does a day, and where that ends', () => {
    const pace = judgeGoal({ target: 22, done: 14, gone: 19, left: 11 })
    expect(pace).toMatchObject({ state: 'onPace', needsPerDay: 8 / 11, doesPerDay: 14 / 19, expected: 22 })
    expect(paceText(pace)).toBe('14 of 22 · needs 0.7 a day, does 0.7')
    const late = judgeGoal({ target: 24, done: 4, gone: 20, left: 10 })
    expect([paceText(late), behindText(late)]).toEqual(['4 of 24 · needs 2 a day, does 0.2', 'behind at 4 of 24'])
  })

  it('is behind when the days left would have to bring more than is usual after the days gone', () => {
    // 10 in 15 days: |rest - 10| <= 2 sqrt(rest + 10) is usual up to a rest of 21.
    expect([20, 21, 31, 32].map((target) => stateAt(target, 10, 15, 15))).toEqual([
      'onPace',
      'possible',
      'possible',
      'behind',
    ])
    // And from a rest of 3 on, one of 2 is less.
    expect([stateAt(13, 10, 15, 15), stateAt(12, 10, 15, 15)]).toEqual(['onPace', 'ahead'])
    // On the last day 8 more are not usual, though the month's own total would be within chance.
    expect(stateAt(22, 14, 29, 1)).toBe('behind')
  })

  it('says nothing where too little is known', () => {
    expect(stateAt(40, 0, 6, 24)).toBe('early')
    expect(stateAt(40, 0, 7, 23)).toBe('behind')
    expect(stateAt(9, 0, 25, 5)).toBe('thin')
    expect(stateAt(5, 0, 0, 30)).toBe('upcoming')
    expect(paceText(judgeGoal({ target: 9, done: 2, gone: 25, left: 5 }))).toBe('2 of 9 · needs 1.4 a day')
  })

  it('says what is so, whatever the number, once the target is done or the month is over', () => {
    expect([stateAt(3, 3, 2, 28), stateAt(3, 2, 30, 0), stateAt(3, 4, 30, 0)]).toEqual(['reached', 'missed', 'reached'])
    expect(paceText(judgeGoal({ target: 3, done: 2, gone: 30, left: 0 }))).toBe('2 of 3 · missed')
  })

  it('adds up properties, with the average of their days', () => {
    const parts: GoalProgress[] = [
      { target: 10, done: 4, gone: 10, left: 20 },
      { target: 6, done: 1, gone: 11, left: 19 },
    ]
    expect(addProgress(parts)).toEqual({ target: 16, done: 5, gone: 10.5, left: 19.5 })
    expect(addProgress([])).toBeNull()
  })
})

describe('months', () => {
  it('are read as spreadsheets write them', () => {
    const written = ['2026-11', '2026-11-01', '11/2026', '11/1/2026', 'Nov 2026', 'November 2026', 'Nov-26']
    expect(new Set(written.map(parseMonth))).toEqual(new Set(['2026-11']))
    expect(['Property', '13/2026', '2026-00', 'Total 2026', ''].map(parseMonth)).toEqual([null, null, null, null, null])
  })

  it('are those of a whole month, and of the current one up to today', () => {
    const today = '2026-11-20'
    const of = (start: string, end: string) => monthOfPeriod({ start, end }, today)
    expect([of('2026-10-01', '2026-10-31'), of('2026-11-01', today)]).toEqual(['2026-10', '2026-11'])
    expect([of('2026-11-01', '2026-11-19'), of('2026-11-02', today), of('2026-10-01', today)]).toEqual([
      null,
      null,
      null,
    ])
  })
})

describe('a table of goals', () => {
  const properties = [
    { id: 11, name: 'Harbor Point' },
    { id: 12, name: 'Sunset, "Old"' },
    { id: 13, name: 'Twin' },
    { id: 14, name: 'Twin' },
  ]
  const groups = groupsOf([{ attributes: { Region: 'West' } }, { attributes: { Region: 'East', Class: 'A' } }])
  const context = { properties, groups, firstOpen: '2026-11', lastOpen: '2031-11', targetOf: () => null }

  it('is read by month columns or line by line, and nothing that fails is lost', () => {
    const wide = readGoalSheet(
      'Property\tOct 2026\tNov 2026\tDec 2026\nHarbor Point\t9\t22\t1,200\n12\t\t5\tten\n',
      context,
    )
    expect(wide.targets).toEqual([
      { propertyId: 11, month: '2026-11', target: 22 },
      { propertyId: 11, month: '2026-12', target: 1200 },
      { propertyId: 12, month: '2026-11', target: 5 },
    ])
    expect(wide.problems).toEqual([
      { line: 2, message: 'Oct 2026 is over. Its goal stays as it was.' },
      { line: 3, message: 'Dec 2026: “ten” is not a whole number from 1 to 1,000,000.' },
    ])
    const long = readGoalSheet(
      'Month,Target,Property\r\n2026-11,22,harbor point\r\n\r\nNov 2026,3,11\r\nsoon,3,13\r\n2026-12,1,Twin',
      context,
    )
    expect(long.targets).toEqual([{ propertyId: 11, month: '2026-11', target: 22 }])
    expect(long.problems).toEqual([
      { line: 4, message: 'Nov 2026: line 2 has a goal for the same property already.' },
      { line: 5, message: '“soon” is not a month. Write it like Nov 2026 or 2026-11.' },
      { line: 6, message: '2 properties are called “Twin”. Use the id: 13 and 14.' },
    ])
    expect(readGoalSheet('Harbor Point,22', context).problems[0]?.message).toMatch(
      /^Name the columns in the first line/,
    )
  })

  it('that was exported is read again, and says nothing of months that are over and unchanged', () => {
    const goals = new Map([
      ['12 2026-10', 4],
      ['12 2026-11', 7],
      ['13 2026-12', 2],
      ['All properties 2026-11', 90],
      ['Region: West 2026-12', 30],
    ])
    const targetOf = (place: GoalPlace, month: string) => goals.get(`${placeKey(place)} ${month}`) ?? null
    const csv = goalSheetCsv(properties, groups, ['2026-10', '2026-11', '2026-12'], targetOf)
    expect(csv.split('\r\n').slice(5)).toEqual([
      'All properties,,90,',
      'Class: A,,,',
      'Region: East,,,',
      'Region: West,,,30',
      '',
    ])
    expect(csv.split('\r\n')[2]).toBe('"Sunset, ""Old""",4,7,')
    expect(readGoalSheet(csv, { ...context, targetOf })).toEqual({ targets: [], groups: [], problems: [] })
    const read = readGoalSheet(csv, context)
    expect(read.targets).toEqual([
      { propertyId: 12, month: '2026-11', target: 7 },
      { propertyId: 13, month: '2026-12', target: 2 },
    ])
    expect(read.groups).toEqual([
      { attribute: null, value: null, month: '2026-11', target: 90 },
      { attribute: 'Region', value: 'West', month: '2026-12', target: 30 },
    ])
    const twice = readGoalSheet('Property,Nov 2026\nregion: west,3\nRegion: West,4\nRegion: North,1', context)
    expect(twice.problems).toEqual([
      { line: 3, message: 'Nov 2026: line 2 has a goal for the same group already.' },
      { line: 4, message: 'No property is called “Region: North”.' },
    ])
  })

  it('keeps line breaks in quotes together', () => {
    expect(parseCells('a,"b\nc"\nd,')).toEqual([
      ['a', 'b\nc'],
      ['d', ''],
    ])
  })
})

it('divides a group’s target in whole numbers that add up, and raises last year by a percentage', () => {
  expect(divideTarget(10, [1, 1, 1])).toEqual([4, 3, 3])
  expect(divideTarget(7, [0, 5, 2])).toEqual([0, 5, 2])
  expect(divideTarget(5, [0, 0])).toEqual([3, 2])
  expect([raisedBy(20, 10), raisedBy(0, 10), raisedBy(15, -50)]).toEqual([22, 1, 8])
})

describe('columns with goals', () => {
  it('must add up over rows and days', () => {
    const columns = { people: { ...distinct('People', 'Each once.'), goal: 'people' } }
    expect(() => checkGoals({ key: 'x', columns })).toThrow('"people" can\'t have goals')
  })

  it('are counted by the report that counts most of them by property', () => {
    const base: Omit<ReportDefinition, 'key' | 'rows' | 'columns'> = {
      ...{ apiKey: 'X', title: 'X', path: '/x', section: 'Leads', gate: 'general', question: 'X?' },
      ...{ defaultFilters: ['dateRange'], additionalFilters: [], tiles: [], charts: [] },
    }
    const leases = count('Leases', 'Leases.', { goal: 'leases' })
    const one = defineReport({ ...base, key: 'one', rows: ['property'], columns: { leases } })
    const byAgent = defineReport({
      ...base,
      key: 'agents',
      rows: ['agent'],
      columns: { leases, visits: count('V', 'V.', { goal: 'visits' }), shows: count('S', 'S.', { goal: 'shows' }) },
    })
    const more = defineReport({
      ...base,
      key: 'more',
      rows: ['property'],
      columns: { signed: leases, visits: count('V', 'V.', { goal: 'visits' }) },
    })
    expect(goalColumns([one, byAgent, more]).map(({ goal, report, key }) => [goal, report.key, key])).toEqual([
      ['leases', 'more', 'signed'],
      ['visits', 'more', 'visits'],
    ])
  })
})
