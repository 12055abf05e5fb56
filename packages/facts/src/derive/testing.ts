import type { Facts } from '../client/facts'
import type { Records } from '../testing'

type Draw = (bound: number) => number

const ENTITIES = ['touches', 'visits', 'applications', 'appointments', 'conversations', 'leases'] as const
type Kind = (typeof ENTITIES)[number]

/** A record of any of the entities, as far as milestones depend on it. */
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
  [field: string]: unknown
}

const PEOPLE = 4
const IDS = 5

const instant = (draw: Draw): string => new Date(Date.UTC(2026, 4, 1 + draw(20), draw(3))).toISOString()

/** What each entity's records have besides their id, property and prospect. */
const OWN: Record<Exclude<Kind, 'leases'>, (draw: Draw) => object> = {
  // Few instants and sources, so that touches share them.
  touches: (draw) => ({ source: [' Zillow', 'Zillow ', 'Google', ''][draw(4)], touched_at: instant(draw) }),
  visits: (draw) => ({ visited_at: instant(draw), visit_type: 'in-person', unit_shown: false, uses_tour_app: false }),
  applications: (draw) => ({ submitted_at: instant(draw), status: 'pending', status_at: instant(draw) }),
  appointments: (draw) => ({
    ...{ created_at: instant(draw), starts_at: instant(draw), status_at: instant(draw), tour_type: 'in-person' },
    ...{ booked_by: 'agent', status: ['scheduled', 'cancelled-renter', 'completed'][draw(3)] },
  }),
  conversations: (draw) => ({
    ...{ started_at: instant(draw), channel: 'chat', handled_by: ['ai', 'agent'][draw(2)] },
    ...{ messages_in: 1, messages_out: 1, handle_seconds: 1 },
  }),
}

/** A company's records about few people, as imports change them, and the milestones counted plainly from them. */
export class MilestoneWorld {
  readonly #facts = new Map<string, Fact>()
  /** Whether the second property is removed, which hides its records. */
  isWestRemoved = false

  constructor(private readonly draw: Draw) {}

  /** Some new, corrected, moved and removed records of each entity but leases. */
  someFacts(): Records {
    const { draw } = this
    return this.#changed(() => [...new Set(Array.from({ length: draw(4) }, () => 1 + draw(IDS)))])
  }

  /** A new version of every record of each entity but leases. */
  allFacts(): Records {
    return this.#changed(() => Array.from({ length: IDS }, (_, at) => at + 1))
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
      const ofNobody = entity === 'conversations' && draw(4) === 0
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

  /** Every prospect with its milestones and what they come from. */
  plainly(): object[] {
    const counts = (prospect: number) =>
      [...this.#facts].flatMap(([name, fact]) => {
        const hidden = fact.deleted || (this.isWestRemoved && fact.property_id === 20)
        return hidden || fact.prospect_id !== prospect ? [] : [{ entity: name.split(' ')[0], fact }]
      })
    return Array.from({ length: PEOPLE }, (_, at) => at + 1).flatMap((prospect) => {
      const own = counts(prospect)
      const has = (entity: Kind, is: (fact: Fact) => boolean = () => true) =>
        own.some((one) => one.entity === entity && is(one.fact)) ? 1 : 0
      const touches = own
        .flatMap(({ entity, fact: { touched_at = '', source = '', id } }) =>
          entity === 'touches' ? [{ at: Date.parse(touched_at), id, source: source.trim() }] : [],
        )
        .sort((a, b) => a.at - b.at || a.id - b.id)
      if (own.length === 0) return []
      return {
        prospect_id: prospect,
        told: touches
          .filter(({ source }, place) => touches.findIndex((one) => one.source === source) === place)
          .map(({ at, source }) => [String(at), source]),
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
    `SELECT prospect_id, arrayMap(one -> [toString(toUnixTimestamp64Milli(one.1)), toString(one.2)], touches) AS told,
       leased, applied, visited, booked, kept, by_ai, toInt32(length(records)) AS counted
     FROM prospect_milestones FINAL WHERE company_id = 1 AND notEmpty(records) ORDER BY prospect_id`,
  )
