import type { Dimension, ReportDefinition } from '@leaselight/model'
import type { Scope } from '../access/scope'
import { NotFound } from '../errors'
import { isMissing, type KeyValue, parseRowKey } from './rowKeys'
import type { Grouping } from './scanGroupings'

/** Which rows of a report to read. */
export interface RowSelection {
  /** Only the rows that open from this one. */
  parent?: string
  /** `top`: the outermost rows; `all`: every level, parents before children. */
  depth?: 'top' | 'all'
}

/** The keys in a row's name. Throws NotFound for a property outside the scope. */
export function parentKeysOf(scope: Scope, row: string | null): KeyValue[] {
  if (row === null || row === '') return []
  const keys = parseRowKey(row, scope.plan.dimensions)
  if (!keys) throw new NotFound(`There is no row ${row}.`)
  scope.plan.dimensions.forEach((key, index) => {
    const value = keys[index]
    if (
      key === 'property' &&
      value !== undefined &&
      !isMissing(key, value) &&
      !scope.plan.propertyIds.some((id) => id === value)
    )
      throw new NotFound(`There is no row ${row}.`)
  })
  return keys
}

/**
 * The row levels that a selection needs.
 * @param beside dimensions that group the whole selection once more; nothing is beside the rows under a single one
 */
export function groupingOf(
  report: ReportDefinition,
  scope: Scope,
  { parent, depth = 'top' }: RowSelection,
  beside: readonly Dimension[],
): Grouping {
  const deepest = scope.plan.dimensions.length
  if (parent) {
    const under = parentKeysOf(scope, parent)
    if (under.length >= deepest) throw new NotFound(`Nothing opens from ${parent}.`)
    return { depths: [under.length, under.length + 1], byDay: false, under, beside: [] }
  }
  const depths = depth === 'all' ? Array.from({ length: deepest + 1 }, (_, index) => index) : [0, Math.min(1, deepest)]
  const byDay = report.charts.some((chart) => chart.kind === 'trend')
  return { depths: [...new Set(depths)], byDay, under: [], beside }
}
