import { STATE } from '@leaselight/facts'
import { addTo, type Dimension, daysBetween } from '@leaselight/model'
import type { QueryContext } from '../../plan/measures'
import { daySql, raw, type Sql, sql } from '../../plan/sql'
import { agent, calendarDay, carry, firstContact, property, source } from '../carries'
import { inScopedProperties, MAX_ZONE_DAYS, periodsIn } from '../conditions'
import { type AggregatedRecords, type Carries, fromSelect, type RecordType } from '../definition'
import { officeClosings } from '../office/closings'
import { prospectsWithCare } from './care'

const DAY_MS = 86_400_000
/** Events longer before a moment than this don't affect its state. */
const STALE_DAYS = 2

/** The moments at which active prospects are evaluated. */
interface EngagementMoments {
  /** Those of a prospect's property in order, a list of `(at, on_day)`; `at` is in epoch milliseconds. */
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
    aggregated: (rows) => countsSql(context, moments, columnsBehind(rows)),
    prospect: 'id',
    // Prospects who don't count are excluded early.
    isPeople: true,
    agent: 'agent_id',
    details: raw('state'),
    ...carry(...Object.values(CARRIED), ...dimensions),
    ...dating,
  })
}

/** The columns of a prospect, and what each tells. */
const CARRIED = {
  property_id: property('property_id'),
  agent_id: agent('agent_id'),
  source: source('source'),
  first_contact_channel: firstContact('first_contact_channel'),
}
const COLUMNS = Object.keys(CARRIED)

/** The columns that rows by some dimensions need; that of the property always, whose office's hours decide. */
const columnsBehind = (rows: readonly Dimension[]): string[] =>
  Object.entries(CARRIED).flatMap(([column, { dimensions = {} }]) =>
    column === 'property_id' || rows.some((key) => dimensions[key]) ? column : [],
  )

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
  const moments = prior ? sql`[${moment(earlier)}, ${moment(at)}]` : sql`[${moment(at)}]`
  return {
    moments,
    period: sql`if(at = ${at}, 'current', 'prior')`,
    first: earlier,
    last: at,
  }
}

/** The states as reports name them. */
const NAMED = raw(`transform(care, [${STATE.green}, ${STATE.yellow}], ['green', 'yellow'], 'red')`)

const INACTIVE = raw(`toUInt8(${STATE.inactive})`)

/**
 * People with how their state changes around the moments: the first of `near` is the state at the earliest, which a person
 * who came later didn't have.
 */
function peopleSql(context: QueryContext, { first }: EngagementMoments, columns: readonly string[]): Sql {
  const start = sql`toInt64(${first})`
  const people = prospectsWithCare(context, {
    care: 'turns',
    since: addTo(new Date(first).toISOString().slice(0, 10), -STALE_DAYS - MAX_ZONE_DAYS),
    columns: raw(columns.join(', ')),
    where: [inScopedProperties(context), raw('NOT not_a_prospect')],
  })
  return sql`SELECT people.*, arraySlice(turns, greatest(arrayCount(turn -> turn.1 <= ${start}, turns), 1)) AS near
    FROM (${people}) AS people`
}

/** One row for each active prospect and moment. */
function statesSql(context: QueryContext, moments: EngagementMoments): Sql {
  const columns = raw(COLUMNS.join(', '))
  return sql`SELECT id, ${columns}, fromUnixTimestamp64Milli(at) AS stood_at, stood_day, ${moments.period} AS of_period, 0 AS not_a_prospect, ${NAMED} AS state
  FROM (
    SELECT id, ${columns}, moment.1 AS at, moment.2 AS stood_day, arrayLast(turn -> turn.1 <= at, near).2 AS care
    FROM (
      SELECT *, arrayJoin(arrayFilter(moment -> moment.1 >= near[1].1, ${moments.moments})) AS moment
      FROM (${peopleSql(context, moments, COLUMNS)}) WHERE notEmpty(near)
    )
  ) WHERE care != ${INACTIVE}`
}

/** Whether a step is a person's that begins or ends to be in a state, or a moment. At one instant moments come last. */
const STEP = { ends: raw('0'), begins: raw('1'), moment: raw('3') }

/**
 * How many active prospects with the same values of some columns are in a state at each moment. The moments are put among
 * the steps of all of these people, instead of counting each person at each of them.
 */
function countsSql(context: QueryContext, moments: EngagementMoments, columns: readonly string[]): AggregatedRecords {
  const by = raw(columns.join(', '))
  const first = sql`toInt64(${moments.first})`
  // Their state at the first moment is counted: most people have no other.
  const fromClause = sql`(SELECT ${by}, times, point.2.1 AS at, point.2.2 AS stood_day, ${moments.period} AS of_period, 0 AS not_a_prospect, ${NAMED} AS state
  FROM (
    SELECT ${by}, care, arrayJoin(arrayZip(arrayFilter((running, step) -> bitAnd(step, 3) = ${STEP.moment},
      arrayCumSum(step -> (bitAnd(step, 3) = ${STEP.begins}) - (bitAnd(step, 3) = ${STEP.ends}), steps), steps), moments)) AS point,
      at_first + point.1 AS times
    FROM (
      SELECT ${by}, care, ${moments.moments} AS moments, toInt64(countIf(from_ms <= ${first})) AS at_first,
        arraySort(arrayConcat(groupArrayIf(step, from_ms > ${first}), arrayMap(moment -> moment.1 * 4 + ${STEP.moment}, moments))) AS steps
      FROM (
        SELECT ${by}, from_ms, change.1 AS care, from_ms * 4 + change.2 AS step
        FROM (
          SELECT ${by}, from_ms, arrayJoin([(now, ${STEP.begins}), (before, ${STEP.ends})]) AS change
          FROM (
            SELECT ${by}, near.1 AS from_ms, near.2 AS now, arrayShiftRight(near.2, 1, ${INACTIVE}) AS before
            FROM (${peopleSql(context, moments, columns)})
          ) ARRAY JOIN from_ms, now, before
          WHERE from_ms <= ${moments.last} AND now != before
        ) WHERE care != ${INACTIVE}
      ) GROUP BY ${by}, care
    )
  ) WHERE times > 0)`
  return { fromClause, times: 'times' }
}
