import { tzOffset } from '@date-fns/tz'
import type { Day } from './dates'

const HOUR = 3_600_000
const MINUTE = 60_000

/**
 * Offsets change only at whole quarter hours of UTC since 1970, so one lookup covers a quarter of an hour. With this
 * cache, an import computes a hundred thousand dates per second.
 */
const SLOT = HOUR / 4
const cache = new Map<string, Map<number, number>>()
const CACHE_LIMIT = 500_000

/** Whether the runtime knows the IANA zone. */
export function isZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: zone })
    return true
  } catch {
    return false
  }
}

/** The zone's offset from UTC at an instant (epoch ms), in milliseconds: local time = instant + offset. */
export function offsetAt(instant: number, zone: string): number {
  let slots = cache.get(zone)
  if (!slots) {
    slots = new Map()
    cache.set(zone, slots)
  }
  const slot = Math.floor(instant / SLOT)
  const known = slots.get(slot)
  if (known !== undefined) return known
  const offset = Math.round(tzOffset(zone, new Date(slot * SLOT)) * MINUTE)
  if (slots.size >= CACHE_LIMIT) slots.clear()
  slots.set(slot, offset)
  return offset
}

/** Local time of an instant in a zone: its calendar day, hour (0–23) and second of the day. */
export function wallTime(instant: number, zone: string): { day: Day; hour: number; second: number } {
  const local = new Date(instant + offsetAt(instant, zone))
  const hour = local.getUTCHours()
  return {
    day: local.toISOString().slice(0, 10),
    hour,
    second: hour * 3600 + local.getUTCMinutes() * 60 + local.getUTCSeconds(),
  }
}

/** The calendar day of an instant in a zone. */
export function dayAt(instant: number, zone: string): Day {
  return wallTime(instant, zone).day
}

/**
 * The instant of a local time. A repeated time uses its first occurrence unless `second` is set; a skipped one uses the
 * offset before the change (02:30 becomes 03:30).
 */
export function instantOf(day: Day, secondOfDay: number, zone: string, which: 'first' | 'second' = 'first'): number {
  const wall = Date.parse(`${day}T00:00:00Z`) + secondOfDay * 1000
  // No clock change is more than a day and a half away from the local time read as UTC.
  const before = wall - offsetAt(wall - 36 * HOUR, zone)
  const after = wall - offsetAt(wall + 36 * HOUR, zone)
  const exact = [...new Set([before, after])]
    .filter((instant) => instant + offsetAt(instant, zone) === wall)
    .sort((a, b) => a - b)
  return (which === 'first' ? exact[0] : exact.at(-1)) ?? before
}

/** What people in the United States call their zones, from east to west. */
const usZones: Readonly<Record<string, { name: string; short?: string }>> = {
  'America/New_York': { name: 'Eastern Time', short: 'ET' },
  'America/Chicago': { name: 'Central Time', short: 'CT' },
  'America/Denver': { name: 'Mountain Time', short: 'MT' },
  'America/Phoenix': { name: 'Arizona Time' },
  'America/Los_Angeles': { name: 'Pacific Time', short: 'PT' },
  'America/Anchorage': { name: 'Alaska Time' },
  'Pacific/Honolulu': { name: 'Hawaii Time' },
}

/** The zones that a choice of zones offers first. */
export const commonZones: readonly string[] = Object.keys(usZones)

/** A zone in a list to choose from: `Pacific Time`; outside the common ones its city first: `Boise, America`. */
export const zoneChoiceName = (zone: string): string =>
  usZones[zone]?.name ?? zone.split('/').reverse().join(', ').replaceAll('_', ' ')

/** A zone as shown after a time: `PT`, `Phoenix`. */
export const shortZoneName = (zone: string): string =>
  usZones[zone]?.short ?? (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ')

/** A zone in words: `Pacific Time`; one that this machine does not know by its own name. */
export function zoneName(zone: string): string {
  const known = usZones[zone]?.name
  if (known) return known
  try {
    const parts = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longGeneric' }).formatToParts(0)
    return parts.find((part) => part.type === 'timeZoneName')?.value ?? zone
  } catch {
    return zone
  }
}
