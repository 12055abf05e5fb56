import type { Column, Columns, FactColumn } from './columns'

export type Numbers = Record<string, number | null>

/**
 * Computes the sums, differences, ratios, and shares of one row or total. They are computed only here, in the order of
 * their declaration, so that one may use another.
 * @param total the completed total that shares are computed from; without it, the numbers are the total themselves
 */
export function completeCells(columns: Columns, counted: Numbers, total?: Numbers): Numbers {
  const cells: Numbers = { ...blankOf(columns) }
  // Without a list of entries for each of a thousand rows.
  for (const key in columns) {
    const column = columns[key]
    if (!column || column.kind === 'fact') continue
    cells[key] = computeCell(column, cells, counted[key] ?? null, total ?? cells)
  }
  return cells
}

/** Columns without a number yet. An object that gets them one after another grows five times, for each of a thousand rows. */
const blanks = new WeakMap<Columns, Numbers>()

function blankOf(columns: Columns): Numbers {
  const known = blanks.get(columns)
  if (known) return known
  const made: Numbers = {}
  for (const [key, { kind }] of Object.entries(columns)) if (kind !== 'fact') made[key] = null
  blanks.set(columns, made)
  return made
}

function computeCell(
  column: Exclude<Column, FactColumn>,
  cells: Numbers,
  counted: number | null,
  total: Numbers,
): number | null {
  if (column.kind === 'sum') return column.of.reduce<number>((all, key) => all + (cells[key] ?? 0), 0)
  if (column.kind === 'count') return counted ?? 0
  // The sum of nothing is 0; the average of nothing is null.
  if (column.kind === 'measure') return counted ?? (column.additive ? 0 : null)
  if (column.kind === 'share') return divide(cells[column.of[0]], total[column.of[0]])
  if (column.kind === 'computed') return column.compute(...column.of.map((key) => cells[key] ?? null))
  const [first, second] = [cells[column.of[0]] ?? null, cells[column.of[1]] ?? null]
  if (first === null || second === null) return null
  if (column.kind === 'difference') return Math.max(first - second, column.min ?? -Infinity)
  if (first === 0 && column.missingAtZero) return null
  return first === 0 && second === 0 ? (column.whenEmpty ?? null) : divide(first, second)
}

const divide = (part: number | null | undefined, whole: number | null | undefined): number | null =>
  part === null || part === undefined || !whole ? null : part / whole

/** Whether a column's rows sum to its total; a share does if its number does. */
export function isAdditive(columns: Columns, key: string): boolean {
  const column = columns[key]
  if (!column) return false
  if (column.kind === 'count' || column.kind === 'measure') return column.additive
  if (column.kind === 'difference' && column.min !== undefined) return false
  if (column.kind === 'sum' || column.kind === 'difference' || column.kind === 'share')
    return column.of.every((part) => isAdditive(columns, part))
  return false
}

/** Whether a number is larger over more days: counts and sums are, rates and times are not. */
export function growsWithDays(columns: Columns, key: string): boolean {
  const column = columns[key]
  if (column?.kind === 'measure') return column.additive
  if (column?.kind === 'sum' || column?.kind === 'difference')
    return column.of.every((part) => growsWithDays(columns, part))
  return column?.kind === 'count'
}

/**
 * Change from the prior period: relative for numbers, in points for percentages; null when there is nothing to compare
 * with.
 */
export function changeBetween(
  column: Pick<Column, 'format'>,
  current: number | null | undefined,
  prior: number | null | undefined,
): number | null {
  if (current === null || current === undefined || prior === null || prior === undefined) return null
  if (column.format === 'percent') return current - prior
  return prior === 0 ? null : (current - prior) / prior
}
