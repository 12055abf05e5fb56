import { CARE } from '@leaselight/facts'
import { addTo, daysBetween } from '@leaselight/model'
import type { QueryContext } from '../../plan/measures'
import { daySql, raw, type Sql, sql } from '../../plan/sql'
import { agent, calendarDay, carry, firstContact, property, source } from '../carries'
import { inScopedProperties, MAX_ZONE_DAYS, periodsIn } from '../conditions'
import { type Carries, fromSelect, type RecordType } from '../definition'
import { officeClosings } from '../office/closings'
import { prospectsWithCare } from './care'

const DAY_MS = 86_400_000
/** Events longer before a moment than this don't affect its state. */
const STALE_DAYS = 2

/** The moments at which active prospects are evaluated. */
interface EngagementMoments {
  /** Those of a prospect, a list of `(at, on_day)`; `at` is in epoch milliseconds. */
  moments: Sql
  /** The period of a moment, where it isn't that of its day. */
  period: Sql
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
  return engagementRecords(
    context,
    currentMoments(context),
    { periodColumn: 'of_period', isStock: true, isOfNow: true },
    [],
  )
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
    later: null,
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
  const { properties, now, today } = context
  const ranges = periodsIn(context)
  const start = ranges.map((range) => range.start).sort()[0] ?? today
  return {
    moments: officeClosings('property_id', properties, ranges, now.getTime()),
    period: raw(`''`),
    first: Date.parse(addTo(start, -MAX_ZONE_DAYS)),
    last: now.getTime(),
  }
}

function currentMoments({ now, today, current, prior }: QueryContext): EngagementMoments {
  const at = now.getTime()
  const earlier = at - (current && prior ? daysBetween(prior.start, current.start) : 0) * DAY_MS
  const moment = (instant: number) => sql`(toInt64(${instant}), ${daySql(today)})`
  const moments = prior ? sql`[${moment(at)}, ${moment(earlier)}]` : sql`[${moment(at)}]`
  return {
    moments,
    period: sql`if(at = ${at}, 'current', 'prior')`,
    first: earlier,
    last: at,
  }
}

const ms = (column: string): string => `toUnixTimestamp64Milli(${column})`
/** Later than any moment: means not lost. */
const FAR_FUTURE = 'toInt64(9000000000000000)'

/**
 * One row for each active prospect and moment. How a prospect was looked after is a short list beside them.
 */
function statesSql(context: QueryContext, { moments, period, first, last }: EngagementMoments): Sql {
  const start = sql`toInt64(${first})`
  const people = prospectsWithCare(context, {
    care: 'turns',
    since: addTo(new Date(first).toISOString().slice(0, 10), -STALE_DAYS - MAX_ZONE_DAYS),
    columns:
      raw(`property_id, agent_id, source, first_contact_channel, status = 'leased' AS is_leased, ${ms('created_at')} AS created_ms,
      if(status = 'lost', ifNull(${ms('lost_at')}, toInt64(0)), ${FAR_FUTURE}) AS lost_ms, ifNull(${ms('next_follow_up_at')}, toInt64(0)) AS follow_up_ms`),
    where: [
      inScopedProperties(context),
      sql`NOT not_a_prospect AND created_ms <= toInt64(${last}) AND lost_ms > ${start}`,
    ],
  })
  // A prospect whose status says leased and who has no lease that goes on isn't active at any moment, nor is one whose lease
  // began before the first.
  return sql`SELECT id, property_id, agent_id, source, first_contact_channel, fromUnixTimestamp64Milli(at) AS stood_at, stood_day, ${period} AS of_period, 0 AS not_a_prospect,
    multiIf(follow_up_ms > at OR care = ${CARE.green}, 'green', care = ${CARE.yellow}, 'yellow', 'red') AS state
  FROM (
    SELECT id, property_id, agent_id, source, first_contact_channel, follow_up_ms, moment.1 AS at, moment.2 AS stood_day,
      arrayLast(turn -> turn.1 <= at, near).2 AS care
    FROM (
      SELECT people.*,
        arrayPushFront(arrayFilter(turn -> turn.1 > ${start}, turns), (toInt64(0), arrayLast(turn -> turn.1 <= ${start}, turns).2)) AS near,
        arrayJoin(arrayFilter(moment -> created_ms <= moment.1 AND lost_ms > moment.1, ${moments})) AS moment
      FROM (${people}) AS people
      WHERE if(turns[-1].2 = ${CARE.leased}, turns[-1].1 > ${start}, NOT is_leased)
    )
  ) WHERE care != ${CARE.leased}`
}
