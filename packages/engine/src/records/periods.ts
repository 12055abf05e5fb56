import { type DayRange, daysBetween } from '@leaselight/model'
import { daySql, raw, type Sql, sql } from '../plan/sql'
import type { DimensionContext } from './definition'

type Periods = Pick<DimensionContext, 'current' | 'prior' | 'only'>

/** Whether a day can be in both periods, so that one key can't tell where a record counts. */
export function overlap({ current, prior }: Periods): boolean {
  return current !== null && prior !== null && current.start <= prior.end && prior.start <= current.end
}

/** The day in a column; days of the prior period become the days of the current period that they are compared with. */
export function alignedDay(column: string, periods: Periods): Sql {
  const apart = periods.current && periods.prior ? daysBetween(periods.prior.start, periods.current.start) : 0
  return aligned(raw(column), column, periods, apart, 'addDays')
}

/** The first day of a column's month, aligned by whole months because months are compared with months. */
export function alignedMonth(column: string, periods: Periods): Sql {
  const { current, prior } = periods
  const apart = current && prior ? monthOf(current.start) - monthOf(prior.start) : 0
  return aligned(raw(`toStartOfMonth(${column})`), column, periods, apart, 'addMonths')
}

function aligned(value: Sql, day: string, { current, only }: Periods, apart: number, add: string): Sql {
  if (!current || apart === 0 || only === 'current') return value
  const moved = sql`${raw(add)}(${value}, ${apart})`
  return only === 'prior' ? moved : sql`if(${inRange(day, current)}, ${value}, ${moved})`
}

/** The condition that a day is in a range. */
export const inRange = (column: string, { start, end }: DayRange): Sql =>
  sql`${raw(column)} BETWEEN ${daySql(start)} AND ${daySql(end)}`

/** Months since the year 0. */
const monthOf = (day: string): number => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7))
