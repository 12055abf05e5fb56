import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { clockChangeDays, openIntervals } from './officeHours'
import { dayAt, instantOf, isZone, offsetAt, wallTime, zoneChoiceName } from './zones'

const zones = [
  'America/New_York',
  'America/Los_Angeles',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'America/Sao_Paulo',
  'America/Phoenix',
  'Europe/Dublin',
  'UTC',
]
const iso = (instant: number) => new Date(instant).toISOString()

describe('zones', () => {
  it('are chosen by words, never by the name of a database', () => {
    expect(zoneChoiceName('America/New_York')).toBe('Eastern Time')
    expect(zoneChoiceName('America/Indiana/Knox')).toBe('Knox, Indiana, America')
    expect(zoneChoiceName('America/Los_Angeles')).toBe('Pacific Time')
    expect(zoneChoiceName('America/Sao_Paulo')).toBe('Sao Paulo, America')
  })

  it('agree with the runtime’s own calendar at any instant', () => {
    const instants = fc.integer({ min: Date.parse('1972-01-08T00:00:00Z'), max: Date.parse('2099-01-01T00:00:00Z') })
    fc.assert(
      fc.property(instants, fc.constantFrom(...zones), (instant, zone) => {
        const parts = new Intl.DateTimeFormat('sv-SE', {
          timeZone: zone,
          dateStyle: 'short',
          timeStyle: 'medium',
        }).format(instant)
        const { day, hour, second } = wallTime(instant, zone)
        expect(`${day} ${String(hour).padStart(2, '0')}`).toBe(parts.slice(0, 13))
        expect(second % 3600).toBe(Number(parts.slice(14, 16)) * 60 + Number(parts.slice(17, 19)))
      }),
      { numRuns: 500 },
    )
  })

  it('find the instant of a local time, also where the clock changes', () => {
    expect(iso(instantOf('2026-03-08', 9 * 3600, 'America/New_York'))).toBe('2026-03-08T13:00:00.000Z')
    // 02:30 does not exist: with the offset before, it is 03:30.
    expect(iso(instantOf('2026-03-08', 2.5 * 3600, 'America/New_York'))).toBe('2026-03-08T07:30:00.000Z')
    // 01:30 happens twice on the first Sunday of November.
    expect(iso(instantOf('2026-11-01', 1.5 * 3600, 'America/New_York', 'first'))).toBe('2026-11-01T05:30:00.000Z')
    expect(iso(instantOf('2026-11-01', 1.5 * 3600, 'America/New_York', 'second'))).toBe('2026-11-01T06:30:00.000Z')
    expect(dayAt(Date.parse('2026-03-07T18:20:00Z'), 'Asia/Kathmandu')).toBe('2026-03-08')
  })

  it('convert local times to instants and back', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 20_000 }),
        fc.integer({ min: 0, max: 86_399 }),
        fc.constantFrom(...zones),
        (days, second, zone) => {
          const day = iso(days * 86_400_000 + Date.parse('1975-01-01T00:00:00Z')).slice(0, 10)
          const instant = instantOf(day, second, zone)
          const wall = wallTime(instant, zone)
          const skipped = offsetAt(instant - 7_200_000, zone) < offsetAt(instant, zone)
          if (!skipped) expect(wall).toMatchObject({ day, second })
        },
      ),
    )
  })

  it('reject unknown zones', () => {
    expect([isZone('America/Chicago'), isZone('Mars/Olympus')]).toEqual([true, false])
  })
})

describe('openSpans', () => {
  const office = (hours: [number, number, number][], timeZone = 'America/New_York', holidays: string[] = []) => ({
    timeZone,
    holidays,
    hours: hours.map(([weekday, opens, closes]) => ({ weekday, opens: opens * 3600, closes: closes * 3600 })),
  })
  const spans = (given: Parameters<typeof openIntervals>[0], day: string) =>
    openIntervals(given, day).map(([start, end]) => `${iso(start).slice(8, 16)}–${iso(end).slice(8, 16)}`)

  it('merge overlaps and preserve pauses', () => {
    expect(
      spans(
        office([
          [1, 9, 12],
          [1, 11, 13],
          [1, 14, 18],
        ]),
        '2026-03-09',
      ),
    ).toEqual(['09T13:00–09T17:00', '09T18:00–09T22:00'])
  })

  it('are empty on other weekdays and holidays', () => {
    expect(spans(office([[1, 9, 18]]), '2026-03-10')).toEqual([])
    expect(spans(office([[1, 9, 18]], 'America/New_York', ['2026-03-09']), '2026-03-09')).toEqual([])
  })

  it('are an hour shorter or longer when the clock changes while the office is open', () => {
    expect(spans(office([[7, 0, 24]]), '2026-03-08')).toEqual(['08T05:00–09T04:00'])
    expect(spans(office([[7, 0, 24]]), '2026-11-01')).toEqual(['01T04:00–02T05:00'])
    // Opens at the first 01:30, closes at the second.
    expect(spans(office([[7, 1.5, 1.75]]), '2026-11-01')).toEqual(['01T05:30–01T06:45'])
  })

  it('name the days on which a clock changes', () => {
    const year = { start: '2026-01-01', end: '2026-12-31' }
    expect(clockChangeDays('America/New_York', year)).toContain('2026-03-08')
    expect(clockChangeDays('America/New_York', year)).toContain('2026-11-01')
    expect(clockChangeDays('America/Phoenix', year)).toEqual([])
    expect(clockChangeDays('America/New_York', { start: '2026-06-01', end: '2026-06-30' })).toEqual([])
  })
})
