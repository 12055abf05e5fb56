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
  const { sortBy } = report
  const own = sortBy === undefined ? undefined : report.columns[sortBy]
  // What the table leaves out can't sort it.
  const column = own && isColumnVisible(own, state.filters) ? sortBy : visibleTiles(report, state)[0]
  return levels[0] && column !== undefined ? { column, descending: true, levels } : null
}

/**
 * The numbers that decide between rows that are equal in the sorted column, the largest first: of two offices without an
 * answer to four people, the one whom more asked is above. None where rows have an order of their own.
 */
export function tieColumns(report: ReportDefinition, state: ReportState): string[] {
  const order = defaultOrder(report, state)
  return order ? [...new Set([order.column, ...visibleTiles(report, state)])] : []
}

/** The number by which a report's rows are read first: the one that sorts them, else its first tile. */
export const mainColumn = (report: ReportDefinition, state: ReportState): string | null =>
  defaultOrder(report, state)?.column ?? visibleTiles(report, state)[0] ?? null
