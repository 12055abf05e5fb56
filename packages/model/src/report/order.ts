import type { ReportDefinition } from './definition'
import { dimension } from './dimensions'
import type { ReportState } from './state'
import { isColumnVisible, rowDimensions, visibleTiles } from './visible'

/** How a page sorts its rows until the reader does. */
export interface DefaultOrder {
  column: string
  descending: true
  /** For each level of rows whether it is sorted; one with an order of its own isn't. */
  levels: readonly boolean[]
}

/**
 * The order of a report's rows: the largest first. Null for records, days, and whatever else has an order of its own.
 */
export function defaultOrder(report: ReportDefinition, state: ReportState): DefaultOrder | null {
  const levels = rowDimensions(report, state).map((key) => {
    const { order, sortByKey, isCalendar } = dimension(key)
    return !order && !sortByKey && !isCalendar
  })
  const column = report.sortBy ?? visibleTiles(report, state)[0]
  const definition = column === undefined ? undefined : report.columns[column]
  if (!levels[0] || !column || !definition) return null
  return isColumnVisible(definition, state.filters) ? { column, descending: true, levels } : null
}

/** The number by which a report's rows are read first: the one that sorts them, else its first tile. */
export const mainColumn = (report: ReportDefinition, state: ReportState): string | null =>
  defaultOrder(report, state)?.column ?? visibleTiles(report, state)[0] ?? null
