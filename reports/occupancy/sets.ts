import type { RecordSet } from '@leaselight/engine'

/** What is counted of homes as they stand on a day; `home` is every rentable one. */
export const homesCounted = (home: RecordSet) => ({
  totalUnits: home,
  totalOccupied: home.where`occupied`,
  rentedVacant: home.where`NOT occupied AND rented`,
  unrentedVacant: home.where`NOT occupied AND NOT rented`,
  rentedNotice: home.where`notice AND rented`,
  unrentedNotice: home.where`notice AND NOT rented`,
  leased: home.where`(occupied AND NOT (notice AND NOT rented)) OR (NOT occupied AND rented)`,
})
