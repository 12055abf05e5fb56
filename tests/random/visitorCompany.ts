import type { RecordOf, ValueOf } from '@leaselight/contract'
import type { Fixture } from '@leaselight/sample'
import { type Draw, separatesStandalone, smallCompany } from './draw'

/** A small company with many visits and the facts before and after them, and its current instant. */
export interface VisitorCompany {
  id: number
  center: string
  now: number
  records: Required<Pick<Fixture, Entities>>
}

type Entities =
  | 'companies'
  | 'properties'
  | 'agents'
  | 'units'
  | 'prospects'
  | 'messages'
  | 'calls'
  | 'appointments'
  | 'visits'
  | 'applications'
  | 'leases'

const CHANNELS = ['call', 'email', 'sms', 'walk-in', 'internet', 'form'] as const
const PRODUCTS: [ValueOf<'properties', 'products'>[], ...ValueOf<'properties', 'products'>[][]] = [
  ['tours', 'call-intel-standalone'],
  ['tours'],
  [],
  [],
]
const TOURS = ['in-person', 'self-guided', 'live-video'] as const

/** Generates the company with a number. */
export function visitorCompany(id: number, draw: Draw): VisitorCompany {
  const { below, of, onceIn } = draw
  const base = smallCompany(id, draw, { people: 10, agents: 4 })
  const { center, middle, list, maybe, property, prospect, agent, date } = base
  const [minute, hour] = [60_000, 3_600_000]
  const at = (): string => {
    const days = Math.round((below(100) + below(100) + below(100)) / 10 - 15)
    // Some are close to the end of a local day, the rest at any time.
    const within = onceIn(3)
      ? of([-7, -8, -9, -17.75, -15, -16] as const) * hour + below(3) * minute
      : below(24 * 60) * minute
    return new Date(middle + days * 24 * hour + within).toISOString()
  }
  const homeOf = new Map<number, number>()
  return {
    id,
    center,
    now: middle + below(48) * hour,
    records: {
      companies: [
        {
          id,
          name: `Visitors ${id}`,
          time_zone: base.zone(),
          feature_flags: { new_tour_type_report: true, call_intelligence_standalone: separatesStandalone(id) },
        },
      ],
      properties: base.houses((index) => ({
        is_yardi_customer: onceIn(2),
        products: index === 2 ? of(PRODUCTS) : ['tours'],
      })),
      agents: list(4, (number) => ({
        id: number,
        company_id: id,
        property_id: property(),
        name: `Agent ${number}`,
        is_deleted: onceIn(4),
      })),
      units: list(9, (number) => ({
        id: number,
        property_id: base.propertyOf(number),
        name: `Unit ${number}`,
        floorplan: of(['Ash', 'Box'] as const),
        bedrooms: 1,
        area_sqft: 600,
        status: onceIn(8) ? ('down' as const) : ('rentable' as const),
      })),
      prospects: list(
        10,
        (number): RecordOf<'prospects'> => ({
          id: base.prospectId(number),
          property_id: property(),
          ...agent(),
          source: of(['Website', ' Website', 'Signs', ' '] as const),
          insert_method: of(['call', 'email', 'manual'] as const),
          first_contact_channel: of(CHANNELS),
          created_at: at(),
          status: 'waiting',
          not_a_prospect: onceIn(5),
          deleted: onceIn(10),
          ...maybe('gender', () => of(['female', 'male'] as const), 3),
          // Many are about to turn a year older, into another age bracket.
          ...maybe(
            'birth_on',
            () =>
              `${Number(center.slice(0, 4)) - of([18, 25, 35, 45, 55, 65, 40] as const)}${date(-12, 24).slice(4)}`.replace(
                '02-29',
                '03-01',
              ),
            5,
          ),
        }),
      ),
      messages: list(
        8,
        (number): RecordOf<'messages'> => ({
          id: number,
          property_id: property(),
          prospect_id: prospect(),
          ...agent(),
          channel: 'email',
          direction: of(['inbound', 'inbound', 'outbound'] as const),
          origin: 'agent',
          sent_at: at(),
        }),
      ),
      calls: list(
        8,
        (number): RecordOf<'calls'> => ({
          id: number,
          property_id: property(),
          ...maybe('prospect_id', prospect, 5),
          ...agent(),
          direction: of(['inbound', 'inbound', 'outbound'] as const),
          handled_by: 'agent',
          caller_type: 'prospect-return-call',
          started_at: at(),
          duration_seconds: 1,
          outcome: 'answered',
        }),
      ),
      appointments: list(
        16,
        (number): RecordOf<'appointments'> => ({
          id: number,
          property_id: property(),
          prospect_id: prospect(),
          ...agent(),
          created_at: at(),
          starts_at: at(),
          tour_type: of(TOURS),
          booked_by: of(['agent', 'prospect', 'ai'] as const),
          status: of(['scheduled', 'completed', 'no-show', 'cancelled-renter', 'cancelled-manager'] as const),
          status_at: at(),
        }),
      ),
      visits: list(
        24,
        (number): RecordOf<'visits'> => ({
          id: number,
          property_id: property(),
          prospect_id: prospect(),
          ...agent(),
          visited_at: at(),
          visit_type: of(TOURS),
          unit_shown: onceIn(2),
          uses_tour_app: onceIn(2),
          ...maybe('tour_started_at', at),
          ...maybe('met_at', at),
          ...maybe('id_scanned_at', at, 3),
          ...maybe('id_scan_valid', () => onceIn(2), 3),
          ...maybe('walkthrough_at', at),
          ...maybe('quoted_at', at),
          ...maybe('tour_finished_at', at),
        }),
      ),
      applications: list(12, (number) => ({
        id: number,
        property_id: property(),
        prospect_id: prospect(),
        ...agent(),
        submitted_at: at(),
        status: of(['pending', 'approved', 'denied', 'cancelled'] as const),
        status_at: at(),
      })),
      leases: list(24, (number): RecordOf<'leases'> => {
        const kind = of(['new', 'new', 'new', 'renewal', 'transfer'] as const)
        const previous = 1 + below(Math.max(1, number - 1))
        // A renewal mostly stays in the unit.
        const isSameHome = kind === 'renewal' && !onceIn(6)
        const unit_id = isSameHome ? (homeOf.get(previous) ?? 1) : 1 + below(9)
        homeOf.set(number, unit_id)
        return {
          id: number,
          property_id: property(),
          unit_id,
          ...maybe('prospect_id', prospect, 3),
          ...agent(),
          kind,
          signed_at: at(),
          starts_on: date(-30, 80),
          ends_on: date(51, 60),
          monthly_rent: 1000,
          ...(kind === 'renewal' && number > 1 && { previous_lease_id: previous }),
          ...(onceIn(5) && { cancelled_at: at() }),
          ...maybe('notice_on', () => date(-15, 30), 2),
          ...maybe('moved_in_on', () => date(-30, 45), 3),
          ...(onceIn(4) && { moved_out_on: date(-15, 30) }),
        }
      }),
    },
  }
}
