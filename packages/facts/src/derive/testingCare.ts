import type { Facts } from '../client/facts'
import type { Fact, Kind, PeopleWorld } from './testing'

const HOUR = 3_600_000
type Span = [begin: number, end: number]
const ms = (instant: string | undefined): number => Date.parse(instant ?? '')
const contactedAt = ({ sent_at, started_at }: Fact): number => ms(sent_at ?? started_at)

const isContact = (entity: Kind, { direction, origin }: Fact): boolean =>
  direction === 'outbound' && (entity === 'calls' || (entity === 'messages' && (origin === 'agent' || origin === 'ai')))

/** Every prospect with how they were looked after: at each moment at which anything may change, computed from all records. */
export function care(world: PeopleWorld): object[] {
  return world.everyone(['messages', 'calls', 'appointments', 'leases'], (own, prospect) => {
    // Of people, also those at a removed property.
    const person = world.all().find(({ entity, fact }) => entity === 'prospects' && fact.id === prospect)?.fact
    if (!person) return null
    const contacts = own.filter(({ entity, fact }) => isContact(entity, fact)).map(({ fact }) => contactedAt(fact))
    const of = (entity: Kind) => own.filter((one) => one.entity === entity).map(({ fact }) => fact)
    const bookings = of('appointments').map(({ created_at, starts_at, status_at, status }): Span => {
      const end = status?.startsWith('cancelled') ? Math.min(ms(starts_at), ms(status_at)) : ms(starts_at)
      return [ms(created_at), end]
    })
    const leases = of('leases')
      .filter(({ kind }) => kind === 'new')
      .map(({ signed_at, cancelled_at }): Span => [ms(signed_at), cancelled_at ? ms(cancelled_at) : Infinity])
    const counted = contacts.length + bookings.length + leases.length + 1
    const levelAt = (moment: number) => {
      const within = (hours: number) => contacts.some((at) => at <= moment && moment < at + hours * HOUR)
      const inside = ([begin, end]: Span) => begin <= moment && moment < end
      if (leases.some(inside)) return 3
      return bookings.some(inside) || within(24) ? 2 : within(48) ? 1 : 0
    }
    const moments = [
      ...contacts.flatMap((at) => [at, at + 24 * HOUR, at + 48 * HOUR]),
      ...bookings.flat(),
      ...leases.flat(),
    ]
    const every = changesOf(stateOf(person, levelAt), [...moments, ...ownMoments(person)])
    const turns = person.status === 'leased' && every.at(-1)?.[1] !== 3 ? [] : every
    const answers = own
      .filter(({ entity, fact }) => isContact(entity, fact) && (fact.origin ?? fact.handled_by) === 'agent')
      .map(({ fact }) => [contactedAt(fact) + (fact.day_only ? 24 * HOUR - 1 : 0), fact.day_only ? 1 : 0])
      .sort(([a = 0, c = 0], [b = 0, d = 0]) => a - b || c - d)
    return { ...endOf(person, turns), turns, answers, counted }
  })
}

type Change = [moment: number, to: number]

/** The moments at which the state changes, and what to. Before the first a prospect is inactive. */
function changesOf(stateAt: (moment: number) => number, moments: readonly number[]): Change[] {
  const changes: Change[] = []
  for (const moment of [...new Set(moments)].sort((a, b) => a - b)) {
    if (moment < Infinity && stateAt(moment) !== (changes.at(-1)?.[1] ?? 3)) changes.push([moment, stateAt(moment)])
  }
  return changes
}

const ownMoments = ({ created_at, lost_at, next_follow_up_at }: Fact): number[] =>
  [created_at, lost_at, next_follow_up_at].map(ms).filter((moment) => moment)

/** The state of a prospect at a moment: 0 red, 1 yellow, 2 green, 3 not active. */
function stateOf({ status, created_at, lost_at, next_follow_up_at }: Fact, levelAt: (moment: number) => number) {
  return (moment: number): number => {
    const isLost = status === 'lost' && !(moment < ms(lost_at))
    if (isLost || moment < ms(created_at) || levelAt(moment) === 3) return 3
    return moment < ms(next_follow_up_at) ? 2 : levelAt(moment)
  }
}

/** What a prospect is, and the day from which on nothing about them changes. */
function endOf({ status, created_at, lost_at }: Fact, turns: readonly Change[]): object {
  const [moment, state] = turns.at(-1) ?? [0, 3]
  const ends = Math.max(ms(created_at), state === 3 ? moment : Date.UTC(2299, 11, 31))
  return { ends: new Date(ends).toISOString().slice(0, 10), status, lost: ms(lost_at) || null }
}

/** How prospects were looked after, as the table keeps it. */
export const storedCare = (facts: Facts): Promise<object[]> =>
  facts.query<object>(
    `SELECT prospect_id, toString(ends_day) AS ends, status, toUnixTimestamp64Milli(lost_at) AS lost,
       arrayMap(one -> [one.1, toInt64(one.2)], turns) AS turns,
       arrayMap(one -> [one.1, toInt64(one.2)], answers) AS answers, toInt32(length(records)) AS counted
     FROM prospect_care FINAL WHERE company_id = 1 ORDER BY prospect_id`,
  )
