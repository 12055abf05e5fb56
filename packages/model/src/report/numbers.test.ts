import { describe, expect, it } from 'vitest'
import {
  durationUnit,
  formatCell,
  formatChange,
  formatDay,
  formatDuration,
  formatDurationIn,
  formatInstant,
  formatMoment,
  formatMonth,
  formatRange,
  formatShare,
  formatShortMoney,
  unitOfText,
} from '../format/values'
import { cost, count, difference, measure, ratio, shareOfTotal, sum } from './columns'
import { changeBetween, completeCells, isAdditive } from './numbers'

const columns = {
  visits: count('Visits', ''),
  calls: count('Calls', ''),
  missed: count('Missed', '', { better: 'lower' }),
  median: measure('Median', '', { format: 'duration' }),
  contacts: sum(['visits', 'calls'], 'Contacts', ''),
  visitShare: ratio('visits', 'contacts', 'Visit share', '', { format: 'percent' }),
  callShare: ratio('calls', 'contacts', 'Call share', '', { format: 'percent' }),
  lead: difference(['visitShare', 'callShare'], 'Lead', '', { format: 'percent' }),
}

describe('completeCells', () => {
  it('computes sums, then ratios, then differences of ratios', () => {
    expect(completeCells(columns, { visits: 1, calls: 3, missed: 0, median: 12.5 })).toEqual({
      visits: 1,
      calls: 3,
      missed: 0,
      median: 12.5,
      contacts: 4,
      visitShare: 0.25,
      callShare: 0.75,
      lead: -0.5,
    })
  })

  it('has no ratio over nothing, and no measure of nothing', () => {
    expect(completeCells(columns, {})).toEqual({
      visits: 0,
      calls: 0,
      missed: 0,
      median: null,
      contacts: 0,
      visitShare: null,
      callShare: null,
      lead: null,
    })
  })

  it('computes shares of the completed total, and of itself in the total', () => {
    const shares = { ...columns, share: shareOfTotal('contacts', 'Share', '') }
    const total = completeCells(shares, { visits: 6, calls: 2 })
    expect(total.share).toBe(1)
    expect(completeCells(shares, { visits: 1, calls: 1 }, total).share).toBe(0.25)
    expect(completeCells(shares, {}, total).share).toBe(0)
    expect(isAdditive(shares, 'share')).toBe(true)
    expect(
      isAdditive({ one: measure('', '', { format: 'integer' }), share: shareOfTotal('one', '', '') }, 'share'),
    ).toBe(false)
  })

  it('has no share of nothing', () => {
    const shares = { visits: columns.visits, share: shareOfTotal('visits', 'Share', '') }
    const nothing = completeCells(shares, {})
    expect(nothing.share).toBeNull()
    expect(completeCells(shares, {}, nothing).share).toBeNull()
  })

  it('has no cost without spend', () => {
    const costs = { spend: measure('', '', { format: 'money', additive: true }), visits: columns.visits }
    const complete = { ...costs, each: cost('spend', 'visits', 'Cost per visit', '') }
    expect(completeCells(complete, { spend: 0, visits: 4 }).each).toBeNull()
    expect(completeCells(complete, { spend: 8, visits: 4 }).each).toBe(2)
    expect(completeCells(complete, { spend: 8 }).each).toBeNull()
  })

  it('knows what adds up', () => {
    expect(
      ['visits', 'contacts', 'visitShare', 'lead', 'median', 'nonsense'].map((key) => isAdditive(columns, key)),
    ).toEqual([true, true, false, false, false, false])
  })
})

describe('change', () => {
  it('is relative for numbers and in points for percentages', () => {
    expect(changeBetween(columns.visits, 15, 10)).toBe(0.5)
    expect(changeBetween(columns.visitShare, 0.5, 0.25)).toBe(0.25)
    expect(changeBetween(columns.visits, 5, 0)).toBeNull()
    expect(changeBetween(columns.visits, 5, null)).toBeNull()
  })
})

describe('formats', () => {
  it.each([
    [1234, 'integer', '1,234'],
    [-5, 'integer', '−5'],
    [-0, 'integer', '0'],
    [0.1234, 'percent', '12.3%'],
    [-0.5, 'percent', '−50.0%'],
    [2.345, 'decimal', '2.35'],
    [73.28, 'tenths', '73.3'],
    [1234, 'tenths', '1,234.0'],
    [-0.04, 'tenths', '0.0'],
    [1234.5, 'money', '$1,235'],
    [99.5, 'money', '$100'],
    [-12, 'money', '−$12'],
    [3900, 'duration', '1 h 05 m'],
    [null, 'integer', '—'],
    ['', 'text', '—'],
    ['2026-03-08', 'date', 'Mar 8, 2026'],
  ] as const)('%s as %s is %s', (value, format, text) => expect(formatCell(value, format)).toBe(text))

  it('writes a share with as many decimals as its cases allow, and never rounds to nothing or to all', () => {
    const text = ([share, cases]: readonly [number, number]) => formatShare(share, cases)
    expect(
      (
        [
          [0.685, 999],
          [0.685, 1000],
          [0.004, 400],
          [0.996, 500],
          [0, 50],
          [1.227, 40],
        ] as const
      ).map(text),
    ).toEqual(['69%', '68.5%', '<1%', '>99%', '0%', '123%'])
  })

  it('writes money short where no one adds it up', () => {
    expect([7.25, 99.5, 9_999, 427_310, 999_700, 1_059_896, -42_000].map(formatShortMoney)).toEqual([
      '$7.25',
      '$100',
      '$9,999',
      '$427K',
      '$1.00M',
      '$1.06M',
      '−$42K',
    ])
  })

  it('writes durations so that they can be compared', () => {
    expect([0, 42, 60, 249, 3599.6, 86_400].map(formatDuration)).toEqual([
      '0 s',
      '42 s',
      '1 m 00 s',
      '4 m 09 s',
      '1 h 00 m',
      '24 h 00 m',
    ])
  })

  it('writes the durations of a column in one unit, by its total', () => {
    const column = (total: number, ...values: number[]) =>
      values.map((seconds) => formatDurationIn(seconds, durationUnit(total)))
    expect(column(9120, 923, 63_300, 0, 90)).toEqual(['0.3 h', '17.6 h', '0.0 h', '<0.1 h'])
    expect([column(249, 249, 3600), column(42, 42, 5)]).toEqual([
      ['4.2 min', '60.0 min'],
      ['42.0 s', '5.0 s'],
    ])
    expect(['0.3 h', '<0.1 min', '1,234.5 h', '2 h 32 m', '42 s', '—'].map(unitOfText)).toEqual([
      'h',
      'min',
      'h',
      null,
      null,
      null,
    ])
  })

  it('writes ranges as short as they stay unambiguous', () => {
    const range = (start: string, end: string, today: string | null) => formatRange({ start, end }, today)
    expect(range('2026-03-01', '2026-03-07', null)).toBe('Mar 1 – 7, 2026')
    expect(range('2026-02-25', '2026-03-03', null)).toBe('Feb 25 – Mar 3, 2026')
    expect(range('2025-12-25', '2026-01-03', null)).toBe('Dec 25, 2025 – Jan 3, 2026')
    expect(range('2026-03-01', '2026-03-01', null)).toBe('Mar 1, 2026')
  })

  it('writes the year of a date only where it is not today’s', () => {
    const today = '2026-03-15'
    expect(formatRange({ start: '2026-11-16', end: '2026-11-22' }, today)).toBe('Nov 16 – 22')
    expect(formatRange({ start: '2026-02-25', end: '2026-03-03' }, today)).toBe('Feb 25 – Mar 3')
    expect(formatRange({ start: '2026-03-01', end: '2026-03-01' }, today)).toBe('Mar 1')
    expect(formatRange({ start: '2025-11-17', end: '2025-11-23' }, today)).toBe('Nov 17 – 23, 2025')
    expect(formatRange({ start: '2025-12-29', end: '2026-01-04' }, today)).toBe('Dec 29, 2025 – Jan 4, 2026')
    expect(['2026-11-22', '2025-11-22'].map((day) => formatDay(day, today))).toEqual(['Nov 22', 'Nov 22, 2025'])
    expect(['2026-11-01', '2025-11-01'].map((day) => formatMonth(day, today))).toEqual(['Nov', 'Nov 2025'])
    expect(formatInstant('2026-03-08T12:05:00Z', 'America/New_York', today)).toBe('Sun, Mar 8, 8:05 AM')
    // The year is that of the zone: in New York it is still New Year's Eve.
    expect(formatInstant('2026-01-01T03:00:00Z', 'America/New_York', today)).toBe('Wed, Dec 31, 2025, 10:00 PM')
    const cells = [formatCell('2026-03-08', 'date', { zone: 'UTC', today }), formatCell('2026-03-08', 'date')]
    expect(cells).toEqual(['Mar 8', 'Mar 8, 2026'])
  })

  it('writes changes with their sign', () => {
    expect(formatChange(0.123, 'integer')).toBe('+12.3%')
    // A part of a point is no point.
    expect([-0.038, -0.012, 0.004].map((change) => formatChange(change, 'percent'))).toEqual([
      '−4 pts',
      '−1 pt',
      'under 1 pt',
    ])
    expect(formatChange(null, 'integer')).toBe('—')
  })

  it('writes instants in the requested zone', () => {
    expect(formatInstant('2026-03-08T12:05:00Z', 'America/New_York', null)).toBe('Sun, Mar 8, 2026, 8:05 AM')
    expect(formatMoment('2026-03-08T12:05:00Z', 'America/New_York', '2026-03-15')).toBe('Sun, Mar 8, 8:05 AM ET')
    expect(formatMoment('2026-03-08T02:05:00Z', 'America/Los_Angeles', '2026-03-15')).toBe('Sat, Mar 7, 6:05 PM PT')
    expect(formatInstant('2026-03-08T18:20:00Z', 'Asia/Kathmandu', null)).toBe('Mon, Mar 9, 2026, 12:05 AM')
  })
})
