import type { Column, Columns, DifferenceColumn, FactColumn, RatioColumn } from './columns'

export type Numbers = Record<string, number | null>

/**
 * Computes the sums, differences, ratios, and shares of one row or total. They are computed only here, in the order of
 * their declaration, so that one may use another.
 * @param total the completed total that shares are computed from; without it, the numbers are the total themselves
 */
export function completeCells(columns: Columns, counted: Numbers, total?: Numbers): Numbers {
  const { blank, steps } = planOf(columns)
  const cells: Numbers = { ...blank }
  for (const { key, compute } of steps) cells[key] = compute(cells, counted[key] ?? null, total ?? cells)
  return cells
}

/** How the number of one column is computed. */
interface Step {
  key: string
  compute: (cells: Numbers, counted: number | null, total: Numbers) => number | null
}

/** How the numbers of columns are computed: read once, not for each of a thousand rows. */
interface Plan {
  /** The columns without a number yet. An object that gets them one after another grows five times. */
  blank: Numbers
  steps: readonly Step[]
}

const plans = new WeakMap<Columns, Plan>()

function planOf(columns: Columns): Plan {
  const known = plans.get(columns)
  if (known) return known
  const steps = Object.entries(columns).flatMap(([key, column]) =>
    column.kind === 'fact' ? [] : [{ key, compute: computationOf(column) }],
  )
  const plan = { blank: Object.fromEntries(steps.map(({ key }) => [key, null])), steps }
  plans.set(columns, plan)
  return plan
}

function computationOf(column: Exclude<Column, FactColumn>): Step['compute'] {
  switch (column.kind) {
    case 'sum':
      return (cells) => column.of.reduce<number>((all, key) => all + (cells[key] ?? 0), 0)
    case 'count':
      return (_, counted) => counted ?? 0
    case 'measure': {
      // The sum of nothing is 0; the average of nothing is null.
      const ofNothing = column.additive ? 0 : null
      return (_, counted) => counted ?? ofNothing
    }
    case 'share':
      return (cells, _, total) => divide(cells[column.of[0]], total[column.of[0]])
    case 'computed':
      return (cells) => column.compute(...column.of.map((key) => cells[key] ?? null))
    default:
      return ofTwo(column)
  }
}

/** A difference or a ratio of two numbers, which is missing where one of them is. */
function ofTwo(column: DifferenceColumn | RatioColumn): Step['compute'] {
  const [firstKey, secondKey] = column.of
  return (cells) => {
    const [first, second] = [cells[firstKey] ?? null, cells[secondKey] ?? null]
    if (first === null || second === null) return null
    if (column.kind === 'difference') return Math.max(first - second, column.min ?? -Infinity)
    if (first === 0 && column.missingAtZero) return null
    return first === 0 && second === 0 ? (column.whenEmpty ?? null) : divide(first, second)
  }
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
