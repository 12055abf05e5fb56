import type { RecordOf } from '@leaselight/contract'
import { addDays } from '../plain/time'

/** Draws the same values for the same seed. */
export interface Draw {
  below: (count: number) => number
  of: <T>(list: readonly [T, ...T[]]) => T
  /** True once in so many times. */
  onceIn: (times: number) => boolean
}

export function createDraw(seed: number): Draw {
  let state = seed >>> 0
  const below = (count: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * count)
  }
  return { below, of: (list) => list[below(list.length)] ?? list[0], onceIn: (times) => below(times) === 0 }
}

/**
 * Days with error-prone clocks or calendars: both changes of 2025–26, a leap day, a change in the southern hemisphere.
 */
const CENTERS = ['2026-03-08', '2025-11-02', '2024-02-29', '2018-11-04'] as const
const ZONES = ['America/New_York', 'America/Los_Angeles', 'Asia/Kathmandu', 'America/Sao_Paulo'] as const
/**
 * Whether a company treats properties with only call intelligence as standalone; every third one doesn't, whatever its
 * properties' products.
 */
export const separatesStandalone = (id: number): boolean => id % 3 !== 0
/** A prospect that is never imported. */
const UNKNOWN_PROSPECT = 9_999_999

/**
 * The basis of a small random company: its middle day, its three properties, and generators for their data. Four
 * consecutive companies cover all middle days; each has one property in Kathmandu.
 */
export function smallCompany(id: number, { below, of, onceIn }: Draw, size: { people: number; agents: number }) {
  const center = CENTERS[id % CENTERS.length] ?? CENTERS[0]
  const list = <T>(count: number, make: (id: number) => T): T[] =>
    Array.from({ length: count }, (_, at) => make(at + 1))
  const properties = list(3, (number) => id * 10 + number)
  /** A field that is missing once in a number of times. */
  const maybe = <K extends string, V>(key: K, value: () => V, times = 2) => (onceIn(times) ? {} : { [key]: value() })
  return {
    center,
    middle: Date.parse(`${center}T12:00:00Z`),
    list,
    maybe,
    zone: () => of(ZONES),
    property: () => properties[below(properties.length)] ?? 0,
    propertyOf: (number: number) => properties[number % properties.length] ?? 0,
    houses: (rest: (index: number) => Partial<RecordOf<'properties'>>): RecordOf<'properties'>[] =>
      properties.map((number, index) => ({
        id: number,
        company_id: id,
        name: `House ${number}`,
        time_zone: index === 1 ? 'Asia/Kathmandu' : of(ZONES),
        ...rest(index),
      })),
    prospectId: (number: number) => id * 1000 + number,
    prospect: () => (onceIn(14) ? UNKNOWN_PROSPECT : id * 1000 + 1 + below(size.people)),
    /** Mostly one of the agents, sometimes an unknown one, sometimes none. */
    agent: () => maybe('agent_id', () => 1 + below(size.agents + 1), 4),
    date: (from: number, days: number): string => addDays(center, from + below(days)),
  }
}
