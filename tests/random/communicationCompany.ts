import type { RecordOf, ValueOf } from '@leaselight/contract'
import type { Fixture } from '@leaselight/sample'
import { instantOf, timeOn } from '../plain/time'
import { type Draw, separatesStandalone, smallCompany } from './draw'

type Entities =
  | 'companies'
  | 'properties'
  | 'agents'
  | 'prospects'
  | 'calls'
  | 'transcripts'
  | 'appointments'
  | 'visits'
  | 'applications'
  | 'leases'
  | 'conversations'
  | 'web_sessions'

/** A small company with calls, messages, and web sessions, and its current instant. */
export interface CommunicationCompany {
  id: number
  center: string
  now: number
  records: Required<Pick<Fixture, Entities>>
}

const ALL: ValueOf<'properties', 'products'>[] = [
  'call-intel',
  'call-transcripts',
  'tours',
  'ai',
  'ai-email',
  'ai-chat',
  'ai-sms',
]
const PRODUCTS: [ValueOf<'properties', 'products'>[], ...ValueOf<'properties', 'products'>[][]] = [
  ALL,
  ['call-intel-standalone', 'call-transcripts', 'ai'],
  ['ai-chat', 'call-intel'],
  ['ai-sms', 'ai-email', 'call-transcripts'],
  [],
]
const SOURCES = ['Website', ' Website', 'Zumper', '', ' '] as const
const HOURS = ['00:00', '02:15', '09:00', '12:30', '18:00', '24:00'] as const
const INTENTS = ['tour', 'price', 'availability', 'maintenance'] as const
const NAMES = ['Mo', 'Zoë', ''] as const
const LINES = [
  'Is there a balcony? And one more thing: how far is it to the river from the BALCONY of the largest home you have?',
  'BALCONY.',
  'We have been looking for quite a while now, and everything is either gone or too dear; is a balcony too much to ask for, ünser Balkon was lovely, and so was the view of the park, of the river and of the road behind.',
  'Hello',
  '100 % "sure", O’Brien_ said',
  'Çà et là, ÜNSER Balkon',
] as const

/** The search texts for transcripts. */
export const SEARCHES = ['', 'balcony', 'BALCONY', 'ünser', ' balcony ', '%', '_', 'no such word'] as const

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
/** Intervals at the limits of definitions. */
const STEPS = [0, 0, 30 * DAY, DAY] as const

/** Generates the company with a number. */
export function communicationCompany(id: number, draw: Draw): CommunicationCompany {
  const { below, of, onceIn } = draw
  const base = smallCompany(id, draw, { people: 14, agents: 3 })
  const { center, middle, list, maybe, property, prospect, agent } = base
  const told = new Map<number, number[]>()
  /** Any time near the middle, or a critical interval after another event of the same person. */
  const at = (person = 0): string => {
    const theirs = told.get(person) ?? []
    const before = theirs[below(theirs.length)]
    const instant =
      before === undefined || onceIn(2)
        ? middle + (below(22) - 13) * DAY + below(24 * 60) * MINUTE
        : before + of(STEPS) + of([0, 0, 0, 1000, -1000])
    told.set(person, [...theirs, instant])
    return new Date(instant).toISOString()
  }
  const after = (instant: string) => new Date(Date.parse(instant) + below(5) * 17_500).toISOString()
  const hours = () =>
    list(of([0, 9, 14]), () => {
      const [opens, closes] = [of(HOURS), of(HOURS)].sort()
      return { weekday: 1 + below(7), opens: opens ?? '09:00', closes: closes ?? '18:00' }
    }).filter(({ opens, closes }) => opens < closes)
  const person = (): { prospect_id?: number } => maybe('prospect_id', prospect, 5)
  const properties = base.houses((index) => ({
    products: index === 0 ? ALL : of(PRODUCTS),
    office_hours: hours(),
    holidays: list(below(3), () => base.date(-10, 14)),
  }))
  /** The exact instant at which an office opens or closes, or a second before. */
  const atDoor = (property_id: number): number => {
    const { time_zone, office_hours = [] } = properties.find((one) => one.id === property_id) ?? { time_zone: 'UTC' }
    const { opens, closes } = office_hours[below(office_hours.length)] ?? { opens: '09:00', closes: '18:00' }
    const wall = timeOn(base.date(-8, 12), of([opens, closes]))
    return instantOf(wall, time_zone, of(['first', 'second'] as const)) - of([0, 1000])
  }
  /** First-time calls whose prospects do each step once, just within or just beyond the limit. */
  const chains = list(12, (number) => {
    const called = middle + (below(18) - 9) * DAY + below(24 * 60) * MINUTE
    const booked = called + of([30 * DAY, 30 * DAY, 30 * DAY + 1, 0, -1])
    const visited = booked + of([0, 0, -1])
    const iso = (instant: number) => new Date(instant).toISOString()
    const signed = visited + of([0, 0, -1])
    const ids = { id: 100 + number, property_id: base.propertyOf(0), prospect_id: base.prospectId(100 + number) }
    return { ids, called: iso(called), booked: iso(booked), visited: iso(visited), signed: iso(signed) }
  })
  return {
    id,
    center,
    now: middle + below(96) * 60 * MINUTE,
    records: {
      companies: [
        {
          id,
          name: `Talk ${id}`,
          time_zone: base.zone(),
          feature_flags: {
            ai_reports: true,
            ai_chat: true,
            ai_sms: true,
            ai_leasing_report: true,
            call_intelligence_agent_attribution: true,
            call_intelligence_filter: true,
            call_intelligence_standalone: separatesStandalone(id),
          },
        },
      ],
      properties,
      agents: list(3, (number) => ({ id: number, company_id: id, property_id: property(), name: `Agent ${number}` })),
      prospects: list(
        14,
        (number): RecordOf<'prospects'> => ({
          id: base.prospectId(number),
          property_id: property(),
          ...agent(),
          source: of(SOURCES),
          first_name: of(NAMES),
          last_name: of(NAMES),
          insert_method: 'call',
          first_contact_channel: 'call',
          created_at: at(),
          status: 'waiting',
          not_a_prospect: onceIn(6),
          deleted: onceIn(9),
        }),
      ),
      calls: [
        ...list(70, (number): RecordOf<'calls'> => {
          const who = person()
          return {
            id: number,
            property_id: property(),
            ...who,
            ...agent(),
            ...maybe('source', () => of(SOURCES), 4),
            direction: of(['inbound', 'inbound', 'inbound', 'outbound'] as const),
            handled_by: of(['agent', 'agent', 'ai'] as const),
            ...maybe('caller_name', () => of(NAMES)),
            ...maybe('caller_phone', () => `+1 555 01${number}`),
            caller_type: of([
              'prospect-first-call',
              'prospect-first-call',
              'prospect-return-call',
              'resident',
            ] as const),
            started_at: at(who.prospect_id),
            duration_seconds: below(4) * 61,
            outcome: of(['answered', 'answered', 'missed', 'voicemail', 'requested-text'] as const),
            // Some calls share a conversation, and some have no transcript.
            ...maybe('thread_id', () => `t${id}-${1 + below(40)}`, 5),
            ...maybe('stream_id', () => `s${number}`),
            ...maybe('recording_url', () => `https://recordings.example/${number}.wav`),
            // May contain duplicates, which count once.
            ...maybe('intents', () => list(below(4), () => of(INTENTS))),
            ...maybe('score', () => of([0, 50, 71, 100] as const)),
            ...maybe('appointment_id', () => 1 + below(20), 3),
          }
        }),
        ...chains.map(
          ({ ids, called }): RecordOf<'calls'> => ({
            ...ids,
            direction: 'inbound',
            handled_by: 'agent',
            caller_type: 'prospect-first-call',
            started_at: called,
            duration_seconds: 60,
            outcome: 'answered',
          }),
        ),
      ],
      transcripts: list(
        30,
        (number): RecordOf<'transcripts'> => ({
          thread_id: `t${id}-${number}`,
          property_id: property(),
          deleted: onceIn(10),
          utterances: list(below(4) + 1, (line) => ({ speaker: 'caller', time: line, transcript: of(LINES) })),
          annotations: {
            greeting: null,
            name: null,
            preferences: null,
            prospect_info: null,
            prospect_interest: null,
            prospect_source: null,
            followup: null,
          },
        }),
      ),
      appointments: [
        ...list(16, (number) => {
          const prospect_id = prospect()
          return {
            id: number,
            property_id: property(),
            prospect_id,
            created_at: at(prospect_id),
            starts_at: at(prospect_id),
            tour_type: 'in-person' as const,
            booked_by: 'agent' as const,
            status: of(['scheduled', 'completed', 'no-show', 'cancelled-renter', 'cancelled-manager'] as const),
            status_at: at(),
          }
        }),
        ...chains.map(({ ids, booked }) => ({
          ...ids,
          created_at: booked,
          starts_at: booked,
          tour_type: 'in-person' as const,
          booked_by: 'agent' as const,
          status: 'scheduled' as const,
          status_at: booked,
        })),
      ],
      visits: [
        ...list(16, (number) => {
          const prospect_id = prospect()
          return {
            id: number,
            property_id: property(),
            prospect_id,
            visited_at: at(prospect_id),
            visit_type: 'in-person' as const,
          }
        }),
        ...chains.map(({ ids, visited }) => ({ ...ids, visited_at: visited, visit_type: 'in-person' as const })),
      ],
      applications: list(10, (number) => ({
        id: number,
        property_id: property(),
        prospect_id: prospect(),
        submitted_at: at(),
        status: 'pending' as const,
        status_at: at(),
      })),
      leases: [
        ...list(14, (number): RecordOf<'leases'> => {
          const who = person()
          return {
            id: number,
            property_id: property(),
            unit_id: number,
            ...who,
            kind: of(['new', 'new', 'new', 'renewal', 'transfer'] as const),
            signed_at: at(who.prospect_id),
            starts_on: '2026-06-01',
            ends_on: '2027-05-31',
            monthly_rent: 1000,
            ...(onceIn(4) && { cancelled_at: at() }),
          }
        }),
        ...chains.map(
          ({ ids, signed }): RecordOf<'leases'> => ({
            ...ids,
            unit_id: ids.id,
            kind: 'new',
            signed_at: signed,
            starts_on: '2026-06-01',
            ends_on: '2027-05-31',
            monthly_rent: 1000,
          }),
        ),
      ],
      conversations: list(50, (number): RecordOf<'conversations'> => {
        const property_id = property()
        const started_at = onceIn(3) ? new Date(atDoor(property_id)).toISOString() : at()
        return {
          id: number,
          property_id,
          ...person(),
          channel: of(['voice', 'email', 'chat', 'sms'] as const),
          handled_by: of(['ai', 'ai', 'agent'] as const),
          started_at,
          ...maybe('first_reply_at', () => after(started_at), 3),
          messages_in: below(6),
          messages_out: below(6),
          handle_seconds: below(4) * 1234,
          ...(onceIn(4) && { handed_off_at: after(started_at) }),
          ...maybe('appointment_id', () => 1 + below(20), 3),
        }
      }),
      web_sessions: list(50, (number) => ({
        id: number,
        property_id: property(),
        ...maybe('source', () => of(SOURCES), 4),
        started_at: at(),
        page_views: below(9),
        ...maybe('prospect_id', prospect),
      })),
    },
  }
}
