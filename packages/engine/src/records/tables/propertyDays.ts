import { DAY_SUMS, type EntityName } from '@leaselight/facts'
import { raw } from '../../plan/sql'
import { calendarDay, carry, property } from '../carries'
import { type SummedRecords, table } from '../definition'

const sums: readonly (readonly [string, { of: EntityName; met: readonly string[]; on?: string }])[] =
  Object.entries(DAY_SUMS)

/** The records of an entity added up for each day of a property: on their main day, and on each other one that dates them. */
export function byPropertyDay(entity: EntityName): SummedRecords[] {
  const own = sums.filter(([, { of }]) => of === entity)
  return [...new Set(own.map(([, { on }]) => on))].map((on) => ({
    ...{ table: 'property_days', fromClause: table('property_days'), day: 'day', ...(on && { of: on }) },
    numbers: own
      .filter(([, sum]) => sum.on === on)
      .map(([times, { met }]) => ({ times, met: met.map((condition) => raw(condition)) })),
    ...carry(property('property_id'), calendarDay('day')),
  }))
}
