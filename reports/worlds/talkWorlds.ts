import type {
  CallRecord,
  ConversationRecord,
  LeaseRecord,
  Product,
  ProspectRecord,
  TranscriptRecord,
  World,
} from '@leaselight/sample'
import { type Draw, ground } from './random'

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

/** A small company of people who call, write and click, and the moment at which it is looked at. */
export interface TalkWorld {
  id: number
  center: string
  now: number
  world: Required<Pick<World, Entities>>
}

const ALL: Product[] = ['call-intel', 'call-transcripts', 'tours', 'ai', 'ai-email', 'ai-chat', 'ai-sms']
const PRODUCTS: [Product[], ...Product[][]] = [
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

/** What is searched for in transcripts. */
export const WORDS = ['', 'balcony', 'BALCONY', 'ünser', ' balcony ', '%', '_', 'no such word'] as const

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
/** How far apart things lie where a definition draws a line. */
const STEPS = [0, 30 * DAY, 1000, 24 * 60 * MINUTE] as const

/** Makes the company of a number. */
export function talkWorld(id: number, draw: Draw): TalkWorld {
  const { below, of, onceIn } = draw
  const base = ground(id, draw, { people: 14, agents: 3 })
  const { center, middle, list, maybe, property, prospect, agent } = base
  const told: number[] = [middle]
  /** Any time near the middle, or a telling distance after something that happened. */
  const at = (): string => {
    const before = told[below(told.length)] ?? middle
    const instant = onceIn(3)
      ? before + of(STEPS) + of([0, 0, 1000, -1000])
      : middle + (below(22) - 13) * DAY + below(24 * 60) * MINUTE
    told.push(instant)
    return new Date(instant).toISOString()
  }
  const after = (instant: string) => new Date(Date.parse(instant) + below(5) * 17_500).toISOString()
  const hours = () =>
    list(of([0, 9, 14]), () => {
      const [opens, closes] = [of(HOURS), of(HOURS)].sort()
      return { weekday: 1 + below(7), opens: opens ?? '09:00', closes: closes ?? '18:00' }
    }).filter(({ opens, closes }) => opens < closes)
  const person = () => maybe('prospect_id', prospect, 5)
  return {
    id,
    center,
    now: middle + below(96) * 60 * MINUTE,
    world: {
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
          },
        },
      ],
      properties: base.houses((index) => ({
        products: index === 0 ? ALL : of(PRODUCTS),
        office_hours: hours(),
        holidays: list(below(3), () => base.date(-10, 14)),
      })),
      agents: list(3, (number) => ({ id: number, company_id: id, property_id: property(), name: `Agent ${number}` })),
      prospects: list(
        14,
        (number): ProspectRecord => ({
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
      calls: list(
        70,
        (number): CallRecord => ({
          id: number,
          property_id: property(),
          ...person(),
          ...agent(),
          ...maybe('source', () => of(SOURCES), 4),
          direction: of(['inbound', 'inbound', 'inbound', 'outbound'] as const),
          handled_by: of(['agent', 'agent', 'ai'] as const),
          ...maybe('caller_name', () => of(NAMES)),
          ...maybe('caller_phone', () => `+1 555 01${number}`),
          caller_type: of(['prospect-first-call', 'prospect-first-call', 'prospect-return-call', 'resident'] as const),
          started_at: at(),
          duration_seconds: below(4) * 61,
          outcome: of(['answered', 'answered', 'missed', 'voicemail', 'requested-text'] as const),
          // Some calls share a conversation, and of some there is no transcript.
          ...maybe('thread_id', () => `t${id}-${1 + below(40)}`, 5),
          ...maybe('stream_id', () => `s${number}`),
          ...maybe('recording_url', () => `https://recordings.example/${number}.wav`),
          // The same twice is the same.
          ...maybe('intents', () => list(below(4), () => of(INTENTS))),
          ...maybe('score', () => of([0, 50, 71, 100] as const)),
          ...maybe('appointment_id', () => 1 + below(20), 3),
        }),
      ),
      transcripts: list(
        30,
        (number): TranscriptRecord => ({
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
      appointments: list(16, (number) => ({
        id: number,
        property_id: property(),
        prospect_id: prospect(),
        created_at: at(),
        starts_at: at(),
        tour_type: 'in-person' as const,
        booked_by: 'agent' as const,
        status: of(['scheduled', 'completed', 'no-show', 'cancelled-renter', 'cancelled-manager'] as const),
        status_at: at(),
      })),
      visits: list(16, (number) => ({
        id: number,
        property_id: property(),
        prospect_id: prospect(),
        visited_at: at(),
        visit_type: 'in-person' as const,
      })),
      applications: list(10, (number) => ({
        id: number,
        property_id: property(),
        prospect_id: prospect(),
        submitted_at: at(),
        status: 'pending' as const,
        status_at: at(),
      })),
      leases: list(
        14,
        (number): LeaseRecord => ({
          id: number,
          property_id: property(),
          unit_id: number,
          ...person(),
          kind: of(['new', 'new', 'new', 'renewal', 'transfer'] as const),
          signed_at: at(),
          starts_on: '2026-06-01',
          ends_on: '2027-05-31',
          monthly_rent: 1000,
          ...(onceIn(4) && { cancelled_at: at() }),
        }),
      ),
      conversations: list(50, (number): ConversationRecord => {
        const started_at = at()
        return {
          id: number,
          property_id: property(),
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
