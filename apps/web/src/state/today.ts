import { addTo, type Day, dayAt, daysBetween } from '@leaselight/model'

/**
 * The company's today on a page that stays open over midnight: the server's day at start-up, plus the days
 * that have begun since. It starts from the server's day because this machine's clock may be wrong.
 */
export function todaySince(startDay: Day, startedAt: number, now: number, timeZone: string): Day {
  return addTo(startDay, daysBetween(dayAt(startedAt, timeZone), dayAt(now, timeZone)))
}
