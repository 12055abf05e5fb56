import { addTo } from '../time/dates'
import { instantOf, wallTime } from '../time/zones'

/** Local times between which nothing is sent; from 21:00 to 07:00 goes over midnight. */
export interface QuietHours {
  /** `21:00` */
  from: string
  to: string
  timeZone: string
}

const secondsOf = (time: string): number => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 3600 + minutes * 60
}

/** When something may be sent that is ready at an instant: at once, or when the quiet hours end. */
export function afterQuietHours(at: Date, quiet: QuietHours | null): Date {
  if (!quiet || quiet.from === quiet.to) return at
  const { day, second } = wallTime(at.getTime(), quiet.timeZone)
  const [from, to] = [secondsOf(quiet.from), secondsOf(quiet.to)]
  const isOverMidnight = from > to
  const isQuiet = isOverMidnight ? second >= from || second < to : second >= from && second < to
  if (!isQuiet) return at
  const endDay = isOverMidnight && second >= from ? addTo(day, 1) : day
  return new Date(instantOf(endDay, to, quiet.timeZone))
}
