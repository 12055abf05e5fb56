import dayjs from 'dayjs'
import quarterOfYear from 'dayjs/plugin/quarterOfYear.js'
import utc from 'dayjs/plugin/utc.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addTo, type CalendarUnit, daysBetween, eachDay, endOf, isDay, startOf, weekdayOf } from './dates'

dayjs.extend(utc)
dayjs.extend(quarterOfYear)

const DAYS = 365 * 200
const day = fc.integer({ min: 0, max: DAYS }).map((count) => {
  const date = new Date(Date.UTC(1900, 0, 1 + count))
  const two = (part: number) => String(part).padStart(2, '0')
  return `${date.getUTCFullYear()}-${two(date.getUTCMonth() + 1)}-${two(date.getUTCDate())}`
})

describe('days', () => {
  it('are counted as the calendar counts them', () => {
    fc.assert(
      fc.property(day, fc.integer({ min: -800, max: 800 }), (from, count) => {
        const to = addTo(from, count)
        expect(isDay(to)).toBe(true)
        expect(daysBetween(from, to)).toBe(count)
        expect(addTo(to, -count)).toBe(from)
        expect((weekdayOf(to) - weekdayOf(from) - count) % 7).toBeCloseTo(0)
        expect(addTo(from, count, 'week')).toBe(addTo(from, count * 7))
        expect(weekdayOf(startOf(from, 'week'))).toBe(1)
      }),
    )
    expect(weekdayOf('2026-03-15')).toBe(7)
    expect(eachDay({ start: '2024-02-28', end: '2024-03-01' })).toEqual(['2024-02-28', '2024-02-29', '2024-03-01'])
    expect(eachDay({ start: '2024-02-28', end: '2024-02-27' })).toEqual([])
  })

  it('clip at the end of a month', () => {
    expect(addTo('2026-01-31', 1, 'month')).toBe('2026-02-28')
    expect(addTo('2024-02-29', 1, 'year')).toBe('2025-02-28')
    expect(addTo('2026-01-31', 1, 'quarter')).toBe('2026-04-30')
  })

  it('move by months, quarters and years as a library of dates moves them', () => {
    const unit = fc.constantFrom<Exclude<CalendarUnit, 'day' | 'week'>>('month', 'quarter', 'year')
    const text = (date: dayjs.Dayjs) => date.format('YYYY-MM-DD')
    fc.assert(
      fc.property(day, fc.integer({ min: -90, max: 90 }), unit, (from, count, of) => {
        const date = dayjs.utc(from)
        const moved = of === 'quarter' ? date.add(count * 3, 'month') : date.add(count, of)
        expect(addTo(from, count, of)).toBe(text(moved))
        // The plugin types its unit separately from the core's.
        expect(startOf(from, of)).toBe(text(of === 'quarter' ? date.startOf('quarter') : date.startOf(of)))
        expect(endOf(from, of)).toBe(text(of === 'quarter' ? date.endOf('quarter') : date.endOf(of)))
      }),
      { numRuns: 1_000 },
    )
  })

  it('must be in the calendar', () => {
    for (const text of [
      '2025-02-29',
      '2025-02-30',
      '2025-13-01',
      '2025-00-10',
      '2025-1-01',
      '2025-01-01T00:00:00Z',
      '',
    ])
      expect([text, isDay(text)]).toEqual([text, false])
    for (const text of ['2024-02-29', '1999-12-31', '9999-12-31']) expect([text, isDay(text)]).toEqual([text, true])
  })
})
