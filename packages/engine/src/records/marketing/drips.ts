import { addTo, type DayRange } from '@leaselight/model'
import type { QueryContext } from '../../plan/measures'
import { raw, type Sql, sql } from '../../plan/sql'
import { agent, calendarDay, campaign, carry, property } from '../carries'
import { inCompany, inEitherPeriod, inScopedProperties } from '../conditions'
import { fromSelect, type RecordType } from '../definition'
import { KEPT_APPOINTMENT, LIVE_LEASE } from '../live'
import { recordTypes } from '../recordTypes'

const WINDOW_DAYS = 14

const facts = {
  appointments: {
    at: 'created_at',
    which: KEPT_APPOINTMENT,
    fields: 'tour_type, status',
  },
  visits: { at: 'visited_at', which: '1', fields: 'visit_type, appointment_id, unit_shown' },
  leases: { at: 'signed_at', which: LIVE_LEASE, fields: 'kind, monthly_rent, starts_on' },
} as const

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
 * all of them, on the days they were sent.
 */
export function factsAfterDrips(what: keyof typeof facts, context: QueryContext): RecordType {
  const { companyId } = context
  const { at, which, fields } = facts[what]
  const own: RecordType = recordTypes[what]
  const sent = sql`SELECT property_id, prospect_id AS person, campaign_id, step, sent_at, sent_day FROM messages FINAL
    WHERE ${inScopedProperties(context)} AND direction = 'outbound' AND origin = 'drip' AND ${inEitherPeriod('sent_day', context)}`
  return fromSelect({
    label: own.label,
    since: own.since,
    select: sql`SELECT fact.id AS id, fact.happened_at AS happened_at, fact.agent_id AS agent_id, ${raw(
      fields
        .split(', ')
        .map((field) => `fact.${field} AS ${field}`)
        .join(', '),
    )}, drip.*
      FROM (${sent}) AS drip
      INNER JOIN (SELECT id, prospect_id, agent_id, ${raw(`${at} AS happened_at, ${fields}`)} FROM ${own.fromClause}
        WHERE ${inCompany(companyId)} AND ${raw(which)} AND ${inWindow(at, context)}) AS fact ON fact.prospect_id = drip.person
      WHERE fact.happened_at > drip.sent_at AND fact.happened_at <= drip.sent_at + toIntervalHour(${raw(String(WINDOW_DAYS * 24))})`,
    prospect: 'person',
    agent: 'agent_id',
    // Dated by the message; the list shows when the fact itself happened.
    when: { column: 'sent_at', kind: 'instant' },
    ...(own.details && { details: own.details }),
    ...carry(property('property_id'), agent('agent_id'), campaign, calendarDay('sent_day')),
  })
}
