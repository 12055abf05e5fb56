import type { RecordOf } from '@leaselight/contract'
import { addDays, instantsOf, localTimeAt, timeOn } from '../plain/time'
import type { InstantDraft } from './drafts'

/** An instant in the format of a file. */
export function writeInstant(
  draft: InstantDraft,
  center: string,
  property: Pick<RecordOf<'properties'>, 'time_zone' | 'office_hours'> | undefined,
): string {
  const zone = property?.time_zone ?? 'UTC'
  const instant = instantOfDraft(draft, center, zone, property?.office_hours ?? []) + draft.jitter
  if (draft.written === 'utc') return new Date(instant).toISOString()
  const offset = draft.written === 'local' ? localTimeAt(instant, zone).asUtc - instant : 345 * 60_000
  const minutes = Math.abs(offset) / 60_000
  const pad = (value: number) => String(value).padStart(2, '0')
  const sign = offset < 0 ? '-' : '+'
  return `${new Date(instant + offset).toISOString().slice(0, -1)}${sign}${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}`
}

function instantOfDraft(
  draft: InstantDraft,
  center: string,
  zone: string,
  hours: readonly { opens: string; closes: string }[],
): number {
  const day = addDays(center, draft.day)
  const wall = (time: string) => instantsOf(timeOn(day, time), zone)[0] ?? timeOn(day, time)
  if (draft.near === 'clock change') return clockChange(center, zone) ?? wall('00:00')
  if (draft.near === 'office') {
    const item = hours[draft.pick % Math.max(1, hours.length)]
    return wall(draft.pick % 2 ? (item?.opens ?? '09:00') : (item?.closes ?? '18:00'))
  }
  if (draft.near === 'any') return timeOn(day, '00:00') + draft.pick * 8_640_000
  return wall('00:00')
}

const changes = new Map<string, number | undefined>()

/** The instant of a zone's clock change near a day, in milliseconds. */
function clockChange(center: string, zone: string): number | undefined {
  const key = `${center} ${zone}`
  if (changes.has(key)) return changes.get(key)
  const offset = (instant: number) => localTimeAt(instant, zone).asUtc - instant
  let [from, to] = [timeOn(addDays(center, -3), '00:00'), timeOn(addDays(center, 3), '00:00')]
  if (offset(from) === offset(to)) {
    changes.set(key, undefined)
    return undefined
  }
  while (to - from > 1) {
    const middle = Math.floor((from + to) / 2)
    if (offset(middle) === offset(from)) from = middle
    else to = middle
  }
  changes.set(key, to)
  return to
}
