/**
 * Local time computed the slow way, with the runtime's own calendar for each instant. Shares no code with the model,
 * the import, or the engine.
 */

export interface LocalTime {
  day: string
  hour: number
  /** 1–7 = Monday–Sunday. */
  weekday: number
  /** The local time interpreted as UTC. */
  asUtc: number
}

const HOUR = 3_600_000
const DAY = 24 * HOUR

const clocks = new Map<string, Intl.DateTimeFormat>()
const read = new Map<string, LocalTime>()

/** Local date and time at an instant. */
export function localTimeAt(instant: number, zone: string): LocalTime {
  const key = `${zone} ${instant}`
  const known = read.get(key)
  if (known) return known
  const clock =
    clocks.get(zone) ??
    new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    })
  clocks.set(zone, clock)
  const parts = new Map(clock.formatToParts(instant).map((part) => [part.type, Number(part.value)]))
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? Number.NaN
  const asUtc = Date.UTC(
    part('year'),
    part('month') - 1,
    part('day'),
    part('hour'),
    part('minute'),
    part('second'),
    ((instant % 1000) + 1000) % 1000,
  )
  const day = new Date(asUtc).toISOString().slice(0, 10)
  const wall = { day, hour: part('hour'), weekday: new Date(asUtc).getUTCDay() || 7, asUtc }
  read.set(key, wall)
  return wall
}

/** The instants of a local time: none when the clock skips it, two when it is repeated. */
export function instantsOf(asUtc: number, zone: string): number[] {
  const offsets = new Set<number>()
  for (let near = asUtc - 36 * HOUR; near <= asUtc + 36 * HOUR; near += 3 * HOUR)
    offsets.add(localTimeAt(near, zone).asUtc - near)
  return [...offsets]
    .map((offset) => asUtc - offset)
    .filter((instant) => localTimeAt(instant, zone).asUtc === asUtc)
    .sort((a, b) => a - b)
}

/** A local time as an instant; a skipped one uses the offset before the change. */
export function instantOf(asUtc: number, zone: string, which: 'first' | 'second'): number {
  const found = instantsOf(asUtc, zone)
  const before = asUtc - 36 * HOUR
  return (which === 'first' ? found[0] : found.at(-1)) ?? asUtc - (localTimeAt(before, zone).asUtc - before)
}

export interface Office {
  time_zone: string
  office_hours?: { weekday: number; opens: string; closes: string }[]
  holidays?: string[]
}

/** Whether an office is open at an instant. An office without hours is always open. */
export function isOpenAt(office: Office, instant: number): boolean {
  const hours = office.office_hours ?? []
  if (hours.length === 0) return true
  const today = localTimeAt(instant, office.time_zone).day
  return [addDays(today, -1), today, addDays(today, 1)].some(
    (day) =>
      !office.holidays?.includes(day) &&
      hours.some(
        ({ weekday, opens, closes }) =>
          weekday === weekdayOf(day) &&
          instantOf(timeOn(day, opens), office.time_zone, 'first') <= instant &&
          instant < instantOf(timeOn(day, closes), office.time_zone, 'second'),
      ),
  )
}

/** `09:30` on a day, in local time; `24:00` is the next day's midnight. */
export function timeOn(day: string, time: string): number {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  return Date.parse(`${day}T00:00:00Z`) + hour * HOUR + (minute * HOUR) / 60
}

export const addDays = (day: string, count: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + count * DAY).toISOString().slice(0, 10)

export const weekdayOf = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay() || 7

/** Every day from the first to the last. */
export function daysOf(start: string, end: string): string[] {
  const days: string[] = []
  for (let day = start; day <= end; day = addDays(day, 1)) days.push(day)
  return days
}

/** The last day whose records are all in: up to two quiet days when an import came after them, and never today. */
export function lastKnownDay(newestFactAt: number, importedAt: number, now: number, zone: string): string {
  const [newest, imported, today] = [newestFactAt, importedAt, now].map((instant) => localTimeAt(instant, zone).day)
  const quiet = daysOf(String(newest), addDays(String(newest), 2)).filter(
    (day) => day === newest || day < String(imported),
  )
  return [String(quiet.at(-1)), addDays(String(today), -1)].sort()[0] ?? ''
}
