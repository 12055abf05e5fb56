import { pluralize } from '../format/text'
import type { Cell } from '../format/values'
import {
  durationUnit,
  formatCell,
  formatDurationIn,
  formatMoment,
  formatPlayTime,
  isTextFormat,
} from '../format/values'
import { drawnNumber, type Evidence, evidenceOf, type Spreads } from '../judgement/evidence'
import { isTelling } from '../judgement/judge'
import { casesText, numberText, type TextOptions } from '../judgement/words'
import { columnsRanked, portfolioMedian } from '../peers/columns'
import { medianText } from '../peers/words'
import { groupOfColumns } from './columnGroups'
import { type Column, type Columns, isDrillable, isWrittenByCases } from './columns'
import { emptyColumns } from './countsNothing'
import { isRecordList, type ReportDefinition } from './definition'
import { type DimensionDefinition, dimension, isMissingRow } from './dimensions'
import { growsWithDays, type Numbers } from './numbers'
import { mainColumn, tieColumns } from './order'
import type { ReportResult, Row } from './result'
import type { ReportState } from './state'
import type { TableColumn, TableModel } from './tableModel'
import { fewCasesOf, isThinRow } from './thinRows'
import { withUsual } from './usualColumn'
import { isColumnVisible, rowDimensions } from './visible'

/** A fact is the duration of one record, which stands alone. */
const unitOf = ({ kind, format }: Column, total: number | null | undefined): Pick<TableColumn, 'unit'> =>
  format === 'duration' && kind !== 'fact' && typeof total === 'number' ? { unit: durationUnit(total) } : {}

/** What a number is, as it is shown: a count viewed as percentage is a rate. */
const amountOf = ({ columns }: ReportDefinition, key: string, { format }: Column): Pick<TableColumn, 'amount'> =>
  isTextFormat(format) ? {} : { amount: format !== 'percent' && isAmount(columns, key) ? 'count' : 'rate' }

const isAmount = (columns: Columns, key: string): boolean =>
  growsWithDays(columns, key) || columns[key]?.format === 'integer'

/** A column as a state shows it: a count, or its share of the row's whole when viewed as percentage. */
export interface DisplayedColumn {
  column: Column
  of: (values: Record<string, Cell>) => Cell
  /** As a picture shows it: null for a share without cases, too. */
  drawn: (values: Record<string, Cell>) => number | null
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
      drawn: (values) => drawnNumber(report.columns, key, values),
      textOf: (values, options) => numberText(report.columns, key, values, options),
    }
  const of = (values: Record<string, Cell>) => shareIn(values[key], values[whole])
  return {
    ...{ column: { ...column, format: 'percent' }, of, drawn: of },
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
export function shareWhole(report: ReportDefinition, key: string, { filters }: ReportState): string | null {
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
  result: Pick<ReportResult, 'rows' | 'total' | 'timeZone' | 'today'> &
    Partial<Pick<ReportResult, 'priorTotal' | 'propertyTimeZones' | 'rowJudgements' | 'judgement' | 'peers'>> & {
      length?: number
      outer?: Pick<ReportResult, 'total'> & Partial<Pick<ReportResult, 'rowJudgements'>>
    },
  state: ReportState,
): TableModel {
  const names = rowDimensions(report, state).map((key) => dimension(key))
  const shown = Object.entries(report.columns)
    .filter(([, column]) => isColumnVisible(column, state.filters) && !(column.kind === 'fact' && column.idsOf))
    // A row of a list is one record; its counts are above the table.
    .filter(([, column]) => !isRecordList(report) || column.kind === 'fact')
    .map(([key, column]) => ({ key, ...displayColumn(report, key, column, state) }))
  const { peers } = result
  const ranked = new Set(peers ? columnsRanked(peers) : [])
  const groups = groupOfColumns(report)
  const empty = emptyColumns(report, result)
  const main = mainColumn(report, state)
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
      // Readers who compare properties want to see the ranks.
      optional: (column.optional ?? false) && !ranked.has(key),
      drillable: isDrillable(column),
      ...(empty.has(key) && key !== main && !ranked.has(key) && { isEmpty: true }),
      ...(groups.has(key) && { group: groups.get(key) }),
      ...amountOf(report, key, column),
      ...(column.better && { better: column.better }),
      ...(ranked.has(key) && { ranked: true }),
      ...unitOf(column, (result.outer ?? result).total[key]),
    })),
  ]
  // With properties in several zones, a time without its zone is ambiguous.
  const several = (result.propertyTimeZones?.length ?? 0) > 1
  const inZone = (value: Cell, format: Column['format'], zone: string): string => {
    if (several && format === 'datetime' && typeof value === 'string') return formatMoment(value, zone, result.today)
    return formatCell(value, format, { zone, today: result.today })
  }
  const texts = (cells: Record<string, Cell>, values: Cell[], zone = result.timeZone): string[] =>
    values.map((value, index) => {
      const format = columns[index]?.format ?? 'text'
      if (index < names.length) return String(value ?? '')
      const shownAs = shown[index - names.length]
      const unit = columns[index]?.unit
      if (unit && typeof value === 'number') return formatDurationIn(value, unit)
      // The durations of records are read one below the other.
      if (format === 'duration' && shownAs?.column.kind === 'fact' && typeof value === 'number')
        return formatPlayTime(value)
      if (!shownAs || !isWrittenByCases(shownAs.column)) return inZone(value, format, zone)
      return shownAs.textOf(cells, { total: result.total })
    })
  const standings = new Map(peers?.rows.map((one) => [one.key, one.standings]))
  const judged = new Map(result.rowJudgements?.map(({ key, states }) => [key, states]))
  const isTold = (row: Row): boolean => Object.values(judged.get(row.key) ?? {}).some((state) => isTelling({ state }))
  const isSilent = (row: Row): boolean => hasNoOrder(names[0]) && shown.every(({ of }) => !of(row)) && !isTold(row)
  const fewCases = hasNoOrder(names[0]) ? fewCasesOf(report) : null
  const rows = result.rows.map((row) => {
    const values = [...names.map((item) => row[item.nameField] ?? null), ...shown.map(({ of }) => of(row))]
    const own = names[row.depth]
    const ranks = standings.get(row.key)
    return {
      row,
      depth: row.depth,
      ...(ranks && { standings: ranks }),
      ...(own && isMissingRow(own, row) && { isMissing: true }),
      ...(isSilent(row) && { isSilent: true }),
      ...(fewCases && isThinRow(fewCases, row) && !isTold(row) && { isThin: true }),
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
  const medians = columns.flatMap((column): [string, string][] => {
    const median = peers && column.ranked ? portfolioMedian(peers, column.key) : null
    return median === null ? [] : [[column.key, `median ${medianText(median, column)}`]]
  })
  const table: TableModel = {
    columns,
    rows,
    total: {
      values: totals,
      texts: isRecordList(report) ? listed : totalTexts,
      ...(medians.length > 0 && { medians: Object.fromEntries(medians) }),
    },
    ties: tieColumns(report, state),
    ...(fewCases && { thinBy: fewCases.text }),
    ...(peers && { peersBy: peers.by }),
  }
  return withUsual(report, result, state, table)
}
