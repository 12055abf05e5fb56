import { describe, expect, it, test } from 'vitest'
import { judgeGoal } from '../goals/pace'
import { count, measure, ratio } from '../report/columns'
import type { Numbers } from '../report/numbers'
import { explainingRow, type InnerRow } from './explainingRow'
import { afterQuietHours } from './quietHours'
import { crosses, crossingText, type NumberCondition, type NumberReading, watchVerdict } from './verdict'

const reading = (value: number | null, rest: Partial<NumberReading> = {}): NumberReading => ({
  ...{ value, text: String(value), priorText: null, state: 'usual', direction: 'flat', usual: '', evidence: null },
  goal: null,
  ...rest,
})
const below = { condition: 'below', threshold: 10 } as const

it('is behind a goal where the pace is judged to be, and not when a month begins', () => {
  const at = (target: number, done: number, gone: number, left: number) =>
    reading(done, { goal: judgeGoal({ target, done, gone, left }) })
  const behind = { condition: 'behind' } as const
  const verdicts = [at(24, 4, 20, 10), at(24, 0, 2, 28), at(9, 0, 20, 10), at(24, 14, 20, 10), reading(4)]
  expect(verdicts.map((one) => watchVerdict(behind, one))).toEqual(['met', 'clear', null, 'clear', null])
  expect(crossingText('Leases at Willow Creek', behind, at(24, 4, 20, 10), 'integer')).toBe(
    'Leases at Willow Creek: behind at 4 of 24',
  )
})

describe('a verdict', () => {
  it.each<[NumberCondition, NumberReading, 'met' | 'clear' | null]>([
    [below, reading(9), 'met'],
    [below, reading(10), 'clear'],
    [{ condition: 'above', threshold: 10 } as const, reading(11), 'met'],
    [below, reading(null), null],
    ...(['thin', 'settling', 'incomparable'] as const).map(
      (state) => [below, reading(9, { state }), null] satisfies [NumberCondition, NumberReading, null],
    ),
    [{ condition: 'unusual' } as const, reading(9, { state: 'signal' }), 'met'],
    [{ condition: 'unusual' } as const, reading(0, { state: 'gone' }), 'met'],
    [{ condition: 'unusual' } as const, reading(9), 'clear'],
    [{ condition: 'unusual' } as const, reading(9, { state: null }), null],
    // Without a prior period, the evidence alone decides.
    [below, reading(9, { state: null, evidence: { kind: 'count', value: 9, events: 9 } }), 'met'],
    [
      { condition: 'below', threshold: 9 } as const,
      reading(8, { state: null, evidence: { kind: 'count', value: 8, events: 8 } }),
      null,
    ],
    // None at all are few, but surely below ten; whether they are below two is chance.
    [below, reading(0, { state: 'thin', evidence: { kind: 'count', value: 0, events: 0 } }), 'met'],
    [
      { condition: 'below', threshold: 2 } as const,
      reading(0, { state: 'thin', evidence: { kind: 'count', value: 0, events: 0 } }),
      null,
    ],
    [below, reading(0.5, { state: null, evidence: { kind: 'rate', value: 0.5, part: 5, whole: 10 } }), null],
  ])('of %j over %j is %s', (condition, of, verdict) => expect(watchVerdict(condition, of)).toBe(verdict))

  test('crosses only from clear to met', () => {
    const all = ['met', 'clear', null] as const
    const crossing = all.flatMap((before) => all.filter((now) => crosses(before, now)).map((now) => [before, now]))
    expect(crossing).toEqual([['clear', 'met']])
  })

  test('is told with its number', () => {
    const unusual = { condition: 'unusual' } as const
    const told = (state: NumberReading['state'], direction: NumberReading['direction'] = 'up') =>
      crossingText('Leads', unusual, reading(40, { state, direction }), 'integer')
    expect(crossingText('Leads at Oak Court', below, reading(7), 'integer')).toBe('Leads at Oak Court: 7, below 10')
    expect([told('signal'), told('signal', 'down'), told('new'), told('gone')]).toEqual([
      ...['Leads: 40, unusually high', 'Leads: 40, unusually low', 'Leads: 40, none before', 'Leads stopped: none'],
    ])
  })
})

test('what is ready in quiet hours waits for their end, over midnight and over a change of the clock', () => {
  const night = { from: '21:00', to: '07:00', timeZone: 'America/New_York' }
  const sent = (at: string, quiet: typeof night | null = night) => afterQuietHours(new Date(at), quiet).toISOString()
  // 20:59, 21:00, 06:59 and 07:00 in New York; summer time begins on March 8.
  expect(sent('2026-03-03T01:59:00.000Z')).toBe('2026-03-03T01:59:00.000Z')
  expect(sent('2026-03-03T02:00:00.000Z')).toBe('2026-03-03T12:00:00.000Z')
  expect(sent('2026-03-03T11:59:59.000Z')).toBe('2026-03-03T12:00:00.000Z')
  expect(sent('2026-03-03T12:00:00.000Z')).toBe('2026-03-03T12:00:00.000Z')
  expect(sent('2026-03-08T04:00:00.000Z')).toBe('2026-03-08T11:00:00.000Z')
  expect(sent('2026-03-03T17:30:00.000Z', { ...night, from: '12:00', to: '13:00' })).toBe('2026-03-03T18:00:00.000Z')
  expect(sent('2026-03-03T02:00:00.000Z', null)).toBe('2026-03-03T02:00:00.000Z')
})

describe('the row that explains a change', () => {
  const columns = {
    leads: count('Leads', ''),
    visits: count('Visits', ''),
    rate: ratio('visits', 'leads', 'Visit rate', '', { format: 'percent' }),
    median: measure('Median', '', { format: 'duration' }),
  }
  const row = (name: string, current: Numbers, prior: Numbers, rest: Partial<InnerRow> = {}): InnerRow => ({
    ...{ name, current, prior, isMissing: false, hasChanged: true },
    ...rest,
  })
  const whole = (current: Numbers, prior: Numbers, isTelling = true) => ({ current, prior, isTelling })
  const fewer = whole({ leads: 20 }, { leads: 40 })

  test('has the largest part in its direction', () => {
    const rows = [row('Zillow', { leads: 5 }, { leads: 20 }), row('Walk-by', { leads: 15 }, { leads: 20 })]
    expect(explainingRow(columns, 'leads', fewer, rows)).toBe('Zillow accounts for 15 of the 20 fewer (20 → 5).')
    const grew = [row('Zillow', { leads: 0 }, { leads: 25 }), row('Walk-by', { leads: 20 }, { leads: 15 })]
    expect(explainingRow(columns, 'leads', fewer, grew)).toBe('Zillow alone has 25 fewer (25 → 0).')
  })

  test('is none when it is unknown, by chance, or the only one', () => {
    const unknown = row('Unknown', { leads: 0 }, { leads: 20 }, { isMissing: true })
    const small = row('Walk-by', { leads: 16 }, { leads: 20 }, { hasChanged: false })
    expect(explainingRow(columns, 'leads', fewer, [unknown, small])).toBeNull()
    expect(explainingRow(columns, 'leads', fewer, [row('Zillow', { leads: 20 }, { leads: 40 })])).toBeNull()
    // Half of a change that is judged to be one explains it, whatever its own judgement.
    const half = row('Zillow', { leads: 5 }, { leads: 20 }, { hasChanged: false })
    expect(explainingRow(columns, 'leads', fewer, [half, small])).toMatch(/^Zillow accounts for 15/)
    expect(explainingRow(columns, 'leads', { ...fewer, isTelling: false }, [half, small])).toBeNull()
  })

  test('of a rate moves the whole, not itself the most', () => {
    const numbers = (visits: number, leads: number) => ({ visits, leads, rate: visits / leads })
    const rows = [row('Large', numbers(20, 100), numbers(50, 100)), row('Small', numbers(0, 10), numbers(10, 10))]
    const change = whole(numbers(20, 110), numbers(60, 110))
    expect(explainingRow(columns, 'rate', change, rows)).toBe('Most of it comes from Large (50% → 20%).')
  })

  test('of a median is the one that changed most', () => {
    const rows = [
      row('Oak Court', { median: 600 }, { median: 300 }, { hasChanged: false }),
      row('Elm Park', { median: 3600 }, { median: 600 }),
    ]
    const change = whole({ median: 1200 }, { median: 400 })
    expect(explainingRow(columns, 'median', change, rows)).toBe(
      'Most of it comes from Elm Park (10 m 00 s → 1 h 00 m).',
    )
  })
})
