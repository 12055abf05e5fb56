import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addTo, dayCount, isDay } from './dates'
import { type DateRange, futurePresets, pastPresets, presetLabel, resolveRange } from './presets'

const range = (preset: keyof typeof pastPresets | keyof typeof futurePresets, today: string) => {
  const { current, prior } = resolveRange({ preset }, today)
  return [current.start, current.end, prior.start, prior.end].join(' ')
}

describe('presets, read on Wednesday 2026-03-11', () => {
  const today = '2026-03-11'
  it.each([
    ['today', '2026-03-11 2026-03-11 2026-03-10 2026-03-10'],
    ['yesterday', '2026-03-10 2026-03-10 2026-03-09 2026-03-09'],
    ['last_7_days', '2026-03-04 2026-03-10 2026-02-25 2026-03-03'],
    ['last_7_days_today', '2026-03-05 2026-03-11 2026-02-26 2026-03-04'],
    ['last_14_days', '2026-02-25 2026-03-10 2026-02-11 2026-02-24'],
    ['last_30_days', '2026-02-09 2026-03-10 2026-01-10 2026-02-08'],
    ['last_week_sun_sat', '2026-03-01 2026-03-07 2026-02-22 2026-02-28'],
    ['last_week_mon_sun', '2026-03-02 2026-03-08 2026-02-23 2026-03-01'],
    ['last_week_mon_fri', '2026-03-02 2026-03-06 2026-02-23 2026-02-27'],
    ['last_week_fri_thurs', '2026-02-27 2026-03-05 2026-02-20 2026-02-26'],
    ['month_to_date', '2026-03-01 2026-03-11 2026-02-01 2026-02-11'],
    ['quarter_to_date', '2026-01-01 2026-03-11 2025-10-01 2025-12-11'],
    ['year_to_date', '2026-01-01 2026-03-11 2025-01-01 2025-03-11'],
    ['last_month', '2026-02-01 2026-02-28 2026-01-01 2026-01-31'],
    ['last_quarter', '2025-10-01 2025-12-31 2025-07-01 2025-09-30'],
    ['tomorrow', '2026-03-12 2026-03-12 2026-03-11 2026-03-11'],
    ['next_3_days', '2026-03-11 2026-03-13 2026-03-08 2026-03-10'],
    ['next_7_days', '2026-03-11 2026-03-17 2026-03-04 2026-03-10'],
    ['next_14_days', '2026-03-11 2026-03-24 2026-02-25 2026-03-10'],
    ['next_30_days', '2026-03-11 2026-04-09 2026-02-09 2026-03-10'],
  ] as const)('%s', (preset, expected) => expect(range(preset, today)).toBe(expected))

  it('uses the finished week when its last day is today', () => {
    // 2026-03-05 is a Thursday: the week Friday to Thursday that ends today isn't complete.
    expect(range('last_week_fri_thurs', '2026-03-05')).toBe('2026-02-20 2026-02-26 2026-02-13 2026-02-19')
    // On a Sunday the week that ended on Saturday is complete, the one from Monday to Sunday isn't.
    expect(range('last_week_sun_sat', '2026-03-08')).toBe('2026-03-01 2026-03-07 2026-02-22 2026-02-28')
    expect(range('last_week_mon_sun', '2026-03-08')).toBe('2026-02-23 2026-03-01 2026-02-16 2026-02-22')
    expect(range('last_week_mon_fri', '2026-03-07')).toBe('2026-03-02 2026-03-06 2026-02-23 2026-02-27')
  })

  it('compares with the same days a year earlier where that is chosen', () => {
    const priorOf = (range: DateRange) => resolveRange(range, today).prior
    expect(priorOf({ preset: 'last_7_days', compareWith: 'year_before' })).toEqual({
      start: '2025-03-04',
      end: '2025-03-10',
    })
    const leap = { preset: 'custom', start: '2024-02-28', end: '2024-02-29' } as const
    expect(priorOf({ ...leap, compareWith: 'year_before' })).toEqual({ start: '2023-02-28', end: '2023-02-28' })
  })

  it('clips the prior span to the length of its month', () => {
    expect(range('month_to_date', '2026-03-31')).toBe('2026-03-01 2026-03-31 2026-02-01 2026-02-28')
    expect(range('month_to_date', '2024-03-31')).toBe('2024-03-01 2024-03-31 2024-02-01 2024-02-29')
  })

  it('compares to-date periods by calendar date, also around a leap day', () => {
    expect(range('year_to_date', '2025-05-31')).toBe('2025-01-01 2025-05-31 2024-01-01 2024-05-31')
    expect(range('year_to_date', '2024-03-30')).toBe('2024-01-01 2024-03-30 2023-01-01 2023-03-30')
    expect(range('year_to_date', '2024-02-29')).toBe('2024-01-01 2024-02-29 2023-01-01 2023-02-28')
    expect(range('quarter_to_date', '2026-05-31')).toBe('2026-04-01 2026-05-31 2026-01-01 2026-02-28')
    expect(range('quarter_to_date', '2026-03-31')).toBe('2026-01-01 2026-03-31 2025-10-01 2025-12-31')
  })

  it('gives a custom range the same length right before as prior period, unless one is set', () => {
    const custom = { preset: 'custom', start: '2026-03-01', end: '2026-03-10' } as const
    expect(resolveRange(custom, today).prior).toEqual({ start: '2026-02-19', end: '2026-02-28' })
    const prior = { start: '2025-03-01', end: '2025-03-10' }
    expect(resolveRange({ ...custom, prior }, today).prior).toEqual(prior)
  })

  it('names every preset', () => {
    for (const preset of [...Object.keys(pastPresets), 'custom'] as (keyof typeof pastPresets)[])
      expect(presetLabel(preset)).toMatch(/^[A-Z]/)
  })
})

describe('every preset on any day', () => {
  const anyDay = fc.integer({ min: 0, max: 60_000 }).map((days) => addTo('1990-01-01', days))
  const presets = [...Object.keys(pastPresets), ...Object.keys(futurePresets)] as (keyof typeof pastPresets)[]

  it('gives real days in order, the prior before the current, and never longer unless months are', () => {
    fc.assert(
      fc.property(anyDay, fc.constantFrom(...presets), (today, preset) => {
        const { current, prior } = resolveRange({ preset }, today)
        for (const day of [current.start, current.end, prior.start, prior.end]) expect(isDay(day)).toBe(true)
        expect(current.start <= current.end).toBe(true)
        expect(prior.start <= prior.end).toBe(true)
        expect(prior.end < current.start).toBe(true)
        if (!/^last_(month|quarter)$|_to_date$/.test(preset))
          expect(dayCount(prior)).toBeLessThanOrEqual(dayCount(current))
      }),
    )
  })
})
