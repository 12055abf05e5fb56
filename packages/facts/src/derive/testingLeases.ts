import type { Facts } from '..'
import { lease } from '../import/testing'
import { homeStates, STATE_NAMES, stateFromSpans } from './homeStates'
import type { Draw, Fact } from './testing'

const day = (offset: number) => new Date(Date.UTC(2026, 5, 1 + offset)).toISOString().slice(0, 10)
const UNITS = 5
const LEASES = 14

/** Any lease that the contract accepts, over few units and previous leases, so that chains fork, join, and cross units. */
function anyLease(id: number, draw: Draw): Fact {
  if (draw(9) === 0) return { id, property_id: 10, deleted: true }
  const maybe = (name: string) => (draw(2) ? {} : { [name]: day(draw(60) - 20) })
  const signed = draw(50) - 25
  return {
    ...lease,
    id,
    property_id: draw(2) ? 10 : 20,
    prospect_id: 1 + draw(4),
    unit_id: 1 + draw(UNITS),
    kind: ['new', 'renewal', 'renewal', 'transfer'][draw(4)],
    previous_lease_id: draw(3) ? 1 + draw(LEASES + 2) : undefined,
    signed_at: `${day(signed)}T${String(draw(24)).padStart(2, '0')}:30:00Z`,
    starts_on: day(signed + draw(10)),
    ends_on: day(signed + 10 + draw(40)),
    ...(draw(5) === 0 && { cancelled_at: `${day(signed + draw(20))}T12:00:00Z` }),
    ...maybe('moved_in_on'),
    ...maybe('notice_on'),
    ...maybe('moved_out_on'),
  }
}

/** A new version of every lease. */
export const allLeases = (draw: Draw) => Array.from({ length: LEASES }, (_, at) => anyLease(at + 1, draw))

/** Some leases, each with an id of its own. */
export const someLeases = (draw: Draw) =>
  [...new Set(Array.from({ length: 1 + draw(5) }, () => 1 + draw(LEASES)))].map((id) => anyLease(id, draw))

/** The units of the leases. */
export const units = Array.from({ length: UNITS }, (_, at) => ({
  id: at + 1,
  property_id: at % 2 ? 20 : 10,
  name: `${at + 1}`,
  floorplan: 'A',
  bedrooms: 1,
  area_sqft: 500,
}))

/** A prospect's visit. */
export const visitOf = (id: number, prospect_id: number) => ({
  ...{ id, property_id: 10, prospect_id, visited_at: '2026-05-01T12:00:00Z', visit_type: 'in-person' },
  ...{ unit_shown: false, uses_tour_app: false },
})

/** Units with what their rows say. */
export const spansOf = (facts: Facts) =>
  facts.query<{ unit_id: number; spans: Record<string, unknown>[]; leases: number[] }>(
    'SELECT unit_id, spans, leases FROM home_spans FINAL WHERE company_id = 1 ORDER BY unit_id',
  )

/** Every unit's state on every day, as the spans say it and as the leases do. */
export async function bothStates(facts: Facts): Promise<[fromSpans: object[], fromLeases: object[]]> {
  const everyDay = `SELECT id AS unit_id, arrayJoin(arrayMap(n -> toDate32('${day(-30)}') + n, range(130))) AS on_day FROM units FINAL WHERE company_id = 1`
  const columns = `unit_id, toString(on_day) AS day, ${STATE_NAMES.join(', ')}`
  const ordered = (from: string) =>
    facts.query<object>(`SELECT ${columns} FROM (${from}) WHERE occupied OR notice OR rented ORDER BY unit_id, day`)
  return Promise.all([
    ordered(`SELECT unit_id, on_day, ${stateFromSpans('spans', 'on_day')}
      FROM (${everyDay}) AS points INNER JOIN (SELECT * FROM home_spans FINAL WHERE company_id = 1) AS home USING unit_id`),
    ordered(homeStates(1, everyDay)),
  ])
}
