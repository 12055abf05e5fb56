import { MISSING } from '../format/values'
import { cardLayout } from './cards'
import type { ReportDefinition } from './definition'
import type { ReportResult } from './result'
import type { ReportState } from './state'
import { buildTable } from './table'
import { rowDimensions } from './visible'

/** What a reader needs to understand a report's numbers. */
export interface Reading {
  /** One number of the first row in a sentence, with what it means; empty where no row has a number. */
  example: string
  definitions: { label: string; definition: string }[]
}

/** How to read a report: an example from its own rows, and what each of its columns means. */
export function howToRead(
  report: ReportDefinition,
  state: ReportState,
  result: Pick<ReportResult, 'rows' | 'total' | 'timeZone' | 'today'>,
): Reading {
  const table = buildTable(report, result, state)
  const names = rowDimensions(report, state).length
  const { trailing } = cardLayout(report, state, table)
  const column = trailing === null ? undefined : table.columns[trailing]
  const hasNumber = (texts: readonly string[]) => ![undefined, '', '0', MISSING].includes(texts[trailing ?? -1])
  const row = table.rows.find(({ texts, isMissing }) => !isMissing && hasNumber(texts))
  const name = row?.texts.slice(0, names).findLast(Boolean)
  const example =
    column && row && name && trailing !== null
      ? `${name}, ${column.label}: ${row.texts[trailing]}. ${column.definition}`
      : ''
  return {
    example,
    definitions: table.columns.slice(names).map(({ label, definition }) => ({ label, definition })),
  }
}
