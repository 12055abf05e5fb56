import type { ChartModel } from '../model'

/** No cell is narrower, or it could be neither read nor hit. */
const LEAST_CELL = 22
/** What the weekdays and the margins take of the width. */
const AROUND = 52

/** Where each panel begins among the hours: one for all, or where they are too many for the width, one up to noon. */
export function heatMapPanels({ categories }: Pick<ChartModel, 'categories'>, width: number): number[] {
  const noon = categories.findIndex((hour) => hour.endsWith('PM'))
  return noon > 0 && (width - AROUND) / categories.length < LEAST_CELL ? [0, noon] : [0]
}
