import { addTo, type Day, type DayRange, dayCount, endOf, startOf } from '@leaselight/model'
import type { QueryContext } from '../../plan/measures'
import { raw, type Sql, sql } from '../../plan/sql'
import { calendarDay, carry, noAgent, property, source } from '../carries'
import { excludedProspects, inEitherPeriod, inScopedProperties, periodsIn } from '../conditions'
import { fromSelect, type RecordType } from '../definition'
import { LIVE_LEASE } from '../live'
import { joinAtHand, prospectJoin } from '../tables/prospectJoin'

type SpendingContext = Parameters<typeof inEitherPeriod>[1] &
  Parameters<typeof inScopedProperties>[0] &
  Partial<Pick<QueryContext, 'cutDays' | 'peopleAtHand'>>

/**
 * Money spent in either period: `amount`, by property and source. A monthly fee has one row per piece of a calendar
 * month, on the piece's first day; a fee per lead or lease has a row with each of them, on its day.
 */
export function adSpending(context: SpendingContext): RecordType {
  return fromSelect({
    label: 'Spend',
    since: ['ad_spend'],
    later: null,
    select: spendingSql(context),
    when: { column: 'spent_at', kind: 'day' },
    ...carry(property('property_id'), noAgent, source('source'), calendarDay('spent_day')),
  })
}

function spendingSql(context: SpendingContext): Sql {
  const { companyId } = context
  const fees = (type: string): Sql =>
    sql`(SELECT id, property_id, trimBoth(source) AS source, toDecimal128(amount, 18) AS amount, starts_on, ends_on FROM ad_spend FINAL
      WHERE ${inScopedProperties(context)} AND fee_type = ${type})`
  const onDay = (column: string): Sql =>
    sql`${raw(column)} >= fee.starts_on AND (fee.ends_on IS NULL OR ${raw(column)} <= fee.ends_on)`
  const leases = sql`${inScopedProperties(context)} AND ${inEitherPeriod('signed_day', context)} AND ${raw(LIVE_LEASE)}`
  const people = context.peopleAtHand
    ? joinAtHand('prospect_id', context.peopleAtHand)
    : prospectJoin('prospect_id', companyId, sql`id IN (SELECT prospect_id FROM leases FINAL WHERE ${leases})`)
  // A fee that ends before it starts costs nothing: it has no day.
  return sql`
SELECT id, property_id, source, spent_day AS spent_at, spent_day, amount FROM (
  SELECT fee.id AS id, fee.property_id AS property_id, fee.source AS source,
    greatest(piece.first_day, fee.starts_on) AS spent_day, least(piece.last_day, ifNull(fee.ends_on, piece.last_day)) AS until_day,
    fee.amount * (dateDiff('day', spent_day, until_day) + 1) / piece.month_days AS amount
  FROM ${fees('monthly')} AS fee CROSS JOIN ${piecesTable(pieces(periodsIn(context), context.cutDays))} AS piece
  WHERE spent_day <= until_day
)
UNION ALL
SELECT fee.id, fee.property_id, fee.source, lead.created_day, lead.created_day, fee.amount
FROM (SELECT property_id, trimBoth(source) AS source, created_day FROM prospects FINAL
  WHERE ${inScopedProperties(context)} AND ${inEitherPeriod('created_day', context)}) AS lead
INNER JOIN ${fees('per-lead')} AS fee ON fee.property_id = lead.property_id AND fee.source = lead.source
WHERE ${onDay('lead.created_day')}
UNION ALL
SELECT fee.id, fee.property_id, fee.source, lease.signed_day, lease.signed_day, fee.amount
FROM (SELECT property_id, signed_day, trimBoth(toString(prospect_source)) AS source
  FROM (SELECT property_id, prospect_id, signed_day FROM leases FINAL WHERE ${leases} AND prospect_id != 0) AS r${people}
  WHERE of_prospect != 0 AND prospect_id NOT IN ${excludedProspects(context)}) AS lease
INNER JOIN ${fees('per-lease')} AS fee ON fee.property_id = lease.property_id AND fee.source = lease.source
WHERE ${onDay('lease.signed_day')}`
}

interface Piece extends DayRange {
  monthDays: number
}

/**
 * The periods split at month ends, at each other's ends, and at other days, so that each piece is entirely inside or outside a period.
 */
function pieces(periods: readonly DayRange[], cutDays: readonly Day[] = []): Piece[] {
  const starts = new Set<Day>(cutDays.concat(periods.flatMap(({ start, end }) => [start, addTo(end, 1)])))
  const found = new Map<Day, Piece>()
  for (const { start, end } of periods)
    for (let first = start; first <= end; ) {
      const month = { start: startOf(first, 'month'), end: endOf(first, 'month') }
      const cut = [...starts].filter((day) => day > first).map((day) => addTo(day, -1))
      const last = [month.end, end, ...cut].sort()[0] ?? end
      found.set(first, { start: first, end: last, monthDays: dayCount(month) })
      first = addTo(last, 1)
    }
  return [...found.values()]
}

function piecesTable(list: readonly Piece[]): Sql {
  return sql`(SELECT toDate32(entry.1) AS first_day, toDate32(entry.2) AS last_day, entry.3 AS month_days
    FROM (SELECT arrayJoin(arrayZip(${list.map((piece) => piece.start)}, ${list.map((piece) => piece.end)}, ${list.map((piece) => piece.monthDays)})) AS entry))`
}
