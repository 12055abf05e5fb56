import { describe, expect, it } from 'vitest'
import { type OfficeHours, officeWeek } from './officeHours'

const HOUR = 3600
const office = (hours: [weekday: number, opens: number, closes: number][], holidays: string[] = []): OfficeHours => ({
  timeZone: 'America/New_York',
  hours: hours.map(([weekday, opens, closes]) => ({ weekday, opens: opens * HOUR, closes: closes * HOUR })),
  holidays,
})
// Monday to Sunday.
const week = { start: '2026-03-02', end: '2026-03-08' }
const open = (offices: OfficeHours[], weekday: number, range = week) =>
  officeWeek(offices, range)
    ?.filter((one) => one.weekday === weekday && one.open > 0)
    .map(({ hour, open }) => [hour, open])

describe('the hours of a week in which offices are open', () => {
  it('are known for each weekday and hour, with parts of an hour and overlaps counted once', () => {
    const one = office([
      [1, 9.5, 11],
      [1, 10, 11.25],
      [1, 13, 14],
    ])
    expect(officeWeek([one], week)).toHaveLength(7 * 24)
    expect(open([one], 1)).toEqual([
      [9, 0.5],
      [10, 1],
      [11, 0.25],
      [13, 1],
    ])
    expect(open([one], 2)).toEqual([])
  })

  it('are shared among the offices whose hours are known', () => {
    const offices = [office([[1, 9, 10]]), office([[1, 9, 11]]), office([])]
    expect(open(offices, 1)).toEqual([
      [9, 1],
      [10, 0.5],
    ])
    expect(officeWeek([office([])], week)).toBeNull()
  })

  it('are none on a holiday, and the usual ones on a weekday outside the range', () => {
    const one = office([[1, 9, 10]], ['2026-03-02', '2026-03-02', '2025-12-25'])
    expect(open([one], 1)).toEqual([])
    expect(open([one], 1, { start: '2026-03-02', end: '2026-03-15' })).toEqual([[9, 0.5]])
    expect(open([one], 1, { start: '2026-03-03', end: '2026-03-04' })).toEqual([[9, 1]])
  })
})
