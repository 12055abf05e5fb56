import type { QueryOptions } from '@leaselight/facts'
import {
  addTo,
  companyRates,
  type Day,
  dailyPace,
  type Happened,
  type PropertyForecast,
  type PropertyRates,
  shrunken,
  sumOfCases,
} from '@leaselight/model'
import type { QueryRunner } from '../plan/cache'
import { queryRows } from '../plan/queryRows'
import { sql } from '../plan/sql'
import { LEASE_MONTHS, MONTH_DAYS } from '../records/leases/decisions'
import { type OutlookStart, outlookSql } from '../records/leases/outlook'
import type { HomesSource } from '../records/leases/units'
import type { LeadCosts } from './leadCosts'
import { type LeasingCases, PACE_DAYS, readLeasingCases, type UnitsOfDay } from './leasingCases'

/** Forecasts are tested on so many days of the past, 30 days apart. */
const TESTED_MONTHS = 12

/** How a property's residents leave and its units are rented, without what leads cost. */
type LeasingRates = Omit<PropertyRates, keyof LeadCosts>

/** How residents of each of a company's properties leave now, and how its units are rented: once after an import. */
export async function readLeasingRates(
  facts: QueryRunner,
  source: HomesSource,
  today: Day,
  options: QueryOptions,
): Promise<ReadonlyMap<number, LeasingRates>> {
  return ratesOn(await readLeasingCases(facts, source, [today], options), today)
}

/**
 * Makes forecasts on days of the company's last year, each by what was known then, and counts the units that were occupied
 * 30 days later. Follows every lease on each of these days, so no question waits for it.
 */
export async function readTestedForecasts(
  facts: QueryRunner,
  source: HomesSource,
  today: Day,
  options: QueryOptions,
): Promise<readonly PropertyForecast[]> {
  const past = Array.from({ length: TESTED_MONTHS }, (_, month) => addTo(today, -MONTH_DAYS * (month + 1)))
  // The units of today tell how the latest forecast came out.
  const cases = await readLeasingCases(facts, source, [today, ...past], options)
  const starts = past.flatMap((day) =>
    [...ratesOn(cases, day)].map(
      ([property, one]): OutlookStart => ({ property, day, rates: { ...one, ...NO_COSTS } }),
    ),
  )
  return readForecasts(facts, source, starts, cases.units, options)
}

/** Rates with what leads cost; a property without any has no leads. */
export const withLeadCosts = (
  rates: ReadonlyMap<number, LeasingRates>,
  costs: ReadonlyMap<number, LeadCosts>,
): ReadonlyMap<number, PropertyRates> =>
  new Map([...rates].map(([id, one]) => [id, { ...one, ...(costs.get(id) ?? NO_COSTS) }]))

const NO_COSTS: LeadCosts = { leads: 0, leased: 0, spend: 0, leases: 0 }

/** The rates of every property by what was known on a day. */
function ratesOn({ ended, times, units }: LeasingCases, day: Day): Map<number, LeasingRates> {
  const decided = new Map(ended.flatMap((one) => (one.day === day ? [[one.property, one]] : [])))
  const shares = companyRates(sumOfCases([...decided.values()].map(({ leaving }) => leaving)))
  const { moveInDays, noticeDays } = times.get(day) ?? { moveInDays: null, noticeDays: MONTH_DAYS }
  const months = Array.from({ length: PACE_DAYS / MONTH_DAYS }, (_, month) => addTo(day, -MONTH_DAYS * month))
  const toRent = new Map<number, Happened[]>()
  for (const { property, day: at, rented } of units)
    if (months.includes(at))
      toRent.set(property, sumOfCases([toRent.get(property) ?? NO_UNITS, [rented.vacant, rented.notice]]))
  const rented = companyRates(sumOfCases([...toRent.values()]))
  return new Map(
    [...toRent].map(([property, own]) => {
      const [vacant, notice] = own.map((one, state) => dailyPace(shrunken(one, rented?.[state] ?? 0), MONTH_DAYS))
      return [
        property,
        {
          leaves:
            shares &&
            (decided.get(property)?.leaving ?? NO_LEASES).map((one, month) => shrunken(one, shares[month] ?? 0)),
          paces: moveInDays && rented && { vacant: vacant ?? 0, notice: notice ?? 0 },
          moveInDays,
          noticeDays,
          decided: decided.get(property)?.leases ?? { part: 0, whole: 0 },
        },
      ]
    }),
  )
}

const noCases = (classes: number): Happened[] => Array.from({ length: classes }, () => ({ part: 0, whole: 0 }))
const NO_UNITS = noCases(2)
const NO_LEASES = noCases(LEASE_MONTHS)

/** What was expected 30 days after each start, beside the units that were occupied then. */
async function readForecasts(
  facts: QueryRunner,
  source: HomesSource,
  starts: readonly OutlookStart[],
  units: readonly UnitsOfDay[],
  options: QueryOptions,
): Promise<readonly PropertyForecast[]> {
  const known = starts.filter(({ rates }) => rates.leaves !== null && rates.paces !== null)
  if (known.length === 0) return []
  const rows = await queryRows<
    Record<'property' | 'before', string> & Record<'expected' | 'variance', number> & { day: Day }
  >(
    facts,
    sql`SELECT property_id AS property, toString(on_day) AS day, toFloat64(sum(toDecimal64(occupied_then, 6))) AS expected,
      toFloat64(sum(toDecimal64(occupied_then * (1 - occupied_then), 6))) AS variance, countIf(occupied) AS before
      FROM (${outlookSql(source, known, [MONTH_DAYS])}) GROUP BY property, on_day ORDER BY property, day`,
    options,
  )
  const came = new Map(units.map((one) => [`${one.property} ${one.day}`, one]))
  return rows.flatMap(({ property, day, expected, variance, before }) => {
    const then = came.get(`${property} ${addTo(day, MONTH_DAYS)}`)
    if (!then) return []
    const { units: all, occupied } = then
    return [{ property: Number(property), day, expected, variance, before: Number(before), units: all, occupied }]
  })
}
