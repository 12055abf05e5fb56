import { isRecordCount } from './columns'
import type { ReportDefinition } from './definition'
import { dimension, isMissingRow } from './dimensions'
import { isAdditive } from './numbers'
import type { ReportResult } from './result'
import type { ReportState } from './state'
import { isColumnVisible, rowDimensions } from './visible'

/** What is missing in the data behind a report, with the list that shows it. */
export interface DataNote {
  /** `Sessions: 46 of 217 have no source.` */
  text: string
  /** The row and the column whose list it is. */
  row: string
  column: string
  /** The row's name. */
  name: string
}

/** Records without a value for what the report's outermost rows stand for: a note about the data, never a subject. */
export function dataNotes(report: ReportDefinition, state: ReportState, result: ReportResult): DataNote[] {
  const [outermost] = rowDimensions(report, state)
  if (outermost === undefined) return []
  const definition = dimension(outermost)
  const [counted, column] =
    Object.entries(report.columns).find(
      ([key, one]) => isAdditive(report.columns, key) && isRecordCount(one) && isColumnVisible(one, state.filters),
    ) ?? []
  if (counted === undefined || column === undefined) return []
  return result.rows.flatMap((row): DataNote[] => {
    const [missing, total] = [row[counted], result.total[counted]]
    if (row.depth > 0 || !isMissingRow(definition, row) || typeof missing !== 'number' || missing === 0) return []
    const [some, all] = [missing, total ?? missing].map((value) => value.toLocaleString('en-US'))
    const verb = missing === 1 ? 'has' : 'have'
    return [
      {
        text: `${column.label}: ${some} of ${all} ${verb} no ${definition.label.toLowerCase()}.`,
        ...{ row: row.key, column: counted, name: String(row[definition.nameField] ?? definition.missingLabel) },
      },
    ]
  })
}
