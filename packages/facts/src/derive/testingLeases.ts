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

/** Some of the units as something else, or removed; one may be a unit that no lease names. */
export const someUnits = (draw: Draw): object[] =>
  [...units, { id: UNITS + 1, property_id: 10, name: 'new' }].flatMap((unit): object[] => {
    if (draw(2)) return []
    if (draw(5) === 0) return [{ id: unit.id, property_id: unit.property_id, deleted: true }]
    const status = ['rentable', 'model', 'down', undefined][draw(4)]
    return [{ ...unit, floorplan: ['A', 'B'][draw(2)], bedrooms: draw(3), area_sqft: 500.5, status }]
  })

/** A prospect's visit. */
export const visitOf = (id: number, prospect_id: number) => ({
  ...{ id, property_id: 10, prospect_id, visited_at: '2026-05-01T12:00:00Z', visit_type: 'in-person' },
  ...{ unit_shown: false, uses_tour_app: false },
})

/** Units with what their rows say. */
export const spansOf = (facts: Facts) =>
  facts.query<{ unit_id: number; spans: Record<string, unknown>[]; leases: number[]; floorplan: string }>(
    'SELECT unit_id, floorplan, spans, leases FROM home_spans FINAL WHERE company_id = 1 ORDER BY unit_id',
  )

/** Every unit and its state on every day, as its row says it and as the records do. */
export async function bothStates(facts: Facts): Promise<[fromSpans: object[], fromLeases: object[]]> {
  const days = `arrayMap(n -> toDate32('${day(-30)}') + n, range(130))`
  const unit = ['property_id', 'name', 'floorplan', 'bedrooms', 'area_sqft', 'status']
  const columns = [...unit, ...STATE_NAMES].join(', ')
  const ordered = (from: string) =>
    facts.query<object>(
      `SELECT unit_id, toString(on_day) AS day, ${columns} FROM (${from}) WHERE occupied OR notice OR rented ORDER BY unit_id, day`,
    )
  const units = 'SELECT * FROM units FINAL WHERE company_id = 1'
  return Promise.all([
    ordered(`SELECT *, ${stateFromSpans('spans', 'on_day')}
      FROM (SELECT *, arrayJoin(${days}) AS on_day FROM home_spans FINAL WHERE company_id = 1 AND property_id != 0)`),
    ordered(`SELECT states.*, ${unit.map((column) => `unit.${column} AS ${column}`).join(', ')}
      FROM (${homeStates(1, `SELECT id AS unit_id, arrayJoin(${days}) AS on_day FROM (${units})`)}) AS states
      INNER JOIN (${units}) AS unit ON unit.id = states.unit_id`),
  ])
}
