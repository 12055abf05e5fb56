import { addTo, type DayRange } from '@leaselight/model'
import { type Measure, measureOf, type QueryContext } from '../../plan/measures'
import { join, raw, type Sql, sql } from '../../plan/sql'
import { agent, calendarDay, campaign, carry, property } from '../carries'
import { inCompany, inEitherPeriod, inScopedProperties } from '../conditions'
import { fromSelect } from '../definition'
import { KEPT_APPOINTMENT, LIVE_LEASE } from '../live'
import { recordTypes } from '../recordTypes'

const WINDOW_DAYS = 14

const facts = {
  appointments: { at: 'created_at', which: KEPT_APPOINTMENT },
  visits: { at: 'visited_at', which: '1' },
  leases: { at: 'signed_at', which: LIVE_LEASE },
} as const

/** What people do after a message. */
type Deed = keyof typeof facts
const deeds = Object.keys(facts) as Deed[]

/** The local days of one instant differ by at most this many days between zones. */
const MAX_ZONE_DAYS = 2

/** Limits facts to days that a message of either period can have led to. */
function inWindow(at: string, { current, prior }: QueryContext): Sql {
  const reached = (range: DayRange | null) =>
    range && { start: addTo(range.start, -MAX_ZONE_DAYS), end: addTo(range.end, WINDOW_DAYS + MAX_ZONE_DAYS) }
  return inEitherPeriod(at.replace(/_at$/, '_day'), { current: reached(current), prior: reached(prior) })
}

/**
 * What prospects did within two weeks after a message of a campaign, one row per such message: it counts in the rows of
 * all of them, on the days they were sent. All of what they did is read beside the messages, once.
 */
export function factsAfterDrips(what: Deed, context: QueryContext): Measure {
  const own = recordTypes[what]
  const kind = fromSelect({
    label: own.label,
    since: own.since,
    later: what,
    rows: 'what people did after drips',
    select: deedsSql(context),
    prospect: 'person',
    agent: 'agent_id',
    // Dated by the message; the list shows when the fact itself happened.
    when: { column: 'sent_at', kind: 'instant' },
    details: raw('about'),
    ...carry(property('property_id'), agent('agent_id'), campaign, calendarDay('sent_day')),
  })
  return measureOf(kind).where`deed = ${deeds.indexOf(what)}`
}

function deedsSql(context: QueryContext): Sql {
  const { companyId } = context
  const done = deeds.map((what, place) => {
    const { at, which } = facts[what]
    const { fromClause, details = raw(`''`) } = recordTypes[what]
    return sql`SELECT toUInt8(${place}) AS deed, id, prospect_id, agent_id, ${raw(at)} AS happened_at, ${details} AS about FROM ${fromClause}
        WHERE ${inCompany(companyId)} AND ${raw(which)} AND ${inWindow(at, context)}`
  })
  return sql`SELECT done.deed AS deed, done.id AS id, done.happened_at AS happened_at, done.agent_id AS agent_id, done.about AS about, drip.*
    FROM (SELECT property_id, prospect_id AS person, campaign_id, step, sent_at, sent_day FROM messages FINAL
      WHERE ${inScopedProperties(context)} AND direction = 'outbound' AND origin = 'drip' AND ${inEitherPeriod('sent_day', context)}) AS drip
    INNER JOIN (${join(done, ' UNION ALL ')}) AS done ON done.prospect_id = drip.person
    WHERE done.happened_at > drip.sent_at AND done.happened_at <= drip.sent_at + toIntervalHour(${raw(String(WINDOW_DAYS * 24))})`
}
