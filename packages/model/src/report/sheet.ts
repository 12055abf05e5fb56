import type { Filters } from '../filters/definitions'
import { pluralize } from '../format/text'
import { formatRange } from '../format/values'
import { isTelling } from '../judgement/judge'
import { casesText, type Judgement, numberText, rangeText } from '../judgement/words'
import { type DayRange, startOf } from '../time/dates'
import { type Column, isDrillable } from './columns'
import type { ReportDefinition } from './definition'
import type { Meaning } from './meanings'
import type { ReportResult } from './result'
import type { SheetBlockDefinition } from './sheetDefinition'
import type { ReportState } from './state'
import { displayColumn } from './table'
import { isColumnVisible } from './visible'

/** What one block of a sheet is made of: its report's result, and the same report from the first of the month on. */
export interface SheetAnswer {
  report: ReportDefinition
  state: ReportState
  result: ReportResult
  /** Null when the report has no period. */
  toDate: ReportResult | null
}

/** A number of the sheet, as text wherever it is shown. */
export interface SheetLine {
  /** The column's key. */
  key: string
  label: string
  definition: string
  format: Column['format']
  text: string
  /** What would be usual, or what it was where that is not known; empty where the periods can't be compared. */
  usual: string
  /** The number from the first of the month on; empty for what describes one day. */
  toDate: string
  /** What the change is worth, only where it is one. */
  judgement: Judgement | null
  /** Whether there is a list of records behind it. */
  opens: boolean
}

export interface SheetGroup {
  title: string
  lines: SheetLine[]
}

/** A part of the strip. */
export interface SheetPart {
  key: string
  label: string
  definition: string
  format: Column['format']
  meaning: Meaning | undefined
  value: number
  text: string
  /** Its share of the whole. */
  share: string
  opens: boolean
}

export interface SheetBlock {
  title: string
  /** The key of the report its numbers are from. */
  report: string
  strip: SheetPart[]
  /** The headings of the three numbers of a line. */
  headings: [period: string, usual: string, toDate: string]
  groups: SheetGroup[]
}

/** What a sheet is about. */
export interface SheetHead {
  name: string
  /** Address and units in one line; empty where neither is known. */
  about: string
}

/** A finished sheet: screen, PDF, and mail only lay it out. */
export interface Sheet {
  head: SheetHead
  blocks: SheetBlock[]
}

/** The dates from the first of the month in which a period ends to the period's last day. */
export function monthToDate({ end }: DayRange): Pick<Filters, 'dateRange'> {
  return { dateRange: { preset: 'custom', start: startOf(end, 'month'), end } }
}

/** One block of a sheet. */
export function sheetBlock(block: SheetBlockDefinition, { report, state, result, toDate }: SheetAnswer): SheetBlock {
  const { period } = result
  return {
    title: block.title,
    report: report.key,
    strip: block.strip ? stripOf(block.strip, report, result) : [],
    headings: [period ? formatRange(period, period.end) : 'Today', 'Usual', 'Month to date'],
    groups: block.groups.flatMap(({ title, columns, isOfDay = false }) => {
      const lines = columns.flatMap((key): SheetLine[] => {
        const column = report.columns[key]
        if (!column || !isColumnVisible(column, state.filters)) return []
        const shown = displayColumn(report, key, column, state)
        const text = (of: ReportResult) => shown.textOf(of.total, { total: of.total })
        const judged = result.judgement?.[key]
        return [
          {
            key,
            label: column.label,
            definition: column.definition,
            format: shown.column.format,
            text: text(result),
            usual: judged ? usualOf(column, judged, shown.column.format, text(result)) : '',
            toDate: toDate && !isOfDay ? text(toDate) : '',
            judgement: judged && isTelling(judged) ? judged : null,
            opens: isDrillable(column) && Boolean(result.total[key]),
          },
        ]
      })
      return lines.length > 0 ? [{ title, lines }] : []
    }),
  }
}

/** What is usual, never less than the column can be; else what it was, where the two periods can be compared. */
function usualOf(column: Column, judged: Judgement, format: Column['format'], number: string): string {
  const least = column.kind === 'difference' ? (column.min ?? -Infinity) : -Infinity
  const low = judged.low === null ? null : Math.max(judged.low, least)
  const isCompared = judged.state !== 'incomparable' && judged.state !== 'settling'
  return rangeText({ low, high: judged.high }, format, number) || (isCompared ? judged.words : '')
}

function stripOf(
  { whole, parts }: NonNullable<SheetBlockDefinition['strip']>,
  { columns }: ReportDefinition,
  { total }: ReportResult,
): SheetPart[] {
  const all = total[whole] ?? 0
  return parts.flatMap((key) => {
    const column = columns[key]
    const value = total[key] ?? 0
    if (!column) return []
    return [
      {
        key,
        label: column.label,
        definition: column.definition,
        format: column.format,
        meaning: column.meaning,
        value,
        text: numberText(columns, key, total),
        share: all > 0 ? casesText(value / all, 'percent', { part: value, whole: all }) : '',
        opens: isDrillable(column) && value > 0,
      },
    ]
  })
}

/** A property as a sheet's head names it. */
export interface SheetProperty {
  name: string
  address: string
}

/**
 * What a sheet is about: its property with address and units, or how many properties together.
 * @param units of all blocks whose strip has a whole, that whole; null while it isn't known
 */
export function sheetHead(properties: readonly SheetProperty[], units: number | null): SheetHead {
  const [only] = properties
  const isOne = properties.length === 1
  const name = isOne && only ? only.name : `All ${pluralize(properties.length, 'property')}`
  return {
    name,
    about: [isOne ? only?.address : '', units === null ? '' : pluralize(units, 'unit')].filter(Boolean).join(' · '),
  }
}

/** The number of units that a sheet's blocks tell of; null where none does. */
export function unitsOf(blocks: readonly SheetBlockDefinition[], answers: readonly SheetAnswer[]): number | null {
  const found = blocks.flatMap(({ strip }, index) => (strip ? (answers[index]?.result.total[strip.whole] ?? []) : []))
  return found[0] ?? null
}

/**
 * A report's sheet.
 * @param answers for each block of the definition its answer
 */
export function buildSheet(
  { sheet }: ReportDefinition,
  properties: readonly SheetProperty[],
  answers: readonly SheetAnswer[],
): Sheet | null {
  if (!sheet) return null
  return {
    head: sheetHead(properties, unitsOf(sheet.blocks, answers)),
    blocks: sheet.blocks.flatMap((block, index) => {
      const answer = answers[index]
      return answer ? [sheetBlock(block, answer)] : []
    }),
  }
}
