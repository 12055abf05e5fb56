import { type QueryContext, type RecordType, raw, type Sql, sql } from '@leaselight/engine'

/** The first day of a record's month; months of the prior period stand in the rows of the months they are compared with. */
export function monthOfPeriod(kind: RecordType, { current, prior }: QueryContext): Sql {
  const day = `${kind.when?.column.replace(/_at$/, '')}_day`
  const apart = current && prior ? monthOf(current.start) - monthOf(prior.start) : 0
  if (!current || apart === 0) return raw(`toString(toStartOfMonth(${day}))`)
  const moved = sql`if(${raw(day)} < toDate32(${current.start}), addMonths(toStartOfMonth(${raw(day)}), ${apart}), toStartOfMonth(${raw(day)}))`
  return sql`toString(${moved})`
}

/** Months since the beginning of time. */
const monthOf = (day: string): number => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7))
