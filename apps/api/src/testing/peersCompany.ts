import type { RecordOf } from '@leaselight/contract'
import { emptyFixture, type Fixture } from '@leaselight/sample'

/** The company whose properties are compared with their peers. */
export const PEERS_COMPANY = 9

/** A property: its region, how many asked, and how many of them heard from an agent within 30 minutes. */
interface House {
  id: number
  name: string
  region?: string
  asked: number
  answered: number
}

const house = (at: number, asked: number, answered: number, region?: string): House => ({
  id: 900 + at,
  name: `House ${at}`,
  asked,
  answered,
  ...(region !== undefined && { region }),
})

/**
 * Twelve properties. East has five that can be ranked, two of them equal, and one with too few people; West has three,
 * which are too few; Solo and South are alone in what they have, or haven't.
 */
export const houses: readonly House[] = [
  house(1, 20, 18, 'East'),
  house(2, 20, 15, 'East'),
  house(3, 20, 15, 'East'),
  house(4, 40, 20, 'East'),
  house(5, 20, 4, 'East'),
  house(6, 19, 19, 'East'),
  house(7, 20, 17, 'West'),
  house(8, 20, 9, 'West'),
  house(9, 20, 3, 'West'),
  house(10, 20, 16),
  house(11, 25, 25, '=South'),
  house(12, 0, 0),
]

const people = houses.flatMap((one) => Array.from({ length: one.asked }, (_, at) => ({ ...one, at })))
const minute = (at: number): string => new Date(Date.UTC(2026, 2, 9 + (at % 5), 15, at)).toISOString()

/** The company's records. */
export function peersCompany(): Fixture {
  return {
    ...emptyFixture(),
    companies: [
      {
        id: PEERS_COMPANY,
        name: 'Ranked Living',
        time_zone: 'America/Chicago',
        feature_flags: { activity_report: true },
      },
    ],
    properties: houses.map(
      ({ id, name, region }): RecordOf<'properties'> => ({
        id,
        company_id: PEERS_COMPANY,
        name,
        time_zone: 'America/Chicago',
        ...(region !== undefined && { attributes: { Region: region } }),
      }),
    ),
    users: [
      {
        id: 901,
        company_id: PEERS_COMPANY,
        username: 'rita',
        email: 'rita@example.com',
        first_name: 'Rita',
        last_name: 'Ranked',
        role: 'manager',
        property_ids: [],
      },
    ],
    prospects: people.map(({ id, at }, index) => ({
      id: 90_000 + index,
      property_id: id,
      source: 'Website',
      insert_method: 'web-form',
      first_contact_channel: 'internet',
      created_at: minute(at),
      status: 'waiting',
    })),
    messages: people.flatMap(({ id, at, answered }, index) =>
      at < answered
        ? {
            id: 90_000 + index,
            property_id: id,
            prospect_id: 90_000 + index,
            channel: 'email',
            direction: 'outbound',
            origin: 'agent',
            sent_at: new Date(Date.parse(minute(at)) + 5 * 60_000).toISOString(),
          }
        : [],
    ),
  }
}
