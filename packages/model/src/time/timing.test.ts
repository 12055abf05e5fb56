import { expect, test } from 'vitest'
import { weekdayOf } from './dates'
import { describeTiming, formatRun, latestRun, nextRun, nextRuns, parseTiming, type Timing } from './timing'
import { wallTime } from './zones'

const timing = (request: Partial<Timing>): Timing => ({
  frequency: 'DAILY',
  weekdays: [],
  dayOfMonth: null,
  time: '07:30',
  timeZone: 'America/New_York',
  ...request,
})

/** Every run of a year, computed as in the product: one after another. */
function runsOf(request: Timing, year: number): Date[] {
  const runs: Date[] = []
  const end = new Date(`${year + 1}-01-02T00:00:00Z`)
  for (let run = nextRun(request, new Date(`${year - 1}-12-30T00:00:00Z`)); run < end; run = nextRun(request, run))
    if (wallTime(run.getTime(), request.timeZone).day.startsWith(String(year))) runs.push(run)
  return runs
}

// Zones north and south of the equator, with half-hour offsets, and without clock changes.
const zones = ['America/New_York', 'Australia/Lord_Howe', 'Europe/Berlin', 'Asia/Kolkata']

test.each(zones)('a year of days in %s has one run on each, at its local time', (timeZone) => {
  const runs = runsOf(timing({ timeZone }), 2026)
  expect(runs).toHaveLength(365)
  expect(new Set(runs.map((run) => wallTime(run.getTime(), timeZone).day)).size).toBe(365)
  expect(new Set(runs.map((run) => wallTime(run.getTime(), timeZone).second))).toEqual(new Set([7.5 * 3600]))
})

test.each([
  // 02:30 does not exist on March 8 in New York: it is 07:30 UTC, before as after the change.
  ['America/New_York', '02:30', ['2026-03-07T07:30:00.000Z', '2026-03-08T07:30:00.000Z', '2026-03-09T06:30:00.000Z']],
  // In Berlin 02:30 comes twice on October 25; the first one counts.
  ['Europe/Berlin', '02:30', ['2026-10-24T00:30:00.000Z', '2026-10-25T00:30:00.000Z', '2026-10-26T01:30:00.000Z']],
  // Lord Howe's clock moves by half an hour: 02:15 is skipped on October 4.
  [
    'Australia/Lord_Howe',
    '02:15',
    ['2026-10-02T15:45:00.000Z', '2026-10-03T15:45:00.000Z', '2026-10-04T15:15:00.000Z'],
  ],
])('in %s at %s a clock change neither drops nor doubles a run', (timeZone, time, expected) => {
  const first = expected[0] ?? ''
  const runs = nextRuns(timing({ timeZone, time }), new Date(Date.parse(first) - 1), 3)
  expect(runs.map((run) => run.toISOString())).toEqual(expected)
})

test('weekly timings run on their days, monthly ones on theirs or on the last', () => {
  const weekly = runsOf(timing({ frequency: 'WEEKLY', weekdays: [1, 5] }), 2026)
  expect(weekly).toHaveLength(52 + 52)
  expect(new Set(weekly.map((run) => weekdayOf(wallTime(run.getTime(), 'America/New_York').day)))).toEqual(
    new Set([1, 5]),
  )
  const monthly = (dayOfMonth: number, year: number) =>
    runsOf(timing({ frequency: 'MONTHLY', dayOfMonth, timeZone: 'Pacific/Auckland' }), year).map((run) =>
      wallTime(run.getTime(), 'Pacific/Auckland').day.slice(5),
    )
  expect(monthly(31, 2026)).toEqual(
    '01-31 02-28 03-31 04-30 05-31 06-30 07-31 08-31 09-30 10-31 11-30 12-31'.split(' '),
  )
  expect(monthly(30, 2028).slice(0, 3)).toEqual(['01-30', '02-29', '03-30'])
  expect(monthly(1, 2026)).toHaveLength(12)
})

test('a day that a zone skipped sends nothing twice', () => {
  // Samoa had no December 30, 2011.
  const runs = nextRuns(timing({ timeZone: 'Pacific/Apia' }), new Date('2011-12-29T00:00:00Z'), 4)
  expect(new Set(runs.map((run) => run.getTime())).size).toBe(4)
})

test('of missed runs the latest is made, and the others are counted', () => {
  const daily = timing({})
  const due = new Date('2026-03-05T12:30:00Z')
  expect(latestRun(daily, due, due)).toEqual({ run: due, before: 0 })
  expect(latestRun(daily, due, new Date('2026-03-08T11:29:59Z'))).toEqual({
    run: new Date('2026-03-07T12:30:00Z'),
    before: 2,
  })
  expect(latestRun(daily, due, new Date('2026-03-08T11:30:00Z')).before).toBe(3)
})

test('parses a timing, rejects an invalid one with a sentence, and describes it', () => {
  const request = {
    frequency: 'WEEKLY',
    weekdays: [5, 1, 5],
    dayOfMonth: 3,
    time: '07:30',
    timeZone: 'America/New_York',
  }
  const read = parseTiming(request)
  expect(read).toEqual({ ...request, weekdays: [1, 5], dayOfMonth: null })
  expect(describeTiming(read)).toBe('Every Monday and Friday at 7:30 AM Eastern Time')
  expect(describeTiming(timing({ frequency: 'MONTHLY', dayOfMonth: 31 }))).toMatch(/^On the last day of every month at/)
  expect(formatRun(new Date('2026-03-09T11:30:00Z'), read, new Date('2026-03-08T11:30:00Z'))).toBe(
    'Mon, Mar 9, 7:30 AM',
  )
  for (const wrong of [
    { frequency: 'HOURLY' },
    { weekdays: [] },
    { weekdays: [0] },
    { weekdays: ['1'] },
    { weekdays: null },
    { frequency: 'MONTHLY', dayOfMonth: 32 },
    { frequency: 'MONTHLY', dayOfMonth: 1.5 },
    { time: '24:00' },
    { time: '7:30' },
    { timeZone: 'Mars/Olympus' },
    { timeZone: '+05:00' },
  ])
    expect(() => parseTiming({ ...request, ...wrong })).toThrow(/\.$/)
})
