import type { RecordOf } from '@leaselight/contract'
import type { Fixture } from '@leaselight/sample'
import { type Draw, smallCompany } from './draw'

type Entities =
  | 'companies'
  | 'properties'
  | 'agents'
  | 'sources'
  | 'campaigns'
  | 'units'
  | 'prospects'
  | 'messages'
  | 'calls'
  | 'appointments'
  | 'visits'
  | 'applications'
  | 'leases'
  | 'ad_spend'
  | 'listings'

/** A small company with prospects who wait for responses and residents who leave or stay, and its current instant. */
export interface LifecycleCompany {
  id: number
  center: string
  now: number
  records: Required<Pick<Fixture, Entities>>
}

const CHANNELS = ['call', 'email', 'sms', 'walk-in', 'internet', 'facebook'] as const
const SOURCES = ['Website', ' Website', 'Signs', 'Zumper', 'Zumper Plus', 'Nobody’s', ' '] as const
const CANCELLED = ['cancelled-renter', 'cancelled-manager'] as const
const HOURS = ['09:00', '12:30', '18:00', '24:00', '00:00', '02:15', '17:00'] as const
const [SECOND, MINUTE, HOUR] = [1000, 60_000, 3_600_000]
/** Intervals at the limits of definitions, slightly below or above, or random. */
const STEPS = [30 * MINUTE, 120 * MINUTE, 24 * HOUR, 48 * HOUR, 14 * 24 * HOUR, 0] as const

/** Generates the company with a number. */
export function lifecycleCompany(id: number, draw: Draw): LifecycleCompany {
  const { below, of, onceIn } = draw
  const base = smallCompany(id, draw, { people: 16, agents: 3 })
  const { center, middle, list, maybe, property, prospect, agent, date } = base
  const told: number[] = [middle]
  /** Any time near the middle, or a critical interval after another event. */
  const at = (): string => {
    const before = told[below(told.length)] ?? middle
    const instant = onceIn(3)
      ? before + of(STEPS) + of([0, 0, SECOND, -SECOND])
      : middle + (below(24) - 14) * 24 * HOUR + below(24 * 60) * MINUTE
    told.push(instant)
    return new Date(instant).toISOString()
  }
  const hours = () =>
    list(of([0, 9, 18]), () => {
      const [opens, closes] = [of(HOURS), of(HOURS)].sort()
      return { weekday: 1 + below(7), opens: opens ?? '09:00', closes: closes ?? '18:00' }
    }).filter(({ opens, closes }) => opens < closes)
  return {
    id,
    center,
    now: middle + below(96) * HOUR,
    records: {
      companies: [{ id, name: `Care ${id}`, time_zone: base.zone(), feature_flags: { drip_campaign_analytics: true } }],
      properties: base.houses(() => ({ office_hours: hours(), holidays: list(below(3), () => date(-10, 14)) })),
      agents: list(3, (number) => ({ id: number, company_id: id, property_id: property(), name: `Agent ${number}` })),
      sources: [
        { id: 1, company_id: id, name: 'Website' },
        { id: 2, company_id: id, name: 'Zumper ', is_paid: onceIn(2) },
        { id: 3, company_id: id, name: 'Zumper Plus', parent_id: 2, is_paid: onceIn(2) },
        // Its parent isn't in the data.
        { id: 4, company_id: id, name: 'Signs', parent_id: onceIn(2) ? 3 : 77, is_paid: true },
      ],
      campaigns: list(2, (number) => ({
        id: number,
        company_id: id,
        name: `Campaign ${number}`,
        trigger_type: of(['NO_SHOW', 'STALE_PROSPECT'] as const),
        is_archived: onceIn(2),
      })),
      units: list(5, (number) => ({
        id: number,
        property_id: base.propertyOf(number),
        name: `Unit ${number % 2}`,
        floorplan: 'Ash',
        bedrooms: 1,
        area_sqft: 600,
      })),
      prospects: list(
        16,
        (number): RecordOf<'prospects'> => ({
          id: base.prospectId(number),
          property_id: property(),
          ...agent(),
          source: of(SOURCES),
          insert_method: 'manual',
          first_contact_channel: of(CHANNELS),
          created_at: at(),
          status: of(['waiting', 'waiting', 'booked', 'visited', 'lost', 'lost', 'leased'] as const),
          not_a_prospect: onceIn(7),
          deleted: onceIn(12),
          ...maybe('lost_at', at, 4),
          ...maybe('loss_reason', () => of(['Price', 'Moved', ''] as const)),
          ...maybe('next_step', () => of(['Call', 'None'] as const)),
          ...(onceIn(6) && { next_follow_up_at: at() }),
          ...maybe('listing_id', () => 1 + below(5)),
          day_only: onceIn(10),
        }),
      ),
      messages: list(
        130,
        (number): RecordOf<'messages'> => ({
          id: number,
          property_id: property(),
          prospect_id: prospect(),
          channel: 'email',
          direction: of(['inbound', 'outbound', 'outbound', 'outbound'] as const),
          origin: of(['agent', 'agent', 'ai', 'ai', 'drip', 'drip', 'bulk'] as const),
          ...maybe('campaign_id', () => 1 + below(3), 6),
          ...maybe('step', () => 1 + below(2), 6),
          sent_at: at(),
          ...maybe('delivered_at', at),
          ...maybe('opened_at', at),
          ...maybe('clicked_at', at),
          ...maybe('replied_at', at),
          ...maybe('opted_out_at', at),
          day_only: onceIn(10),
        }),
      ),
      calls: list(14, (number) => ({
        id: number,
        property_id: property(),
        ...maybe('prospect_id', prospect, 5),
        direction: of(['inbound', 'outbound', 'outbound'] as const),
        handled_by: of(['agent', 'ai'] as const),
        caller_type: 'prospect-return-call' as const,
        started_at: at(),
        duration_seconds: 60,
        outcome: of(['answered', 'answered', 'missed', 'voicemail'] as const),
        day_only: onceIn(5),
      })),
      appointments: list(10, (number) => ({
        id: number,
        property_id: property(),
        prospect_id: prospect(),
        created_at: at(),
        starts_at: at(),
        tour_type: 'in-person' as const,
        booked_by: 'agent' as const,
        status: of(['scheduled', 'completed', ...CANCELLED] as const),
        status_at: at(),
      })),
      visits: list(14, (number) => ({
        id: number,
        property_id: property(),
        prospect_id: prospect(),
        visited_at: at(),
        visit_type: 'in-person' as const,
      })),
      applications: list(4, (number) => ({
        id: number,
        property_id: property(),
        prospect_id: prospect(),
        submitted_at: at(),
        status: 'pending' as const,
        status_at: at(),
      })),
      leases: list(
        16,
        (number): RecordOf<'leases'> => ({
          id: number,
          property_id: property(),
          unit_id: 1 + below(6),
          ...maybe('prospect_id', prospect),
          ...agent(),
          kind: of(['new', 'new', 'renewal', 'transfer'] as const),
          signed_at: at(),
          starts_on: date(-30, 60),
          ends_on: date(-14, 24),
          monthly_rent: 1000 + below(5) * 50,
          ...maybe('previous_lease_id', () => 1 + below(16)),
          ...(onceIn(4) && { cancelled_at: at() }),
          ...(onceIn(2) && { notice_on: date(-10, 16) }),
          ...(onceIn(3) && { moved_out_on: date(-10, 16) }),
        }),
      ),
      ad_spend: list(
        9,
        (number): RecordOf<'ad_spend'> => ({
          id: number,
          property_id: property(),
          source: of(SOURCES),
          fee_type: of(['monthly', 'monthly', 'per-lead', 'per-lease', 'free'] as const),
          amount: 10 + below(4) * 7.25,
          starts_on: date(-50, 55),
          ...maybe('ends_on', () => date(0, 14)),
        }),
      ),
      listings: list(4, (number) => ({
        id: number,
        property_id: property(),
        ...agent(),
        site: 'craigslist' as const,
        title: `Listing ${number}`,
        posted_at: at(),
        ...maybe('removed_at', at),
        ...maybe('flagged_at', at),
      })),
    },
  }
}
