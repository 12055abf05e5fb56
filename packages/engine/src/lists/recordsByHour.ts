import { dayCount, isRecordList, type ReportDefinition, type Row } from '@leaselight/model'
import type { Scope } from '../access/scope'

const HOURS = 24

/** Whether a report lists the records of a single day: they are counted by the hour, those of more days by the day. */
export const isListOfOneDay = (report: ReportDefinition, { periods }: Pick<Scope, 'periods'>): boolean =>
  isRecordList(report) && periods !== null && dayCount(periods.current) === 1

/**
 * How many records fall into each hour of the local day.
 * @param rows the selection by hour
 * @param column the column that counts the records
 */
export function recordsByHour(rows: readonly Row[], column: string): number[] {
  const byHour = new Map(rows.map(({ hour, [column]: count }) => [Number(hour), Number(count)]))
  return Array.from({ length: HOURS }, (_, hour) => byHour.get(hour) ?? 0)
}
