import { addTo, daysBetween } from '@leaselight/model'
import type { QueryContext } from '../../plan/measures'
import { any, daySql, idList, raw, type Sql, sql } from '../../plan/sql'
import { agent, calendarDay, carry, firstContact, property, source } from '../carries'
import { inCompany, inScopedProperties, periodsIn } from '../conditions'
import { type Carries, fromSelect, type RecordType } from '../definition'
import { KEPT_APPOINTMENT } from '../live'
import { officeOpenings } from '../office/clock'

const DAY_MS = 86_400_000
/** The local days of one instant differ by at most this many days between zones. */
const MAX_ZONE_DAYS = 2
/** Events longer before a moment than this don't affect its state. */
const STALE_DAYS = 2

/**
 * Instants at which active prospects are evaluated: `office`, `at` in epoch milliseconds, its local `on_day`, and
 * `of_period`.
 */
interface EngagementMoments {
  select: Sql
  /** The earliest and latest possible moments (epoch milliseconds). */
  first: number
  last: number
}

/**
 * Active prospects at each closing of their office in either period: `state` is `green` (followed up), `yellow`
 * (waiting for a day), or `red` (longer). Days without office hours have no closing.
 */
export function engagementAtClosings(context: QueryContext): RecordType {
  return engagementRecords(
    context,
    closingMoments(context),
    { when: { column: 'stood_at', kind: 'instant' }, repeatsDaily: true },
    [calendarDay('stood_day')],
  )
}

/** Active prospects now; for the prior period, at the same time of day the corresponding number of days ago. */
export function engagementNow(context: QueryContext): RecordType {
  return engagementRecords(context, currentMoments(context), { periodColumn: 'of_period', isStock: true }, [])
}

function engagementRecords(
  context: QueryContext,
  moments: EngagementMoments,
  dating: Partial<RecordType>,
  dimensions: readonly Partial<Carries>[],
): RecordType {
  return fromSelect({
    label: 'Prospect',
    since: ['prospects'],
    select: statesSql(context, moments),
    prospect: 'id',
    // Prospects who don't count are excluded early.
    isPeople: true,
    agent: 'agent_id',
    details: raw('state'),
    ...carry(
      property('property_id'),
      agent('agent_id'),
      source('source'),
      firstContact('first_contact_channel'),
      ...dimensions,
    ),
    ...dating,
  })
}

function closingMoments(context: QueryContext): EngagementMoments {
  const { companyId, properties, now } = context
  const ranges = periodsIn(context)
  const start = ranges.map((range) => range.start).sort()[0] ?? context.today
  const end =
    ranges
      .map((range) => range.end)
      .sort()
      .at(-1) ?? context.today
  const inRanges = any(ranges.map((range) => sql`on_day BETWEEN ${daySql(range.start)} AND ${daySql(range.end)}`))
  return {
    select: sql`SELECT property_id AS office, max(closes) AS at, on_day, '' AS of_period
      FROM (${officeOpenings(companyId, properties, { start, end })}) WHERE ${inRanges}
      GROUP BY office, on_day HAVING at <= ${now.getTime()}`,
    first: Date.parse(addTo(start, -MAX_ZONE_DAYS)),
    last: now.getTime(),
  }
}

function currentMoments({ properties, now, today, current, prior }: QueryContext): EngagementMoments {
  const offices = sql`arrayJoin(${properties.length > 0 ? sql`${properties.map(({ id }) => id)}` : raw('emptyArrayUInt64()')})`
  const at = (instant: number, period: string): Sql =>
    sql`SELECT ${offices} AS office, toInt64(${instant}) AS at, ${daySql(today)} AS on_day, ${period} AS of_period`
  const earlier = now.getTime() - (current && prior ? daysBetween(prior.start, current.start) : 0) * DAY_MS
  return {
    select: prior
      ? sql`${at(now.getTime(), 'current')} UNION ALL ${at(earlier, 'prior')}`
      : at(now.getTime(), 'current'),
    first: earlier,
    last: now.getTime(),
  }
}

const ms = (column: string): string => `toUnixTimestamp64Milli(${column})`
/** Later than any moment: means not canceled. */
const FAR_FUTURE = 'toInt64(9000000000000000)'

/**
 * One row for each active prospect and moment. The facts that decide the state (contacts, bookings, leases) are short
 * lists next to the prospect, so prospects are joined once instead of once per moment.
 */
function statesSql(context: QueryContext, moments: EngagementMoments): Sql {
  const { companyId, properties } = context
  const offices = sql`SELECT office, groupArray((at, on_day, of_period)) AS moments FROM (${moments.select}) WHERE office IN ${idList(properties.map(({ id }) => id))} GROUP BY office`
  const first = sql`toInt64(${moments.first})`
  const last = sql`toInt64(${moments.last})`
  const since = daySql(addTo(new Date(moments.first).toISOString().slice(0, 10), -STALE_DAYS - MAX_ZONE_DAYS))
  const anywhere = inCompany(companyId)
  const contacts = sql`SELECT prospect_id AS contacted, groupArray(at) AS contacts FROM (
      SELECT prospect_id, ${raw(ms('sent_at'))} AS at FROM messages FINAL
        WHERE ${anywhere} AND sent_day >= ${since} AND direction = 'outbound' AND origin IN ('agent', 'ai') AND at <= ${last}
      UNION ALL
      SELECT prospect_id, ${raw(ms('started_at'))} AS at FROM calls FINAL
        WHERE ${anywhere} AND started_day >= ${since} AND direction = 'outbound' AND prospect_id != 0 AND at <= ${last}
    ) GROUP BY contacted`
  const bookings = sql`SELECT prospect_id AS booked, groupArray((${raw(ms('created_at'))}, least(${raw(ms('starts_at'))},
      if(${raw(KEPT_APPOINTMENT)}, ${raw(FAR_FUTURE)}, ${raw(ms('status_at'))})))) AS bookings
    FROM appointments FINAL WHERE ${anywhere} AND starts_day >= ${since} GROUP BY booked`
  const leases = sql`SELECT prospect_id AS leaser, groupArray((${raw(ms('signed_at'))}, ifNull(${raw(ms('cancelled_at'))}, ${raw(FAR_FUTURE)}))) AS leases,
      countIf(cancelled_at IS NULL) > 0 AS has_live
    FROM leases FINAL WHERE ${anywhere} AND kind = 'new' AND prospect_id != 0 GROUP BY leaser`
  const people = sql`SELECT id, property_id, agent_id, source, first_contact_channel, status, ${raw(ms('created_at'))} AS created_ms,
      if(status = 'lost', ifNull(${raw(ms('lost_at'))}, toInt64(0)), ${raw(FAR_FUTURE)}) AS lost_ms, ifNull(${raw(ms('next_follow_up_at'))}, toInt64(0)) AS follow_up_ms
    FROM prospects FINAL WHERE ${inScopedProperties(context)} AND NOT not_a_prospect AND created_ms <= ${last} AND lost_ms > ${first}`
  const covers = (list: string): string => `arrayExists(span -> span.1 <= moment.1 AND moment.1 < span.2, ${list})`
  const contactWithin = (hours: number): string =>
    `arrayExists(at -> at <= moment.1 AND at > moment.1 - ${hours * 3_600_000}, contacts)`
  return sql`SELECT id, property_id, agent_id, source, first_contact_channel, fromUnixTimestamp64Milli(moment.1) AS stood_at, moment.2 AS stood_day, moment.3 AS of_period, 0 AS not_a_prospect,
    multiIf(follow_up_ms > moment.1 OR ${raw(covers('bookings'))} OR ${raw(contactWithin(24))}, 'green', ${raw(contactWithin(48))}, 'yellow', 'red') AS state
  FROM (
    SELECT people.*, contacts, bookings, arrayJoin(arrayFilter(
      moment -> created_ms <= moment.1 AND lost_ms > moment.1 AND NOT arrayExists(lease -> lease.1 <= moment.1 AND moment.1 < lease.2, leases), moments)) AS moment
    FROM (${people}) AS people
    INNER JOIN (${offices}) AS offices ON offices.office = people.property_id
    LEFT ANY JOIN (${leases}) AS leases_of ON leases_of.leaser = people.id
    LEFT ANY JOIN (${contacts}) AS contacts_of ON contacts_of.contacted = people.id
    LEFT ANY JOIN (${bookings}) AS bookings_of ON bookings_of.booked = people.id
    WHERE NOT (status = 'leased' AND NOT has_live)
  )`
}
