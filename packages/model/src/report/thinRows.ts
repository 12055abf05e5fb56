import { MIN_CASES } from '../judgement/evidence'
import type { Columns } from './columns'
import type { ReportDefinition } from './definition'
import type { Row } from './result'

/** What rows have too few of to be judged. */
export interface FewCases {
  /** The column that counts the cases of a row. */
  column: string
  /** `fewer than 20 asked` */
  text: string
}

/**
 * By what the rows of a report are thin: where they are read worst first, those of few cases would stand first by chance.
 * Null where rows are read by another order, or no share says how they stand.
 */
export function fewCasesOf({ shape, columns }: Pick<ReportDefinition, 'shape' | 'columns'>): FewCases | null {
  const column = shape === 'service' ? commonWhole(columns) : null
  const label = column === null ? undefined : columns[column]?.label
  return column !== null && label !== undefined
    ? { column, text: `fewer than ${MIN_CASES} ${label.toLowerCase()}` }
    : null
}

/** Whether a row has too few cases to be judged, though it has some. */
export function isThinRow({ column }: FewCases, row: Row): boolean {
  const cases = row[column]
  return typeof cases === 'number' && cases > 0 && cases < MIN_CASES
}

/** The column of which most shares of a report are. */
function commonWhole(columns: Columns): string | null {
  const wholes = Object.values(columns).flatMap((one) =>
    one.kind === 'ratio' && one.format === 'percent' ? [one.of[1]] : [],
  )
  const times = (whole: string) => wholes.filter((one) => one === whole).length
  return wholes.toSorted((a, b) => times(b) - times(a))[0] ?? null
}
