import { rowName, type TableColumn, type TableModel } from '@leaselight/model'

const CHARACTER = 6.8
const PADDING = 28
const NAME_MIN = 168
const NAME_MAX = 320
const MIN = 84
const MAX = 240
/** Texts longer than this give way, so that a table fits its window: they end with an ellipsis. */
const LONG = 200
const LEAST_OF_LONG = 160
/** The width of a rank beside its number. */
const STANDING = 98
/** How much larger texts are on a phone. */
const ON_PHONE = 1.17

/**
 * Column widths in pixels, from the longest texts and their size. They are fixed in advance, so that columns don't resize
 * while rows enter and leave the document during scrolling.
 */
export function columnWidths(table: TableModel, nameColumns: number, phone = false): number[] {
  const widths = table.columns.map((column, index) => {
    const named = index < nameColumns
    if (column.isUsual) return MIN
    const texts = table.rows.map((row) => (named ? rowName(row, nameColumns) : (row.texts[index] ?? '')).length)
    const longest = texts.reduce((most, length) => Math.max(most, length), table.total.texts[index]?.length ?? 0)
    if (named) return clamp(longest * CHARACTER + 56, NAME_MIN, NAME_MAX)
    const own = clamp(Math.max(longest, longestWord(column.label) + 2) * CHARACTER + PADDING, MIN, MAX)
    return column.ranked ? own + STANDING : own
  })
  return phone ? widths.map((width) => Math.round(width * ON_PHONE)) : widths
}

/** A width that a column can do with, where the others need the room; undefined where it needs its own. */
export const leastOfLong = (width: number, { align }: Pick<TableColumn, 'align'>): number | undefined =>
  align === 'left' && width > LONG ? LEAST_OF_LONG : undefined

/** A label whose lines break between words, and neither before the sign of a percentage nor within a range. */
export const headerText = (label: string): string => label.replaceAll(' %', '\u00a0%').replaceAll('–', '–\u2060')

// Headers wrap at spaces, to two lines at most.
function longestWord(label: string): number {
  const words = headerText(label).split(' ')
  const longest = Math.max(...words.map((word) => word.length))
  return Math.max(longest, Math.ceil(label.length / 2))
}

const clamp = (value: number, least: number, most: number): number => Math.round(Math.min(Math.max(value, least), most))
