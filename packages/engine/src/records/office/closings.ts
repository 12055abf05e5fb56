import { type Day, type DayRange, eachDay, openIntervals } from '@leaselight/model'
import type { Property } from '../../access/companyRecords'
import { raw, type Sql, sql } from '../../plan/sql'

/**
 * The closings of a record's office on the days of some ranges, up to a moment: a list of `(at, on_day)` in order, `at` in
 * epoch milliseconds. They are worked out here: a statement that does takes longer to plan than to run. Offices with the
 * same hours share their part of the parameters, and where an office's part is, is looked up: joined, the list would be
 * copied to each record.
 * @param property the column of the record's property
 */
export function officeClosings(
  property: string,
  offices: readonly Property[],
  ranges: readonly DayRange[],
  until: number,
): Sql {
  const days = [...new Set(ranges.flatMap((range) => eachDay(range)))].sort()
  const schedules = new Map<string, { first: number; count: number }>()
  const [instants, daysOf]: [number[], Day[]] = [[], []]
  const [ids, firsts, counts]: [number[], number[], number[]] = [[], [], []]
  for (const { id, office } of offices) {
    const key = JSON.stringify(office)
    let schedule = schedules.get(key)
    if (!schedule) {
      const first = instants.length
      for (const day of days) {
        const at = openIntervals(office, day).at(-1)?.[1]
        if (at === undefined || at > until) continue
        instants.push(at)
        daysOf.push(day)
      }
      schedule = { first: first + 1, count: instants.length - first }
      schedules.set(key, schedule)
    }
    if (schedule.count === 0) continue
    ids.push(id)
    firsts.push(schedule.first)
    counts.push(schedule.count)
  }
  if (ids.length === 0) return noClosings
  const ofOffice = (values: readonly number[], without: number) =>
    sql`transform(${raw(property)}, ${ids}, ${values}, ${without})`
  return sql`arraySlice(arrayMap((at, on_day) -> (toInt64(at), toDate32(on_day)), ${instants}, ${daysOf}),
    ${ofOffice(firsts, 1)}, ${ofOffice(counts, 0)})`
}

const noClosings = raw(`CAST([], 'Array(Tuple(Int64, Date32))')`)
