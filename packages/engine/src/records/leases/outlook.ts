import type { Day, PropertyRates } from '@leaselight/model'
import type { QueryContext } from '../../plan/measures'
import { daySql, join, raw, type Sql, sql } from '../../plan/sql'
import { carry, property, values } from '../carries'
import { fromSelect, type RecordType } from '../definition'
import { inText } from '../inText'
import { LEASE_MONTHS, MONTH_DAYS } from './decisions'
import { type HomesSource, noUnits, unitFields, unitsSql } from './units'

/** A property as it stood at the end of a day, with the rates that were known by then. */
export interface OutlookStart {
  property: number
  day: Day
  rates: PropertyRates
}

/**
 * Rentable units as they are to stand so many days ahead, one row for each unit and day: `leaving` (on notice, out by
 * then), `arriving` (rented, moved in by then), and `undecided` (the lease ends by then, with neither notice nor
 * renewal) with the chance to leave, `leaves`; the chance that the unit is occupied then without another new lease,
 * `held`, and with new leases at the property's pace, `occupied_then`. A chance is null where too little is known.
 *
 * Who gave notice leaves on the lease's last day, and who rented moves in on the new lease's first. Residents past their
 * lease's end stay. A unit is to rent from today where it is vacant or on notice, else from as long before the lease's
 * end as notices usually come. It is then rented at a constant rate a day (an exponential waiting time), one while it is
 * on notice and one while it is vacant, and the new resident moves in after one of five equally likely times.
 * @param today the company's date, from which the days of rows are named
 * @param ahead the days ahead; 0 is the day itself
 */
export function unitsAhead(
  { today, ...source }: HomesSource & Pick<QueryContext, 'today'>,
  starts: readonly OutlookStart[],
  ahead: readonly number[],
): RecordType {
  const none = starts.length === 0
  return fromSelect({
    ...unitFields,
    details: raw(detailsAhead),
    select: sql`SELECT *, toString(${daySql(today)} + ahead) AS day_ahead FROM (${none ? noUnitsAhead : outlookSql(source, starts, ahead)})`,
    ...carry(property('property_id'), values({ floorplan: 'floorplan', 'day-ahead': 'day_ahead' })),
  })
}

const percentText = (share: string): string => `concat(toString(toInt32(round(100 * ${share}))), '%')`

/** What a unit is expected to do, with the chance by which it is weighed. */
const detailsAhead = `concat(floorplan, multiIf(
  undecided, concat(', lease ends ', ${inText('date', 'lease_ends_on')}, ifNull(concat(', ', ${percentText('leaves')}, ' likely to leave'), '')),
  occupied AND notice, concat(', on notice, out by ', ${inText('date', 'leaves_on')}),
  occupied, ', occupied', ', vacant'),
  if(rented, concat(', rented, in by ', ${inText('date', 'moves_in_on')}), ''))`

/** The same units, each with the chance that it is occupied then. */
export const withChances = (units: RecordType): RecordType => ({
  ...units,
  details: raw(
    `concat(${detailsAhead}, ifNull(concat(', ', ${percentText('occupied_then')}, ' likely occupied'), ''))`,
  ),
})

const noUnitsAhead = sql`SELECT none.*, 0 AS ahead, 0 AS leaving, 0 AS arriving, 0 AS undecided,
  toFloat64(0) AS leaves, toFloat64(0) AS held, toFloat64(0) AS occupied_then FROM (${noUnits}) AS none`

/**
 * One row for each unit and day ahead; see `unitsAhead`. Rates are joined as `ANY`, since each day of a property has one: all
 * that match would be joined by copying the columns of every unit, its spans too.
 */
export function outlookSql(source: HomesSource, starts: readonly OutlookStart[], ahead: readonly number[]): Sql {
  const standing = sql`SELECT toUInt64(entry.1) AS property, toDate32(entry.2) AS on_day, entry.2 AS of_period
    FROM (SELECT arrayJoin(arrayZip(${starts.map((one) => one.property)}, ${starts.map((one) => one.day)})) AS entry)`
  return sql`
SELECT *,
  if(occupied AND NOT leaving, 1 - leaves, leaves) AS stays,
  stays + (1 - stays) * arriving AS held,
  multiIf(isNull(vacant_pace), NULL, rented OR held = 1, 0, 1 - arrayAvg(arrayMap(
    lag -> exp(-assumeNotNull(notice_pace) * greatest(0, least(ahead - lag, empty_in) - free_in) - assumeNotNull(vacant_pace) * greatest(0, ahead - lag - empty_in)),
    lags))) AS rented_since,
  held + (1 - held) * rented_since AS occupied_then
FROM (
  SELECT unit.*, rates.*, toInt32(arrayJoin(${ahead})) AS ahead, on_day + ahead AS then_on,
    ahead > 0 AND occupied AND notice AND leaves_on <= then_on AS leaving,
    ahead > 0 AND rented AND moves_in_on <= then_on AS arriving,
    occupied AND NOT notice AND lease_ends_on > on_day AND lease_ends_on <= then_on AS undecided,
    if(undecided, shares[least(${LEASE_MONTHS}, intDiv(dateDiff('day', on_day, lease_ends_on) - 1, ${MONTH_DAYS}) + 1)], shares[1] * 0) AS leaves,
    toFloat64(greatest(0, multiIf(NOT occupied, 0, notice, dateDiff('day', on_day, leaves_on), dateDiff('day', on_day, lease_ends_on)))) AS empty_in,
    if(notice OR NOT occupied, 0, greatest(0, empty_in - notice_days)) AS free_in
  FROM (${unitsSql(source, standing)}) AS unit
  LEFT ANY JOIN (${ratesTable(starts)}) AS rates ON rates.rated_property = unit.property_id AND rates.rated_on = unit.on_day
)`
}

/** The rates of each start; -1 stands for what isn't known. */
function ratesTable(starts: readonly OutlookStart[]): Sql {
  const lists: Sql[] = []
  const add = (numbers: readonly number[]): string => {
    lists.push(sql`${numbers.map((value) => Number(value.toPrecision(9)))}`)
    return `entry.${lists.length + 1}`
  }
  const of = (read: (rates: PropertyRates) => number | null) => add(starts.map(({ rates }) => read(rates) ?? -1))
  const known = (column: string) => `nullIf(toFloat64(${column}), -1)`
  const id = add(starts.map((one) => one.property))
  const shares = Array.from({ length: LEASE_MONTHS }, (_, month) => of(({ leaves }) => leaves?.[month] ?? null))
  const lags = Array.from({ length: 5 }, (_, index) => of((rates) => rates.moveInDays?.[index] ?? 0))
  const columns = {
    rated_property: `toUInt64(${id})`,
    shares: `[${shares.map(known).join()}]`,
    lags: `[${lags.map((lag) => `toFloat64(${lag})`).join()}]`,
    vacant_pace: known(of(({ paces }) => paces?.vacant ?? null)),
    notice_pace: known(of(({ paces }) => paces?.notice ?? null)),
    notice_days: `toFloat64(${of((rates) => rates.noticeDays)})`,
  }
  const named = Object.entries(columns).map(([name, value]) => raw(`${value} AS ${name}`))
  return sql`SELECT toDate32(entry.1) AS rated_on, ${join(named, ', ')}
    FROM (SELECT arrayJoin(arrayZip(${starts.map((one) => one.day)}, ${join(lists, ', ')})) AS entry)`
}
