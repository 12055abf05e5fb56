import {
  decidedLeases,
  hasLeased,
  isLeadOfYear,
  isLeaseOfCosts,
  liveLeases,
  MONTH_DAYS,
  measureOf,
  measuresFor,
  prospects,
  type QueryContext,
  sql,
  unitsAhead,
  withChances,
} from '@leaselight/engine'
import { dayAt, meanError, type PropertyRates, sumByDay } from '@leaselight/model'
import { forecast, ROAD_DAYS } from './report'

/** The days between the steps of the road. */
const STEP_DAYS = 10
/** Fewer days of the past tell nothing about the forecast. */
const MIN_TESTS = 3

const query = measuresFor(
  forecast,
  (context) => {
    const starts = startsOf(context)
    const unit = measureOf(unitsOf(context, starts))
    // Of several days ahead, a unit still counts once. Of a single one it comes once, and telling units apart is dear.
    const units = isRoad(context) ? unit.distinct('id') : unit
    const ofProperties = (read: (rates: PropertyRates) => number) =>
      unit.sumOnce('property_id', new Map(starts.map(({ property, rates }) => [property, read(rates)])))
    return {
      totalUnits: units,
      totalOccupied: units.where`occupied`,
      moveOutsDue: units.where`leaving`,
      moveInsDue: units.where`arriving`,
      undecided: units.where`undecided`,
      noticeShare: unit.average('leaves'),
      heldRatio: unit.average('held'),
      expectedRatio: unit.average('occupied_then'),
      variance: unit.average('occupied_then * (1 - occupied_then)'),
      target: unit.average(sql`toFloat64(${context.filters.targetOccupancy})`),
      daysAhead: unit.shared('ahead'),
      decided: ofProperties(({ decided }) => decided.whole),
      decidedLeft: ofProperties(({ decided }) => decided.part),
      leads: ofProperties(({ leads }) => leads),
      leased: ofProperties(({ leased }) => leased),
      spend: ofProperties(({ spend }) => spend),
      newLeases: ofProperties(({ leases }) => leases),
      rentedVacant: units.where`NOT occupied AND rented`,
      unrentedVacant: units.where`NOT occupied AND NOT rented`,
      moveOutsDue30: units.where`notice AND leaves_on <= on_day + 30`,
      moveInsDue30: units.where`rented AND moves_in_on <= on_day + 30`,
      moveOutsDue60: units.where`notice AND leaves_on <= on_day + 60`,
      moveInsDue60: units.where`rented AND moves_in_on <= on_day + 60`,
      moveOutsDue90: units.where`notice AND leaves_on <= on_day + 90`,
      moveInsDue90: units.where`rented AND moves_in_on <= on_day + 90`,
    }
  },
  undefined,
  notesOf,
  evidenceOf,
)

export default { ...query, learns: 'homes' as const }

/** The properties on their own current day, with their rates. */
function startsOf({ now, properties, homes }: QueryContext) {
  return properties.flatMap(({ id, timeZone }) => {
    const rates = homes?.rates.get(id)
    return rates ? [{ property: id, day: dayAt(now.getTime(), timeZone), rates }] : []
  })
}

/** The units of the properties on the days ahead that a request looks at. */
function unitsOf(context: QueryContext, starts: ReturnType<typeof startsOf>) {
  const road = Array.from({ length: ROAD_DAYS / STEP_DAYS + 1 }, (_, step) => step * STEP_DAYS)
  return unitsAhead(context, starts, isRoad(context) ? road : [Number(context.switches.horizon)])
}

/** Whether units are followed over several days ahead. */
function isRoad({ switches }: QueryContext): boolean {
  return switches.by === 'day'
}

/** The units, the people, and the leases that expected numbers come from. */
function evidenceOf(context: QueryContext) {
  const { companyId, today } = context
  const ahead = unitsOf(context, startsOf(context))
  const units = measureOf(ahead).distinct('id')
  const undecided = units.where`undecided`
  const leads = prospects().undated().of('prospects').where`${isLeadOfYear(today)}`
  const paidLeases = liveLeases().undated().of('prospects').where`${isLeaseOfCosts(today)}`
  const decided = measureOf(decidedLeases(companyId, today))
  return {
    ...{ noticeShare: undecided, expectedNotices: undecided, expectedRenewals: undecided },
    ...{ decided, decidedLeft: decided.where`has_left` },
    expectedRatio: measureOf(withChances(ahead)).distinct('id'),
    heldRatio: units.where`held > 0`,
    leasesNeeded: units.where`held < 1`,
    ...{ leads, leased: leads.where`${hasLeased(companyId, today)}`, conversion: leads, leadsNeeded: leads },
    ...{ newLeases: paidLeases, costPerLease: paidLeases, spendNeeded: paidLeases },
  }
}

/** What is missing for a forecast, and how right it was at the chosen properties. */
function notesOf({ homes, properties }: QueryContext): string[] {
  const rates = properties.flatMap(({ id }) => homes?.rates.get(id) ?? [])
  const missing = [
    rates.some(({ leaves }) => leaves === null) &&
      'Fewer than 20 leases ended in the last year: too few to expect renewals and notices, so leases needed is left out.',
    rates.some(({ paces }) => paces === null) &&
      'Fewer than 20 units were to rent in the last 90 days, or fewer than 20 leases signed in the last year: too few to expect new leases.',
  ]
  return [...missing.filter((note) => note !== false), testedNote(homes, new Set(properties.map(({ id }) => id)))]
}

function testedNote(homes: QueryContext['homes'], chosen: ReadonlySet<number>): string {
  if (!homes?.forecasts)
    return 'The forecast is being tested on your own past. Open this page again in a minute to see how right it was.'
  const days = sumByDay(homes.forecasts.filter(({ property }) => chosen.has(property)))
  const error = meanError(days)
  if (error === null || days.length < MIN_TESTS)
    return 'There is too little history to test the forecast on your own past.'
  return `Tested on your own past: ${MONTH_DAYS} days ahead, the last ${days.length} months, expected occupancy was off by ${(error * 100).toFixed(1)} points on average.`
}
