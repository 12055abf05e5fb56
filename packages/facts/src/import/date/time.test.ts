import { isStorableDate, parseInstant } from '@leaselight/contract'
import { wallTime } from '@leaselight/model'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { clockOf, instantJson } from './time'

const instants = fc.date({ min: new Date(0), max: new Date(Date.UTC(2200, 0, 1) - 1), noInvalidDate: true })

describe('an instant', () => {
  it('is read as JavaScript reads it, to the millisecond', () => {
    fc.assert(
      fc.property(instants, fc.integer({ min: -14 * 60, max: 14 * 60 }), (date, offset) => {
        const local = new Date(date.getTime() + offset * 60_000).toISOString().slice(0, -1)
        const sign = offset < 0 ? '-' : '+'
        const two = (value: number) => String(Math.floor(value)).padStart(2, '0')
        const suffix = `${sign}${two(Math.abs(offset) / 60)}:${two(Math.abs(offset) % 60)}`
        expect(parseInstant(local + suffix)).toBe(date.getTime())
        expect(instantJson(date.getTime())).toBe(`"${date.toISOString().replace('T', ' ').slice(0, -1)}"`)
      }),
    )
  })

  it.each([
    ['2026-03-08T14:05:00-07:00', '2026-03-08T21:05:00.000Z'],
    ['2026-03-08T14:05-0700', '2026-03-08T21:05:00.000Z'],
    ['2026-03-08T14:05:00.1Z', '2026-03-08T14:05:00.100Z'],
    ['2026-03-08T14:05:00.123987+05:45', '2026-03-08T08:20:00.123Z'],
    ['2024-02-29T00:00:00+00', '2024-02-29T00:00:00.000Z'],
    ['1970-01-01T00:00:00Z', '1970-01-01T00:00:00.000Z'],
    ['2199-12-31T23:59:59.999Z', '2199-12-31T23:59:59.999Z'],
  ])('%s is %s', (text, iso) => {
    expect(new Date(parseInstant(text)).toISOString()).toBe(iso)
  })

  it.each([
    '2026-03-08T14:05:00',
    '2026-03-08 14:05:00Z',
    '2026-03-08',
    '2026-02-29T00:00:00Z',
    '2026-04-31T00:00:00Z',
    '2026-13-01T00:00:00Z',
    '2026-03-08T24:00:00Z',
    '2026-03-08T23:60:00Z',
    '2026-03-08T23:59:60Z',
    '2026-03-08T23:59:59.Z',
    '2026-03-08T14:05:00+7',
    '2026-03-08T14:05:00+24:00',
    '2026-03-08T14:05:00Z ',
    '1969-12-31T23:59:59Z',
    '2200-01-01T00:00:00Z',
    '1970-01-01T00:00:00+00:01',
    '',
    '1772978700',
  ])('%s is none', (text) => {
    expect(parseInstant(text)).toBeNaN()
  })
})

describe('the local day', () => {
  const zones = [
    'America/New_York',
    'America/Los_Angeles',
    'Asia/Kathmandu',
    'Australia/Lord_Howe',
    'Pacific/Apia',
    'UTC',
  ]

  it('is the day on the wall, whatever the zone does', () => {
    fc.assert(
      fc.property(instants, fc.constantFrom(...zones), (date, zone) => {
        expect(clockOf(zone).dayOf(date.getTime()).day).toBe(wallTime(date.getTime(), zone).day)
      }),
      { numRuns: 300 },
    )
  })

  it.each([
    // Spring forward: 8 March 2026 has 23 hours in New York.
    ['2026-03-08T04:59:59Z', 'America/New_York', '2026-03-07', -5],
    ['2026-03-08T05:00:00Z', 'America/New_York', '2026-03-08', -5],
    ['2026-03-08T06:59:59Z', 'America/New_York', '2026-03-08', -5],
    ['2026-03-08T07:00:00Z', 'America/New_York', '2026-03-08', -4],
    ['2026-03-09T03:59:59Z', 'America/New_York', '2026-03-08', -4],
    ['2026-03-09T04:00:00Z', 'America/New_York', '2026-03-09', -4],
    // Fall back: 1 November 2026 has 25 hours.
    ['2026-11-01T04:00:00Z', 'America/New_York', '2026-11-01', -4],
    ['2026-11-01T05:59:59Z', 'America/New_York', '2026-11-01', -4],
    ['2026-11-01T06:00:00Z', 'America/New_York', '2026-11-01', -5],
    ['2026-11-02T04:59:59Z', 'America/New_York', '2026-11-01', -5],
    ['2026-03-08T18:14:59Z', 'Asia/Kathmandu', '2026-03-08', 5.75],
    ['2026-03-08T18:15:00Z', 'Asia/Kathmandu', '2026-03-09', 5.75],
  ])('of %s in %s is %s', (instant, zone, day, hours) => {
    expect(clockOf(zone).dayOf(parseInstant(instant))).toEqual({
      day,
      offset: hours * 3_600_000,
      dayColumn: `,"${day}"`,
      bothColumns: `,"${day}",${hours * 3600}`,
    })
  })
})

it('a date is one of the calendar, from 1900 to 2299', () => {
  expect(['2026-02-28', '2024-02-29', '1900-01-01', '2299-12-31'].every(isStorableDate)).toBe(true)
  expect(['2026-02-29', '1899-12-31', '2300-01-01', '2026-2-8', '2026-02-28T', '20260228'].some(isStorableDate)).toBe(
    false,
  )
})
