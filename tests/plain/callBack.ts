import type { LifecycleFacts } from './lifecycle'
import { addDays, localTimeAt } from './time'

const HOUR = 3_600_000
const ms = (instant: string): number => Date.parse(instant)

/** A person who waits, since when, and for what. */
export interface Waiting {
  id: number
  since: number
  reason: string
}

/** Call back: who called, asked, or toured in the last 30 days, and heard nothing since. */
export function plainCallBack({ records, prospects, here, dayOf, now }: LifecycleFacts): Waiting[] {
  const zone = records.companies[0]?.time_zone ?? 'UTC'
  const from = addDays(localTimeAt(now, zone).day, -30)
  return prospects.flatMap((person) => {
    const own = <T extends { prospect_id?: number }>(list: readonly T[]): T[] =>
      list.filter((one) => one.prospect_id === person.id)
    const past = (instant: string, property: number) => ms(instant) <= now && dayOf(instant, property) >= from
    const isLeased = own(records.leases).some(
      (one) => one.kind === 'new' && !one.cancelled_at && ms(one.signed_at) <= now,
    )
    if (!here.has(person.property_id) || isLeased || ['leased', 'lost'].includes(person.status)) return []
    if (ms(person.created_at) > now) return []
    const dayEnd = (instant: string, dayOnly = false) => ms(instant) + (dayOnly ? 24 * HOUR - 1 : 0)
    const answers = [
      ...own(records.messages)
        .filter((one) => one.direction === 'outbound' && ['agent', 'ai'].includes(one.origin) && ms(one.sent_at) <= now)
        .map((one) => dayEnd(one.sent_at, one.day_only)),
      ...own(records.calls)
        .filter((one) => (one.direction === 'outbound' || one.outcome === 'answered') && ms(one.started_at) <= now)
        .map((one) => dayEnd(one.started_at, one.day_only)),
      ...own(records.appointments)
        .filter((one) => !one.status.startsWith('cancelled') && ms(one.created_at) <= now)
        .map((one) => ms(one.created_at)),
      ...own(records.applications)
        .map((one) => ms(one.submitted_at))
        .filter((at) => at <= now),
    ]
    const tours = own(records.visits)
      .map((one) => ms(one.visited_at))
      .filter((at) => at <= now)
    const unanswered = (at: number, by: readonly number[]) => by.every((answer) => answer < at)
    const missed = own(records.calls)
      .filter(
        (one) => one.direction === 'inbound' && one.outcome !== 'answered' && past(one.started_at, one.property_id),
      )
      .map((one) => ms(one.started_at))
    const asked = own(records.messages)
      .filter((one) => one.direction === 'inbound' && past(one.sent_at, one.property_id))
      .map((one) => ms(one.sent_at))
    if (!['call', 'walk-in'].includes(person.first_contact_channel) && past(person.created_at, person.property_id))
      asked.push(ms(person.created_at))
    const toured = own(records.visits)
      .filter((one) => past(one.visited_at, one.property_id))
      .map((one) => ms(one.visited_at))
      .filter((at) => at <= now - 24 * HOUR && unanswered(at, answers))
    const open = {
      'Missed call': missed.filter((at) => unanswered(at, [...answers, ...tours])),
      'Unanswered question': asked.filter((at) => unanswered(at, [...answers, ...tours])),
      'No follow-up after a tour': toured,
    }
    const all = Object.values(open).flat()
    if (all.length === 0) return []
    const reason = Object.entries(open).flatMap(([words, times]) => (times.length > 0 ? [words] : []))
    return [{ id: person.id, since: Math.min(...all), reason: reason.join(', ') }]
  })
}
