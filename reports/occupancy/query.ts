import { homes, recordsOf, setsFor } from '@leaselight/engine'
import { dayAt } from '@leaselight/model'
import { occupancy } from './report'

export default setsFor(occupancy, ({ companyId, properties, now }) => {
  // As-of reports stand on each property's own date.
  const home = recordsOf(
    homes(
      companyId,
      properties.map(({ id, timeZone }) => ({ id, day: dayAt(now.getTime(), timeZone) })),
    ),
  )
  return {
    totalUnits: home,
    totalOccupied: home.where`occupied`,
    rentedVacant: home.where`NOT occupied AND rented`,
    unrentedVacant: home.where`NOT occupied AND NOT rented`,
    rentedNotice: home.where`notice AND rented`,
    unrentedNotice: home.where`notice AND NOT rented`,
    leased: home.where`(occupied AND NOT (notice AND NOT rented)) OR (NOT occupied AND rented)`,
    bedrooms: home.only('bedrooms'),
    area: home.average('area_sqft'),
  }
})
