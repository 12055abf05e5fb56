import {
  type Cell,
  type DurationUnit,
  durationIn,
  type Format,
  isoInZone,
  isTextFormat,
  unitOfText,
} from '@leaselight/model'
import type { CellObject } from 'write-excel-file/node'

/** A cell of a worksheet; null is an empty one. */
export type XlsxCell = CellObject | null

const DAY_SECONDS = 86_400
const DURATION_FORMAT = '[h]:mm:ss'
const DAY_FORMAT = 'mmm d, yyyy'
const INSTANT_FORMAT = 'mmm d, yyyy h:mm AM/PM'

/** The longest text that a cell can hold. */
const MAX_TEXT = 32_767

/** A text without characters that a workbook can't hold. */
export function textCell(text: string): XlsxCell {
  const clean = text.replace(/[^\P{Cc}\t\n\r]|\p{Cs}|[\uFFFE\uFFFF]/gu, '').slice(0, MAX_TEXT)
  return clean === '' ? null : { type: String, value: clean }
}

/** A number as a workbook stores it: a duration, in seconds, is a part of a day there, or in the unit of its column. */
export function storedNumber(value: number, format: Format, unit: DurationUnit | null = null): number {
  if (format !== 'duration') return value
  return unit ? durationIn(value, unit) : value / DAY_SECONDS
}

/**
 * A value as a typed cell that shows what the screen shows.
 * @param text the value as the screen shows it
 * @param zone the zone of the row's times; a workbook has no zones, so a cell has the time of day there
 */
export function valueCell(value: Cell, text: string, format: Format, zone: string): XlsxCell {
  if (value === null) return null
  if (typeof value === 'object') return textCell(value.join(' '))
  if (typeof value === 'number')
    return { type: Number, value: storedNumber(value, format, unitOfText(text)), format: numberFormat(format, text) }
  if (typeof value === 'boolean') return textCell(text)
  if (format === 'date' || format === 'datetime') {
    const local = format === 'date' ? value : isoInZone(value, zone).slice(0, 'yyyy-mm-ddThh:mm:ss'.length)
    const at = new Date(format === 'date' ? local : `${local}Z`)
    if (!Number.isNaN(at.getTime()))
      return { type: Date, value: at, format: format === 'date' ? DAY_FORMAT : INSTANT_FORMAT }
  }
  // A row without a value of a text column, or one that is named in words, shows its text.
  return textCell(isTextFormat(format) ? text || value : text)
}

/**
 * The format under which a number shows as on the screen, with as many digits. Of a share of few cases the screen shows
 * the cases instead ("3 of 4"): there the format is that text, and the cell keeps its number.
 */
export function numberFormat(format: Format, text: string): string {
  const digits = '0'.repeat(/[.](\d+)/.exec(text)?.[1]?.length ?? 0)
  const point = digits && `.${digits}`
  const unit = format === 'duration' ? unitOfText(text) : null
  if (format === 'duration') return unit ? `#,##0.0" ${unit}"` : DURATION_FORMAT
  if (format === 'money') return `$#,##0${point}`
  if (format !== 'percent') return `#,##0${point}`
  return text.endsWith('%') ? `0${point}%` : `"${text.replaceAll('"', '')}"`
}
