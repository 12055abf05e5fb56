import { NEIGHBOR_DISTANCE, quantileErrors, type Spread } from '@leaselight/model'
import type { Aggregate } from './measures'
import { raw, type Sql, sql } from './sql'

/** What is read beside a measured number to learn how far chance moves it. */
type SpreadPart = 'count' | 'squares' | 'lower' | 'upper'

/** Under which names a line has the parts beside a number. */
export const spreadParts = (name: string): Readonly<Record<SpreadPart, string>> => ({
  count: `${name}_count`,
  squares: `${name}_squares`,
  lower: `${name}_lower`,
  upper: `${name}_upper`,
})

/** A number of the records that a measure counts, made of the condition for a record to be one. */
export type Counted = (number: (condition: Sql) => Sql) => Sql

/**
 * The numbers beside a measure that tell its standard error: how many values it comes from, and the sum of their
 * squares, or a quantile's neighbors. Counts need none.
 */
export function spreadSql(aggregate: Aggregate, counted: Counted): [part: SpreadPart, number: Sql][] {
  const count = counted((condition) => sql`countIf(${condition})`)
  switch (aggregate.kind) {
    case 'sum':
    case 'average':
      return [
        ['count', count],
        ['squares', counted((condition) => sql`sumIf(pow(toFloat64(${aggregate.value}), 2), ${condition})`)],
      ]
    case 'quantile': {
      const distance = NEIGHBOR_DISTANCE[aggregate.level]
      if (distance === undefined) return []
      const neighbor = (level: number) =>
        counted(
          (condition) =>
            sql`if(countIf(${condition}) = 0, NULL, quantileExactInclusiveIf(${raw(level.toFixed(2))})(${aggregate.value}, ${condition}))`,
        )
      return [
        ['count', count],
        ['lower', neighbor(aggregate.level - distance)],
        ['upper', neighbor(aggregate.level + distance)],
      ]
    }
    case 'records':
    case 'prospects':
    case 'distinct':
    case 'ids':
    case 'shared':
    case 'sumOnce':
      return []
  }
}

/** Whether a number that is so aggregated has a spread. */
export const hasSpread = ({ kind }: Aggregate): boolean => kind === 'sum' || kind === 'average' || kind === 'quantile'

/**
 * A measured number's spread from what was read beside it; null where it has none.
 *
 * The variance of a sum of a random number of values is the sum of their squares (compound Poisson: E[N] × E[X²]); that
 * of an average is the values' own over their number.
 * @param read the number beside the measure
 */
export function spreadOf(
  aggregate: Aggregate,
  value: number | null,
  read: (part: SpreadPart) => number | null,
): Spread | null {
  const count = read('count')
  if (value === null || count === null || count === 0) return null
  if (aggregate.kind === 'quantile') {
    const distance = NEIGHBOR_DISTANCE[aggregate.level]
    const [lower, upper] = [read('lower'), read('upper')]
    if (distance === undefined || lower === null || upper === null) return null
    const { below, above } = quantileErrors(aggregate.level, distance, { count, lower, value, upper })
    return { count, below, above }
  }
  const squares = read('squares')
  if (squares === null) return null
  const variance =
    aggregate.kind === 'sum'
      ? squares / (aggregate.per ?? 1) ** 2
      : (squares / count - value ** 2) / Math.max(1, count - 1)
  const error = stable(Math.sqrt(Math.max(0, variance)))
  return { count, below: error, above: error }
}

/** Digits of an error that don't depend on the order in which values were added. */
const ERROR_DIGITS = 9

const stable = (error: number): number => Number(error.toPrecision(ERROR_DIGITS))
