import type { RecordOf } from '@leaselight/contract'
import { propertyKeyPart } from './activity'
import type { PlainCompany } from './company'
import { type PlainQuestion, propertiesOf } from './question'
import { type Numbers, type PlainAnswer, type RowKeyPart, type RowMatch, ratioOf, sortable, tabulate } from './table'
import { localTimeAt } from './time'

const COUNTS = [
  'occupiedStaying',
  'totalUnits',
  'totalOccupied',
  'rentedVacant',
  'unrentedVacant',
  'rentedNotice',
  'unrentedNotice',
  'leased',
] as const

/** The columns in the sums, for their lists. */
export const SUMS: Record<string, string[]> = {
  totalVacant: ['rentedVacant', 'unrentedVacant'],
  totalNotice: ['rentedNotice', 'unrentedNotice'],
  totalToRent: ['unrentedVacant', 'unrentedNotice'],
}

/** Computes Occupancy unit by unit. */
export function plainOccupancy(company: PlainCompany, question: PlainQuestion): PlainAnswer {
  const properties = propertiesOf(question, company, 'general')
  const hits: RowMatch[] = []
  const homes: { unit: RecordOf<'units'>; path: RowKeyPart[] }[] = []
  for (const unit of company.units) {
    const property = properties.find((one) => one.id === unit.property_id)
    if (!property || (unit.status ?? 'rentable') !== 'rentable') continue
    const path = [propertyKeyPart(property), floorplanKeyPart(unit.floorplan)]
    homes.push({ unit, path })
    const { occupied, notice, rented } = unitStateOn(company, unit, localTimeAt(question.now, property.time_zone).day)
    const columns: (typeof COUNTS)[number][] = ['totalUnits']
    if (occupied) columns.push('totalOccupied')
    if (!occupied) columns.push(rented ? 'rentedVacant' : 'unrentedVacant')
    if (notice) columns.push(rented ? 'rentedNotice' : 'unrentedNotice')
    if (occupied && !notice) columns.push('occupiedStaying')
    if (occupied ? !(notice && !rented) : rented) columns.push('leased')
    for (const column of columns) hits.push({ column, period: 'current', path, day: '', id: unit.id })
  }
  return tabulate({
    matches: hits,
    counts: COUNTS,
    finish: (counted, path) => ({
      ...finish(counted),
      ...sizesOf(homes.filter((home) => path.every((place, index) => home.path[index]?.key === place.key))),
    }),
    alwaysPresent: properties.map((property) => [propertyKeyPart(property)]),
    days: [],
    priorDays: [],
  })
}

/** The state of a unit on a day. */
function unitStateOn(company: PlainCompany, unit: RecordOf<'units'>, day: string) {
  const by = (date: string | undefined): boolean => date !== undefined && date <= day
  const zoneOf = (lease: RecordOf<'leases'>) =>
    company.properties.find((property) => property.id === lease.property_id)?.time_zone ?? 'UTC'
  const dayOf = (lease: RecordOf<'leases'>, instant: string) => localTimeAt(Date.parse(instant), zoneOf(lease)).day
  const known = company.leases.filter(
    (lease) => dayOf(lease, lease.signed_at) <= day && !(lease.cancelled_at && dayOf(lease, lease.cancelled_at) <= day),
  )
  const here = known.filter((lease) => lease.unit_id === unit.id)
  const isOrphan = (lease: RecordOf<'leases'>) =>
    lease.kind === 'renewal' && !company.leases.some((other) => other.id === lease.previous_lease_id)
  /** The first lease of a chain of renewals. */
  const rootOf = (lease: RecordOf<'leases'>): RecordOf<'leases'> => {
    const previous =
      lease.kind === 'renewal' ? company.leases.find((other) => other.id === lease.previous_lease_id) : undefined
    return previous ? rootOf(previous) : lease
  }
  const chainOf = (lease: RecordOf<'leases'>) => known.filter((other) => rootOf(other) === rootOf(lease))
  const isLivedIn = (lease: RecordOf<'leases'>): boolean => {
    const chain = chainOf(lease)
    return (
      chain.some((one) => by(one.moved_in_on) || (isOrphan(one) && one.starts_on <= day)) &&
      !chain.some((one) => by(one.moved_out_on))
    )
  }
  const lived = here.filter(isLivedIn)
  const isRenewed = (lease: RecordOf<'leases'>) =>
    known.some((other) => other.kind === 'renewal' && other.previous_lease_id === lease.id)
  return {
    occupied: lived.length > 0,
    notice: lived.some((lease) => by(lease.notice_on) && !isRenewed(lease)),
    rented: here.some((lease) => lease.kind !== 'renewal' && !by(lease.moved_in_on) && !by(lease.moved_out_on)),
  }
}

function finish(counted: Record<string, number>): Numbers {
  const cells: Numbers = { ...counted }
  for (const [sum, parts] of Object.entries(SUMS))
    cells[sum] = parts.reduce((total, part) => total + (counted[part] ?? 0), 0)
  const share = (column: string) => ratioOf(cells[column], cells.totalUnits)
  const [toRentRatio, vacantRatio] = [share('totalToRent'), share('totalVacant')]
  return {
    ...cells,
    occupiedRatio: share('totalOccupied'),
    vacantRatio,
    noticeRatio: share('totalNotice'),
    toRentRatio,
    toRentRatioVsVacantRatio: toRentRatio === null || vacantRatio === null ? null : toRentRatio - vacantRatio,
    leasedRatio: share('leased'),
  }
}

/** Bedrooms where all units have the same number, and their average area. */
function sizesOf(homes: readonly { unit: RecordOf<'units'> }[]): Numbers {
  const bedrooms = new Set(homes.map(({ unit }) => unit.bedrooms))
  const areas = homes.map(({ unit }) => unit.area_sqft)
  return {
    bedrooms: bedrooms.size === 1 ? ([...bedrooms][0] ?? null) : null,
    area: ratioOf(
      areas.reduce((sum, area) => sum + area, 0),
      areas.length,
    ),
  }
}

const floorplanKeyPart = (name: string): RowKeyPart => ({
  key: `floorplan:${encodeURIComponent(name)}`,
  order: [false, sortable(name), name],
  fields: { floorplan: name },
})
