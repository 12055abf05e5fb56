import type { Facts } from '../client/facts'
import type { Fact, Kind, PeopleWorld } from './testing'

const DAY_MS = 86_400_000
const WAITED_DAYS = 30

/** Something that answers: from its beginning on, whatever was asked until its end. */
interface Closer {
  begins: number
  ends: number
  isTour: boolean
}

interface Ask {
  at: number
  what: 'missed' | 'asked' | 'toured'
  day: string
}

const momentOf = ({ started_at, sent_at, visited_at, created_at, submitted_at }: Fact): string =>
  String(started_at ?? sent_at ?? visited_at ?? submitted_at ?? created_at)

const isAnswer = (entity: Kind, { direction, outcome }: Fact): boolean =>
  entity === 'appointments' ||
  entity === 'applications' ||
  (entity !== 'visits' && (direction === 'outbound' || outcome === 'answered'))

const WHAT: Partial<Record<Kind, Ask['what']>> = { calls: 'missed', messages: 'asked', visits: 'toured' }

/** What tells of waiting: not what was canceled, or what campaigns sent. */
const tells = (entity: Kind, { status, direction, origin }: Fact): boolean =>
  entity === 'appointments'
    ? !String(status).startsWith('cancelled')
    : entity === 'messages'
      ? direction === 'inbound' || origin === 'agent' || origin === 'ai'
      : entity === 'calls' || entity === 'visits' || entity === 'applications'

/** Every open prospect who asked anything, with when each ask was answered, from all records. */
export function waits(world: PeopleWorld): object[] {
  const people = world.all().filter(({ entity }) => entity === 'prospects')
  return people
    .map(({ fact }) => fact)
    .filter(({ not_a_prospect, status }) => !not_a_prospect && status !== 'leased' && status !== 'lost')
    .sort((a, b) => a.id - b.id)
    .flatMap((person) => {
      const records = world.shown().filter(({ entity, fact }) => fact.prospect_id === person.id && tells(entity, fact))
      const closers: Closer[] = []
      const open: Ask[] = []
      if (person.first_contact_channel === 'email') {
        const created = String(person.created_at)
        open.push({ at: Date.parse(created), what: 'asked', day: world.dayOf(person, created) })
      }
      for (const { entity, fact } of records) {
        const begins = Date.parse(momentOf(fact))
        const ends = fact.day_only ? begins + DAY_MS - 1 : begins
        const what = WHAT[entity]
        if (isAnswer(entity, fact)) closers.push({ begins, ends, isTour: false })
        else if (what) open.push({ at: begins, what, day: world.dayOf(fact, momentOf(fact)) })
        if (entity === 'visits') closers.push({ begins, ends, isTour: true })
      }
      if (open.length === 0) return []
      const asks = open.map((ask) => {
        const closing = closers.filter(({ ends, isTour }) => ends >= ask.at && !(isTour && ask.what === 'toured'))
        return { ...ask, closes: Math.min(Infinity, ...closing.map(({ begins }) => begins)) }
      })
      const leases = world
        .shown()
        .filter(({ entity, fact }) => entity === 'leases' && fact.prospect_id === person.id)
        .filter(({ fact: { kind, cancelled_at } }) => kind === 'new' && !cancelled_at)
        .map(({ fact }) => Date.parse(String(fact.signed_at)))
      const lastDays = asks.map(({ closes, day }) => Math.min(closes, Date.parse(day) + WAITED_DAYS * DAY_MS))
      return [
        {
          ...{ prospect_id: person.id, property_id: person.property_id, source: person.source },
          leased: leases.length > 0 ? Math.min(...leases) : 0,
          ends: new Date(Math.max(...lastDays)).toISOString().slice(0, 10),
          asks: asks
            .map(({ at, what, day, closes }) => `${at} ${what} ${day} ${closes === Infinity ? 'never' : closes}`)
            .sort(),
          counted: records.length + leases.length + 1,
        },
      ]
    })
}

/** The same as the table has it. */
export const storedWaits = (facts: Facts): Promise<object[]> =>
  facts.query<object>(
    `SELECT prospect_id, property_id, toString(source) AS source, leased_ms AS leased, toString(ends_day) AS ends,
       arraySort(arrayMap(one -> concat(toString(one.1), ' ', ['missed', 'asked', 'toured'][one.2 + 1], ' ', toString(one.3), ' ',
         if(one.4 > toInt64(8000000000000000), 'never', toString(one.4))), asks)) AS asks, toInt32(length(records)) AS counted
     FROM prospect_waits FINAL WHERE company_id = 1 ORDER BY prospect_id`,
  )
