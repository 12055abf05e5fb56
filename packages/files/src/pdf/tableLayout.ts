import { type Orientation, textWidth } from './page'

/** Space to the left of every column but the first. */
export const PADDING = 8

/** Widths that a column needs at a font size of 1 point. */
export interface ColumnNeeds {
  /** The longest word of its header or its longest cell, which must never be cut off. */
  min: number
  /** Of that, what the changes to the right of its numbers need. */
  beside: number
}

export interface TableNeeds {
  /** The name column: the width of its longest text, and the minimum at which names wrap. */
  name: { natural: number; min: number }
  columns: readonly ColumnNeeds[]
}

/** A group of columns side by side, after the row's name. */
export interface ColumnGroup {
  /** Indexes of its columns in the table. */
  columns: number[]
  nameWidth: number
  widths: number[]
  /** Of each width, the part to the right of its numbers, for their changes. */
  besides: number[]
}

export interface TableLayout {
  orientation: Orientation
  size: number
  groups: ColumnGroup[]
}

const SIZES = [8, 7.5, 7]
/** On a page whose orientation is given, small type is better than a second page. */
const SIZES_OF_A_SHEET = [...SIZES, 6.5, 6]
const FOLDED_SIZE = 8
/** Names use at most this share of the width, and wrap beyond it. */
const NAME_PART = 0.34
const WIDEST_COLUMN = 84

/**
 * Portrait if it fits, else landscape, then smaller, and finally split into groups; a column is never cut off.
 * @param only the orientation that the page has anyway
 */
export function layoutTable(needs: TableNeeds, only?: Orientation): TableLayout {
  const last = only ?? 'landscape'
  const tries: [Orientation, number][] = [
    [only ?? 'portrait', 8],
    ...(only ? SIZES_OF_A_SHEET : SIZES).map((size): [Orientation, number] => [last, size]),
  ]
  for (const [orientation, size] of tries) {
    const width = textWidth(orientation)
    const columns = widthsAt(needs, size)
    if (nameWidthAt(needs, size, width) + sum(columns) > width) continue
    const all = needs.columns.map((_, index) => index)
    return { orientation, size, groups: [spread(needs, all, size, width)] }
  }
  const width = textWidth(last)
  return {
    orientation: last,
    size: FOLDED_SIZE,
    groups: fold(needs, FOLDED_SIZE, width).map((columns) => spread(needs, columns, FOLDED_SIZE, width)),
  }
}

function widthsAt({ columns }: TableNeeds, size: number): number[] {
  return columns.map(({ min }) => min * size + PADDING)
}

function nameWidthAt({ name }: TableNeeds, size: number, width: number): number {
  return Math.min(Math.max(Math.min(name.natural * size, width * NAME_PART), name.min * size), width * NAME_PART)
}

/** As few groups as possible, of about equal width, in the columns' order. */
function fold(needs: TableNeeds, size: number, width: number): number[][] {
  const widths = widthsAt(needs, size)
  const room = width - nameWidthAt(needs, size, width)
  const count = split(widths, room).length
  // The narrowest width that needs no additional group makes the groups even.
  let [low, high] = [room / 2, room]
  for (let step = 0; step < 12; step++) {
    const middle = (low + high) / 2
    if (split(widths, middle).length <= count) high = middle
    else low = middle
  }
  return split(widths, high)
}

function split(widths: readonly number[], room: number): number[][] {
  const groups: number[][] = []
  let used = Number.POSITIVE_INFINITY
  widths.forEach((width, index) => {
    if (used + width > room) {
      groups.push([])
      used = 0
    }
    groups.at(-1)?.push(index)
    used += width
  })
  return groups
}

/** Distributes the remaining width, so that the table fills the page and its columns stay close together. */
function spread(needs: TableNeeds, columns: number[], size: number, width: number): ColumnGroup {
  const least = widthsAt(needs, size)
  const nameWidth = nameWidthAt(needs, size, width)
  const own = columns.map((index) => least[index] ?? 0)
  const extra = Math.max(0, width - nameWidth - sum(own)) / Math.max(1, columns.length)
  const widths = own.map((column) => Math.max(column, Math.min(column + extra, WIDEST_COLUMN)))
  const besides = columns.map((index) => (needs.columns[index]?.beside ?? 0) * size)
  return { columns, nameWidth: Math.max(nameWidth, width - sum(widths)), widths, besides }
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
