import { typesOfColumns } from '../tables/columns'
import { chainedLeases } from './chains'
import { type Keys, ofCompany } from './narrow'

/** What hasn't happened, happens on this day. */
const FAR = "toDate32('2299-12-31')"

/** One lease of a chain: `one.1` is its id, and so on. */
const MEMBER = {
  id: 'id',
  unit: 'unit_id',
  isRenewal: "kind = 'renewal'",
  previous: 'previous_lease_id',
  signed: 'signed_day',
  cancelled: `ifNull(cancelled_day, ${FAR})`,
  notice: `ifNull(notice_on, ${FAR})`,
  movedIn: `ifNull(moved_in_on, ${FAR})`,
  movedOut: `ifNull(moved_out_on, ${FAR})`,
  /** A renewal whose previous lease isn't in the data counts as moved in on its first day. */
  assumedIn: `if(root = id AND kind = 'renewal', starts_on, ${FAR})`,
  starts: 'starts_on',
  ends: 'ends_on',
} as const

/** The place of a field in a member, as `one.4`. */
const of = (field: keyof typeof MEMBER): string => `one.${Object.keys(MEMBER).indexOf(field) + 1}`

/** The days on which a chain's state may change. */
const TURNING = (['signed', 'cancelled', 'notice', 'movedIn', 'movedOut', 'assumedIn'] as const).map(of).join(', ')

/** A unit's state on a day, in the order of the tuples that `home_spans` keeps. */
export const STATE_FIELDS = [
  ['occupied', 'UInt8'],
  ['notice', 'UInt8'],
  ['rented', 'UInt8'],
  ['leaves_on', 'Date32'],
  ['moves_in_on', 'Date32'],
  ['lease_ends_on', 'Date32'],
] as const

export const STATE_NAMES = STATE_FIELDS.map(([name]) => name)

/** What is kept of a unit beside its states, so that questions need not join it: arrays are dear to join. */
const UNIT_TYPES = typesOfColumns('units', ['property_id', 'name', 'floorplan', 'bedrooms', 'area_sqft', 'status'])

/** The columns that `home_spans` keeps, with their types. */
export const HOME_TYPES: Readonly<Record<string, string>> = {
  ...UNIT_TYPES,
  spans: `Array(Tuple(from_day Date32, ${STATE_FIELDS.map((field) => field.join(' ')).join(', ')}))`,
  leases: 'Array(UInt64)',
}

const EMPTY = { UInt8: '0', Date32: "toDate32('1970-01-01')" } as const

/** The state of a unit before its first lease. */
const NOTHING = `(${[EMPTY.Date32, ...STATE_FIELDS.map(([, type]) => EMPTY[type])].join(', ')})`

/**
 * Each unit of a company that has leases, with its `chains` and the ids of their `leases`; a chain through several units
 * belongs to each.
 */
const unitChains = (companyId: number, units: string): string => `
  SELECT every.unit_id AS unit_id, groupArray(members) AS chains, arraySort(arrayMap(one -> ${of('id')}, arrayFlatten(chains))) AS leases FROM (
    SELECT arrayJoin(arrayDistinct(arrayMap(one -> ${of('unit')}, members))) AS unit_id, members FROM (
      SELECT groupArray((${Object.values(MEMBER).join(', ')})) AS members FROM ${chainedLeases(companyId)} GROUP BY root
    )
  ) AS every INNER JOIN (SELECT DISTINCT unit_id FROM (${units})) AS wanted ON wanted.unit_id = every.unit_id
  GROUP BY unit_id`

/**
 * The state of units on days, one row each (`unit_id`, `on_day`, and the state), without those that nothing is known of.
 * A household that moved in on any lease of a chain lives in the chain's units until a move-out on any lease of it. A
 * lease is known from the day it was signed until the day it was canceled; a chain still runs through a canceled lease.
 * A unit is `occupied`, on `notice` when its lease is and isn't renewed, and `rented` when a signed lease hasn't moved
 * in yet. `leaves_on` is the last day of the ending chain, `moves_in_on` the first of the next lease, and
 * `lease_ends_on` the last of its residents' leases so far.
 * @param dated a SELECT of `unit_id`, `on_day`, and `chains`
 * @param carried further columns of the same SELECT, the same on each day
 */
const statesOn = (dated: string, carried: readonly string[] = []): string => `
SELECT unit_id, on_day, ${carried.map((column) => `any(${column}) AS ${column}, `).join('')}max(lived_in AND notEmpty(here)) AS occupied, max(leaving) AS notice, max(notEmpty(coming)) AS rented,
  minIf(chain_ends_on, leaving) AS leaves_on, minIf(arrayMin(one -> ${of('starts')}, coming), notEmpty(coming)) AS moves_in_on,
  maxIf(chain_ends_on, lived_in AND notEmpty(here)) AS lease_ends_on
FROM (
  SELECT ${['unit_id', 'on_day', ...carried].join(', ')},
    arrayFilter(one -> ${of('signed')} <= on_day AND ${of('cancelled')} > on_day, members) AS known,
    arrayFilter(one -> ${of('unit')} = unit_id, known) AS here,
    arrayMax(one -> ${of('ends')}, known) AS chain_ends_on,
    arrayExists(one -> ${of('movedIn')} <= on_day OR ${of('assumedIn')} <= on_day, known)
      AND NOT arrayExists(one -> ${of('movedOut')} <= on_day, known) AS lived_in,
    arrayMap(one -> ${of('previous')}, arrayFilter(one -> ${of('isRenewal')}, known)) AS renewed,
    lived_in AND arrayExists(one -> ${of('notice')} <= on_day AND NOT has(renewed, ${of('id')}), here) AS leaving,
    arrayFilter(one -> NOT ${of('isRenewal')} AND ${of('movedIn')} > on_day AND ${of('movedOut')} > on_day, here) AS coming
  FROM (SELECT ${['unit_id', 'on_day', ...carried].join(', ')}, arrayJoin(chains) AS members FROM (${dated}))
) GROUP BY unit_id, on_day`

/** The state of units on given days. @param points a SELECT of `unit_id` and `on_day` */
export const homeStates = (companyId: number, points: string): string =>
  statesOn(`
  SELECT points.unit_id AS unit_id, points.on_day AS on_day, chains
  FROM (SELECT DISTINCT unit_id, on_day FROM (${points})) AS points
  INNER JOIN (${unitChains(companyId, `SELECT unit_id FROM (${points})`)}) AS homes ON homes.unit_id = points.unit_id`)

/**
 * So many leases of one unit are no unit's: a file names a building, or nothing, instead. Working out each of their days
 * would take memory by the square of their number, so questions read them for their own days.
 */
export const MAX_LEASES_OF_UNIT = 200
export const TOO_MANY_LEASES = 'TOO_MANY_LEASES_OF_A_UNIT'

/**
 * Every change of the units' states, one row for each unit: what it is, `spans`, each from its first day, and the `leases`
 * they come from. A unit without leases has none, and one that isn't in the data is of no property. The statement fails with
 * TOO_MANY_LEASES where a unit has more than it may.
 */
export function homeSpans(companyId: number, { select: units }: Keys): string {
  const turning = `arrayDistinct(arrayFilter(day -> day < ${FAR}, arrayFlatten(arrayMap(one -> [${TURNING}], arrayFlatten(chains)))))`
  const chains = `SELECT * FROM (${unitChains(companyId, units)}) WHERE throwIf(length(leases) > ${MAX_LEASES_OF_UNIT}, '${TOO_MANY_LEASES}') = 0`
  const state = (span: string) => `(${STATE_FIELDS.map((_, at) => `${span}.${at + 2}`).join(', ')})`
  return `
SELECT wanted.unit_id AS unit_id, ${Object.keys(UNIT_TYPES)
    .map((column) => `unit.${column} AS ${column}, `)
    .join('')}homes.spans AS spans, homes.leases AS leases
FROM (SELECT DISTINCT unit_id FROM (${units})) AS wanted
LEFT JOIN (SELECT * FROM units FINAL WHERE ${ofCompany(companyId)}) AS unit ON unit.id = wanted.unit_id
LEFT JOIN (
  SELECT unit_id, any(leases) AS leases, arraySort(groupArray((on_day, ${STATE_NAMES.join(', ')}))) AS changes,
    arrayFilter((span, before) -> ${state('span')} != ${state('before')}, changes,
      arrayPopBack(arrayPushFront(changes, ${NOTHING}))) AS spans
  FROM (${statesOn(`SELECT unit_id, chains, leases, arrayJoin(${turning}) AS on_day FROM (${chains})`, ['leases'])})
  GROUP BY unit_id
) AS homes ON homes.unit_id = wanted.unit_id`
}

/** Fields of a unit's state as columns, from its spans. @param day an expression of the day */
export const stateFromSpans = (spans: string, day: string): string => {
  const span = `arrayLast(span -> span.1 <= ${day}, ${spans})`
  return STATE_NAMES.map((name, at) => `${span}.${at + 2} AS ${name}`).join(', ')
}
