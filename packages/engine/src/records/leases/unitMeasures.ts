import type { Measure } from '../../plan/measures'

/** The counts of units on a day; `home` counts every rentable unit. */
export const unitMeasures = (units: Measure) => ({
  totalUnits: units,
  totalOccupied: units.where`occupied`,
  rentedVacant: units.where`NOT occupied AND rented`,
  unrentedVacant: units.where`NOT occupied AND NOT rented`,
  rentedNotice: units.where`notice AND rented`,
  unrentedNotice: units.where`notice AND NOT rented`,
  leased: units.where`(occupied AND NOT (notice AND NOT rented)) OR (NOT occupied AND rented)`,
})
