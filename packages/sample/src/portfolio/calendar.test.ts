import { describe, expect, it } from 'vitest'
import { Calendar, DAY, dayText, HOUR, monthDay, weekdayOf } from './calendar'

const dayNumber = (text: string) => Date.parse(text) / 1000 / DAY

describe('the generator’s calendar', () => {
  const calendar = new Calendar('America/New_York', new Date('2026-11-20T17:30:00Z'))

  it('names days', () => {
    const day = dayNumber('2026-03-08')
    expect([dayText(day), weekdayOf(day), monthDay(day)]).toEqual(['2026-03-08', 7, [2, 8]])
  })

  it('writes wall times as instants, in winter and in summer', () => {
    expect(calendar.iso(dayNumber('2026-01-15') * DAY + 9 * HOUR)).toBe('2026-01-15T14:00:00Z')
    expect(calendar.iso(dayNumber('2026-07-15') * DAY + 9 * HOUR)).toBe('2026-07-15T13:00:00Z')
  })

  it('never runs backwards, not even through a change of the clock', () => {
    for (const day of ['2026-03-08', '2026-11-01']) {
      let last = ''
      for (let local = (dayNumber(day) - 0.5) * DAY; local < (dayNumber(day) + 1.5) * DAY; local += 600) {
        const instant = calendar.iso(local)
        expect(instant >= last, `${instant} after ${last}`).toBe(true)
        last = instant
      }
    }
    expect(calendar.iso(dayNumber('2026-03-08') * DAY + 1.5 * HOUR)).toBe('2026-03-08T06:30:00Z')
    expect(calendar.iso(dayNumber('2026-03-08') * DAY + 2.5 * HOUR)).toBe('2026-03-08T07:00:00Z')
    expect(calendar.iso(dayNumber('2026-03-08') * DAY + 3.5 * HOUR)).toBe('2026-03-08T07:30:00Z')
    expect(calendar.iso(dayNumber('2026-11-01') * DAY + 2.5 * HOUR)).toBe('2026-11-01T07:30:00Z')
  })

  it('knows what is past', () => {
    expect(calendar.past(calendar.now)).toBe('2026-11-20T17:30:00Z')
    expect(calendar.past(calendar.now + 1)).toBeUndefined()
    expect(calendar.past(undefined)).toBeUndefined()
  })
})
