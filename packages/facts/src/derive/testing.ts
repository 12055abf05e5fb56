import type { Facts } from '../client/facts'
import type { Records } from '../testing'

/** A number below a bound. */
export type Draw = (bound: number) => number

/** The same numbers for the same seed. */
export function drawing(seed: number): Draw {
  let state = seed >>> 0
  return (bound) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * bound)
  }
}

const MILESTONES = ['visits', 'applications', 'appointments', 'conversations', 'leases'] as const
const ENTITIES = ['touches', ...MILESTONES, 'messages', 'calls', 'prospects'] as const
export type Kind = (typeof ENTITIES)[number] | 'campaigns'

/** A record of any of the entities, as far as what is worked out of prospects depends on it. */
export interface Fact {
  id: number
  property_id: number
  prospect_id?: number | undefined
  deleted?: boolean
  source?: string
  touched_at?: string
  kind?: string
  cancelled_at?: string
  status?: string
  handled_by?: string
  created_at?: string
  starts_at?: string
  status_at?: string
  signed_at?: string
  sent_at?: string
  lost_at?: string
  next_follow_up_at?: string
  started_at?: string
  direction?: string
  origin?: string
  day_only?: boolean
  [field: string]: unknown
}

const PEOPLE = 4
export const IDS = 5

const instant = (draw: Draw): string => new Date(Date.UTC(2026, 4, 1 + draw(20), draw(3))).toISOString()

/** What each entity's records have besides their id, property and prospect. */
const OWN: Record<Exclude<Kind, 'leases' | 'campaigns'>, (draw: Draw) => object> = {
  // Few instants and sources, so that touches share them.
  touches: (draw) => ({ source: [' Zillow', 'Zillow ', 'Google', ''][draw(4)], touched_at: instant(draw) }),
  visits: (draw) => ({
    ...{ visited_at: instant(draw), visit_type: 'in-person', uses_tour_app: false },
    ...{ unit_shown: draw(2) === 0, ...(draw(2) && { appointment_id: 1 }) },
  }),
  applications: (draw) => ({ submitted_at: instant(draw), status: 'pending', status_at: instant(draw) }),
  appointments: (draw) => ({
    ...{ created_at: instant(draw), starts_at: instant(draw), status_at: instant(draw), tour_type: 'in-person' },
    ...{ booked_by: 'agent', status: ['scheduled', 'cancelled-renter', 'completed'][draw(3)] },
  }),
  conversations: (draw) => ({
    ...{ started_at: instant(draw), channel: 'chat', handled_by: ['ai', 'agent'][draw(2)] },
    ...{ messages_in: 1, messages_out: 1, handle_seconds: 1 },
  }),
  messages: (draw) => ({
    ...{
      sent_at: instant(draw),
      channel: ['email', 'text', 'facebook'][draw(3)],
      day_only: draw(3) === 0,
      campaign_id: 1 + draw(3),
      step: draw(3),
    },
    ...(draw(2) && { delivered_at: instant(draw) }),
    ...{
      direction: ['inbound', 'outbound', 'outbound'][draw(3)],
      origin: ['agent', 'ai', 'bulk', 'drip', 'drip'][draw(5)],
    },
  }),
  calls: (draw) => ({
    ...{ started_at: instant(draw), duration_seconds: 60, caller_type: 'other', intents: [] },
    outcome: ['answered', 'missed'][draw(2)],
    ...{ direction: ['inbound', 'outbound', 'outbound'][draw(3)], handled_by: ['ai', 'agent'][draw(2)] },
    day_only: draw(3) === 0,
  }),
  prospects: (draw) => ({
    ...{ created_at: instant(draw), source: ['Zillow', ' Google', ''][draw(3)], insert_method: 'email' },
    ...{ first_contact_channel: ['email', 'call'][draw(2)], not_a_prospect: draw(4) === 0 },
    ...{ is_referral: draw(2) === 0, ...(draw(2) && { qualified_at: instant(draw) }) },
    ...(draw(2) && { next_follow_up_at: instant(draw) }),
    ...[{ status: 'waiting' }, { status: 'leased' }, { status: 'lost', lost_at: instant(draw) }, { status: 'lost' }][
      draw(4)
    ],
  }),
}

const campaign = { name: 'After a tour', trigger_type: 'NO_SHOW' }

/** A company's records about few people, as imports change them, and what is worked out of them, counted plainly. */
export class PeopleWorld {
  readonly #facts = new Map<string, Fact>()
  /** Whether the second property is removed, which hides its records. */
  isWestRemoved = false
  /** The time zone of the second property. */
  westZone = 'America/Los_Angeles'

  constructor(private readonly draw: Draw) {}

  /** Some new, corrected, moved and removed records of each entity but leases. */
  someFacts(): Records {
    const { draw } = this
    return this.#changed(() => [...new Set(Array.from({ length: draw(4) }, () => 1 + draw(IDS)))])
  }

  /** A new version of every record of each entity but leases: a message of a campaign is among them, and an open prospect. */
  allFacts(): Records {
    const {
      messages = [],
      prospects = [],
      ...others
    } = this.#changed(() => Array.from({ length: IDS }, (_, at) => at + 1))
    const ofCampaign = { direction: 'outbound', origin: 'drip' }
    const sent = { id: IDS + 1, property_id: 10, prospect_id: this.anyone(), ...OWN.messages(this.draw), ...ofCampaign }
    const isOpen = { status: 'waiting', lost_at: undefined, not_a_prospect: false, first_contact_channel: 'email' }
    const open = { id: 1, property_id: 10, ...OWN.prospects(this.draw), ...isOpen }
    this.note('messages', [sent])
    this.note('prospects', [open])
    return { ...others, messages: [...messages, sent], prospects: [open, ...prospects.slice(1)] }
  }

  /** A new version of one record of an entity but leases. */
  oneFact(entity: Exclude<Kind, 'leases' | 'campaigns'>): Records {
    const facts = this.#versions(entity, [1 + this.draw(IDS)], OWN[entity])
    this.note(entity, facts)
    return { [entity]: facts }
  }

  /** Some campaigns as they are now, if they are; messages name one more. */
  someCampaigns(): Records {
    const campaigns = [1, 2].map((id) => ({ id, company_id: 1, ...(this.draw(2) ? { deleted: true } : campaign) }))
    const changed = campaigns.filter(() => this.draw(3) > 0)
    for (const { id, ...fact } of changed) this.note('campaigns', [{ id, property_id: 0, ...fact }])
    return { campaigns: changed }
  }

  /** Whether a campaign is there. */
  hasCampaign(id: unknown): boolean {
    const found = this.latest('campaigns', Number(id))
    return found !== undefined && !found.deleted
  }

  #changed(ids: () => number[]): Records {
    const entries = ENTITIES.flatMap((entity) =>
      entity === 'leases' ? [] : [[entity, this.#versions(entity, ids(), OWN[entity])] as const],
    )
    const records: Records = Object.fromEntries(entries)
    for (const [entity, facts] of entries) this.note(entity, facts)
    return records
  }

  #versions(entity: Kind, ids: readonly number[], own: (draw: Draw) => object): Fact[] {
    const { draw } = this
    return ids.map((id) => {
      const where = { id, property_id: draw(2) ? 10 : 20 }
      if (draw(5) === 0 && this.#facts.has(`${entity} ${id}`)) return { ...where, deleted: true }
      if (entity === 'prospects') return { ...where, ...own(draw) }
      const ofNobody = (entity === 'conversations' || entity === 'calls') && draw(4) === 0
      return { ...where, ...(!ofNobody && { prospect_id: this.anyone() }), ...own(draw) }
    })
  }

  anyone(): number {
    return 1 + this.draw(PEOPLE)
  }

  /** Notes what was imported. */
  note(entity: Kind, facts: readonly Fact[]): void {
    for (const fact of facts) this.#facts.set(`${entity} ${fact.id}`, fact)
  }

  /** A record as it came last, removals included. */
  latest(entity: Kind, id: number | undefined): Fact | undefined {
    return this.#facts.get(`${entity} ${id}`)
  }

  /** The records that are there, also at a removed property. */
  all(): { entity: Kind; fact: Fact }[] {
    return [...this.#facts].flatMap(([name, fact]) => {
      const entity = ENTITIES.find((one) => one === name.split(' ')[0])
      return !entity || fact.deleted ? [] : [{ entity, fact }]
    })
  }

  /** The records that are there, at properties that are. */
  shown(): { entity: Kind; fact: Fact }[] {
    return this.all().filter(({ fact }) => !(this.isWestRemoved && fact.property_id === 20))
  }

  /** The local day of an instant where a record is. */
  dayOf({ property_id }: Pick<Fact, 'property_id'>, instant: string): string {
    const timeZone = property_id === 20 ? this.westZone : 'America/New_York'
    return new Intl.DateTimeFormat('en-CA', { timeZone }).format(new Date(instant))
  }

  /** The records that count of a prospect. */
  #of(prospect: number, entities: readonly Kind[]): { entity: Kind; fact: Fact }[] {
    return this.shown().filter(({ entity, fact }) => entities.includes(entity) && fact.prospect_id === prospect)
  }

  /** Every prospect with what `count` finds in those of their records that it is made of. */
  everyone(
    entities: readonly Kind[],
    count: (own: { entity: Kind; fact: Fact }[], prospect: number) => object | null,
  ): object[] {
    return Array.from({ length: IDS }, (_, at) => at + 1).flatMap((prospect_id) => {
      const found = count(this.#of(prospect_id, entities), prospect_id)
      return found ? [{ prospect_id, ...found }] : []
    })
  }

  /** Every prospect with its milestones and what they come from. */
  milestones(): object[] {
    return this.everyone(MILESTONES, (own) => {
      const has = (entity: Kind, is: (fact: Fact) => boolean = () => true) =>
        own.some((one) => one.entity === entity && is(one.fact)) ? 1 : 0
      if (own.length === 0) return null
      return {
        leased: has('leases', ({ kind, cancelled_at }) => kind === 'new' && !cancelled_at),
        applied: has('applications'),
        visited: has('visits'),
        booked: has('appointments'),
        kept: has('appointments', ({ status }) => !status?.startsWith('cancelled')),
        by_ai: has('conversations', ({ handled_by }) => handled_by === 'ai'),
        counted: own.length,
      }
    })
  }
}

/** The milestones as the table keeps them. */
export const storedMilestones = (facts: Facts): Promise<object[]> =>
  facts.query<object>(
    `SELECT prospect_id, leased, applied, visited, booked, kept, by_ai, toInt32(length(records)) AS counted
     FROM prospect_milestones FINAL WHERE company_id = 1 AND notEmpty(records) ORDER BY prospect_id`,
  )
