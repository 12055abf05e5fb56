import type { OfficeHours } from '@leaselight/contract'
import { DAY, type DayNumber, dayOf, HOUR, type Local, monthDay, weekdayOf } from './calendar'
import type { Random } from './random'

/** An office's opening hours, with fast lookups. */
export class OfficeClock {
  private readonly days: ([opens: number, closes: number] | undefined)[] = []

  constructor(
    hours: readonly OfficeHours[],
    private readonly holidays: ReadonlySet<DayNumber>,
  ) {
    const second = (text: string) => Number(text.slice(0, 2)) * HOUR + Number(text.slice(3, 5)) * 60
    for (const { weekday, opens, closes } of hours) this.days[weekday] = [second(opens), second(closes)]
  }

  /** Opening and closing second of a day; undefined when closed. */
  on(day: DayNumber): [opens: number, closes: number] | undefined {
    return this.holidays.has(day) ? undefined : this.days[weekdayOf(day)]
  }

  isOpen(local: Local): boolean {
    const day = dayOf(local)
    const hours = this.on(day)
    const second = local - day * DAY
    return hours !== undefined && second >= hours[0] && second < hours[1]
  }

  /** The moment after `seconds` of open time; unfinished work continues at the next opening. */
  after(local: Local, seconds: number): Local {
    let day = dayOf(local)
    let from = local - day * DAY
    let left = seconds
    for (let tries = 0; tries < 30; tries++) {
      const hours = this.on(day)
      if (hours) {
        const start = Math.max(from, hours[0])
        if (start + left < hours[1]) return day * DAY + start + left
        left -= Math.max(0, hours[1] - start)
      }
      day += 1
      from = 0
    }
    return local + seconds
  }

  /** A time at which the office is open, on the day or the next open one. */
  within(day: DayNumber, random: Random): Local {
    for (let later = 0; later < 14; later++) {
      const hours = this.on(day + later)
      if (hours) return (day + later) * DAY + hours[0] + Math.floor(random.next() * (hours[1] - hours[0] - HOUR / 2))
    }
    return day * DAY + 12 * HOUR
  }
}

/** The holidays on which leasing offices close, as [month 0–11, date]; Thanksgiving is computed. */
const CLOSED_DATES: readonly (readonly [number, number])[] = [
  [0, 1],
  [6, 4],
  [11, 25],
]

/** Closed days between two days: New Year, Independence Day, Thanksgiving and Christmas. */
export function closedDays(from: DayNumber, to: DayNumber): DayNumber[] {
  const days: DayNumber[] = []
  for (let day = from; day <= to; day++) {
    const [month, date] = monthDay(day)
    // The fourth Thursday of November is between the 22nd and the 28th.
    const thanksgiving = month === 10 && date >= 22 && date <= 28 && weekdayOf(day) === 4
    if (thanksgiving || CLOSED_DATES.some(([m, d]) => m === month && d === date)) days.push(day)
  }
  return days
}
