import type { Filters } from '../filters/definitions'
import type { Column } from './columns'
import type { ReportDefinition } from './definition'
import type { Dimension } from './dimensions'
import type { ReportState } from './state'

/** The row dimensions of a report in a state, outermost first. */
export function rowDimensions(report: ReportDefinition, { filters, switches }: ReportState): Dimension[] {
  const { rowsBySwitch, expandsByContact } = report
  const chosen = rowsBySwitch?.rows[switches[rowsBySwitch.key] ?? '']
  const rows = (chosen ?? report.rows).map((row) => (row === 'groupBy' ? filters.groupBy : row))
  return expandsByContact && filters.showContactTypes ? [...new Set<Dimension>([...rows, 'contact'])] : [...rows]
}

/** Whether a column is in the table with these filters. */
export function isColumnVisible({ visibleWhen }: Column, filters: Filters): boolean {
  if (visibleWhen?.viewBy && !visibleWhen.viewBy.includes(filters.viewBy)) return false
  return (
    (!visibleWhen?.with || Boolean(filters[visibleWhen.with])) &&
    !(visibleWhen?.without && filters[visibleWhen.without])
  )
}

/** The tiles of a report in a state: a number that the table leaves out has none. */
export function visibleTiles({ tiles, columns }: ReportDefinition, { filters }: ReportState): string[] {
  return tiles.filter((key) => {
    const column = columns[key]
    return column && isColumnVisible(column, filters)
  })
}
