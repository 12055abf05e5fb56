import type { Filters } from '../filters/definitions'
import { pluralize } from '../format/text'
import type { Cell } from '../format/values'
import { type DurationUnit, durationUnit, formatCell, formatDurationIn, isTextFormat, MISSING } from '../format/values'
import { type Evidence, evidenceOf, type Spreads } from '../judgement/evidence'
import { isTelling } from '../judgement/judge'
import { casesText, numberText, type TextOptions } from '../judgement/words'
import { shortZoneName } from '../time/zones'
import { isBucketable } from './buckets'
import { type Column, completeCells, isDrillable, type Numbers } from './columns'
import { isRecordList, type ReportDefinition } from './definition'
import { type Dimension, type DimensionDefinition, dimension, isMissingRow } from './dimensions'
import type { ReportResult, Row } from './result'
import type { ReportState } from './state'

/** One column of the final table; the first ones name the row. */
export interface TableColumn {
  key: string
  label: string
  definition: string
  align: 'left' | 'right'
  format: Column['format']
  /** The unit of all its durations. */
  unit?: DurationUnit
  optional: boolean
  /** Whether a cell opens the list behind it. */
  drillable: boolean
  better?: 'higher' | 'lower'
}

export interface TableRow {
  row: Row
  depth: number
  /** One text for each table column. */
  texts: string[]
  /** The values behind the texts, for sorting and charts. */
  values: Cell[]
  /** It stands for records without a value, such as Unknown: it ranks last. */
  isMissing?: boolean
  /** Nothing happened in it, which is no news either: it can be left out of sight. */
  isSilent?: boolean
}

/** A report as a table: the same columns for screen, CSV, PDF, and mail, and the same texts for all but CSV. */
export interface TableModel {
  columns: TableColumn[]
  rows: TableRow[]
  total: { texts: string[]; values: Cell[] }
}

/** A fact is the duration of one record, which stands alone. */
const unitOf = ({ kind, format }: Column, total: number | null | undefined): Pick<TableColumn, 'unit'> =>
  format === 'duration' && kind !== 'fact' && typeof total === 'number' ? { unit: durationUnit(total) } : {}

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

/** A column as a state shows it: a count, or its share of the row's whole when viewed as percentage. */
export interface DisplayedColumn {
  column: Column
  of: (values: Record<string, Cell>) => Cell
  /** As text: a percentage of fewer than 20 cases as its cases. Shares of the total are of `total`. */
  textOf: (values: Record<string, Cell>, options?: TextOptions) => string
}

/** A report's column as a state shows it. */
export function displayColumn(
  report: ReportDefinition,
  key: string,
  column: Column,
  state: ReportState,
): DisplayedColumn {
  const whole = shareWhole(report, key, state)
  if (whole === null)
    return {
      column,
      of: (values) => values[key] ?? null,
      textOf: (values, options) => numberText(report.columns, key, values, options),
    }
  return {
    column: { ...column, format: 'percent' },
    of: (values) => shareIn(values[key], values[whole]),
    textOf: (values) => {
      const [part, all] = [values[key], values[whole]]
      const cases = typeof part === 'number' && typeof all === 'number' ? { part, whole: all } : null
      return casesText(shareIn(part, all), 'percent', cases)
    },
  }
}

/** What a displayed number rests on; null without a number. */
export function displayedEvidence(
  report: ReportDefinition,
  key: string,
  state: ReportState,
  { numbers, total, spreads }: { numbers: Numbers; total: Numbers; spreads: Spreads },
): Evidence | null {
  const whole = shareWhole(report, key, state)
  if (whole === null) return evidenceOf(report.columns, key, numbers, spreads, total)
  const [part, all] = [numbers[key], numbers[whole]]
  const value = shareIn(part, all)
  return value === null ? null : { kind: 'rate', value, part: part ?? 0, whole: all ?? 0 }
}

/** The column that a column is shown as a share of; null where it is shown as a number. */
function shareWhole(report: ReportDefinition, key: string, { filters }: ReportState): string | null {
  const share = report.shareOf
  return filters.viewAs === 'PERCENTAGE' && share?.columns.includes(key) ? share.whole : null
}

const shareIn = (part: Cell | undefined, whole: Cell | undefined): number | null =>
  typeof part === 'number' && typeof whole === 'number' && whole !== 0 ? part / whole : null

/** Whether rows may change places: days, hours and stages have an order of their own. */
const hasNoOrder = (outermost: DimensionDefinition | undefined): boolean =>
  outermost !== undefined && !outermost.order && !outermost.sortByKey

/**
 * Formats a result as a table.
 * @param result its `length` is the total number of rows when these are only some of them; rows that open inside a row
 *   come with the total of the table around them, so that a column keeps its unit
 */
export function buildTable(
  report: ReportDefinition,
  result: Pick<ReportResult, 'rows' | 'total' | 'timeZone'> &
    Partial<Pick<ReportResult, 'propertyTimeZones' | 'rowJudgements'>> & {
      length?: number
      outerTotal?: ReportResult['total']
    },
  state: ReportState,
): TableModel {
  const names = rowDimensions(report, state).map((key) => dimension(key))
  const shown = Object.entries(report.columns)
    .filter(([, column]) => isColumnVisible(column, state.filters) && !(column.kind === 'fact' && column.idsOf))
    // A row of a list is one record; its counts are above the table.
    .filter(([, column]) => !isRecordList(report) || column.kind === 'fact')
    .map(([key, column]) => ({ key, ...displayColumn(report, key, column, state) }))
  const columns: TableColumn[] = [
    ...names.map((item) => ({
      key: item.nameField,
      label: item.label,
      definition: `What the row stands for: ${item.label.toLowerCase()}.`,
      align: 'left' as const,
      format: 'text' as const,
      optional: false,
      drillable: false,
    })),
    ...shown.map(({ key, column }) => ({
      key,
      label: column.label,
      definition: column.definition,
      align: isTextFormat(column.format) ? ('left' as const) : ('right' as const),
      format: column.format,
      optional: column.optional ?? false,
      drillable: isDrillable(column),
      ...(column.better && { better: column.better }),
      ...unitOf(column, (result.outerTotal ?? result.total)[key]),
    })),
  ]
  // With properties in several zones, a time without its zone is ambiguous.
  const several = (result.propertyTimeZones?.length ?? 0) > 1
  const inZone = (value: Cell, format: Column['format'], zone: string): string => {
    const text = formatCell(value, format, zone)
    return several && format === 'datetime' && value ? `${text} ${shortZoneName(zone)}` : text
  }
  const texts = (cells: Record<string, Cell>, values: Cell[], zone = result.timeZone): string[] =>
    values.map((value, index) => {
      const format = columns[index]?.format ?? 'text'
      if (index < names.length) return String(value ?? '')
      const shownAs = shown[index - names.length]
      const unit = columns[index]?.unit
      if (unit && typeof value === 'number') return formatDurationIn(value, unit)
      if (format !== 'percent' || !shownAs) return inZone(value, format, zone)
      return shownAs.textOf(cells, { total: result.total })
    })
  const judged = new Map(result.rowJudgements?.map(({ key, states }) => [key, states]))
  const isSilent = (row: Row): boolean =>
    hasNoOrder(names[0]) &&
    shown.every(({ of }) => !of(row)) &&
    !Object.values(judged.get(row.key) ?? {}).some((state) => isTelling({ state }))
  const rows = result.rows.map((row) => {
    const values = [...names.map((item) => row[item.nameField] ?? null), ...shown.map(({ of }) => of(row))]
    const own = names[row.depth]
    return {
      row,
      depth: row.depth,
      ...(own && isMissingRow(own, row) && { isMissing: true }),
      ...(isSilent(row) && { isSilent: true }),
      values,
      texts: texts(row, values, typeof row.timeZone === 'string' ? row.timeZone : undefined),
    }
  })
  const totals: Cell[] = [
    ...names.map((_, index) => (index === 0 ? 'Total' : null)),
    ...shown.map(({ of }) => of(result.total)),
  ]
  const totalTexts = texts(result.total, totals)
  const listed = columns.map((_, index) => (index === 0 ? pluralize(result.length ?? rows.length, 'record') : ''))
  return { columns, rows, total: { values: totals, texts: isRecordList(report) ? listed : totalTexts } }
}

/**
 * The total of some outermost rows, such as those that a search found: counts are summed and rates are of these sums.
 * What doesn't add up over rows, such as people seen at several properties, and a share of everything have none.
 */
export function totalOfRows(
  report: ReportDefinition,
  result: Parameters<typeof buildTable>[1],
  state: ReportState,
  rows: readonly TableRow[],
): TableModel['total'] {
  const { columns } = report
  const sums = Object.keys(columns).map((key): [string, number] => [
    key,
    rows.reduce((sum, { row }) => sum + (typeof row[key] === 'number' ? row[key] : 0), 0),
  ])
  const counted = completeCells(columns, Object.fromEntries(sums))
  const total = Object.fromEntries(
    Object.entries(counted).map(([key, value]) => [key, isBucketable(columns, key) ? value : null]),
  )
  const found = buildTable(report, { ...result, rows: [], total, outerTotal: result.total }, state).total
  const named = rowDimensions(report, state).length
  return {
    values: found.values,
    texts: found.texts.map((text, index) => (index >= named && found.values[index] === null ? MISSING : text)),
  }
}
