import { untruths } from '@leaselight/charts/testing'
import type { Engine } from '@leaselight/engine'
import type { ReportDefinition, ReportState, Row, Viewer } from '@leaselight/model'
import { expect } from 'vitest'
import type { Draw } from './draw'

type Period = 'current' | 'prior'

/** A record that a number counts or measures, and its row. */
export interface Match {
  column: string
  period: Period
  path: string[]
  id: number
  value?: number | undefined
}

/** Numbers that aren't simple counts, computed from the values of a row's matches: all of them, or one per record. */
export type Measures = Record<
  string,
  (found: (column: string) => number[], once: (column: string) => number[], period: Period) => number | null
>

interface RecountCase {
  engine: Engine
  report: ReportDefinition
  state: ReportState
  viewer: Viewer
  matches: readonly Match[]
  measures?: Measures
  draw: Draw
  about: string
}

/**
 * Expects all rows and totals of both periods to match the recomputation, and the list behind one number to have its
 * length; and nothing to be said that is not so.
 */
export async function expectRecount(recounted: RecountCase): Promise<void> {
  const { engine, report, state, viewer, matches, measures = {}, draw, about } = recounted
  const result = await engine.runReport(report, state, viewer, { depth: 'all' })
  expect(untruths(report, state, result), about).toEqual([])
  const { rows, total, priorRows, priorTotal } = result
  const columns = Object.entries(report.columns).flatMap(([key, column]) => (column.kind === 'count' ? [key] : []))
  const cells = [...columns, ...Object.keys(measures)]
  for (const [period, found, whole] of [
    ['current', rows, total],
    ['prior', priorRows, priorTotal ?? {}],
  ] as const) {
    const own = matches.filter((hit) => hit.period === period)
    const plain = (key: string) => ({
      ...counted(report, columns, own, key),
      ...measured(measures, own, key, period),
    })
    const names = [...new Set([...found.map((row) => row.key), ...keysOf(own)])]
    expect(
      { ...Object.fromEntries(found.map((row) => [row.key, numbers(cells, row)])), total: numbers(cells, whole) },
      `${about}, ${period}`,
    ).toEqual({ ...Object.fromEntries(names.map((key) => [key, plain(key)])), total: plain('') })
    const row: Row | undefined = found[draw.below(found.length)]
    const column = columns[draw.below(columns.length)]
    if (!row || !column) continue
    const list = await engine.members(report, state, viewer, { row: row.key, column, period, page: 1, pageSize: 500 })
    expect([list.total, list.rows.length], `${about}: ${column} of ${row.key}`).toEqual([row[column], row[column]])
  }
}

/** Cells of a row; measures are rounded because the order of summation varies. */
function numbers(columns: readonly string[], row: object): Record<string, unknown> {
  const cells = new Map<string, unknown>(Object.entries(row))
  return Object.fromEntries(columns.map((column) => [column, rounded(cells.get(column))]))
}

const rounded = (value: unknown): unknown => (typeof value === 'number' ? Math.round(value * 1e6) / 1e6 : value)

const under = (key: string) => (hit: Match) => {
  const path = hit.path.join('/')
  return key === '' || path === key || path.startsWith(`${key}/`)
}

/** Additive columns count every match; all others count a record once per row. */
function counted(report: ReportDefinition, columns: readonly string[], hits: readonly Match[], key: string) {
  const here = hits.filter(under(key))
  return Object.fromEntries(
    columns.map((name) => {
      const column = report.columns[name]
      const own = here.filter((hit) => hit.column === name)
      const once = column?.kind === 'count' && !column.additive
      return [name, once ? new Set(own.map(({ id }) => id)).size : own.length]
    }),
  )
}

function measured(measures: Measures, hits: readonly Match[], key: string, period: Period): Record<string, unknown> {
  const here = hits.filter(under(key))
  const of = (column: string) => here.filter((hit) => hit.column === column)
  const valuesOf = (list: readonly Match[]) => list.map(({ value }) => value ?? Number.NaN)
  const found = (column: string) => valuesOf(of(column))
  const once = (column: string) => valuesOf([...new Map(of(column).map((hit) => [hit.id, hit])).values()])
  return Object.fromEntries(Object.entries(measures).map(([name, make]) => [name, rounded(make(found, once, period))]))
}

const keysOf = (hits: readonly Match[]): string[] => [
  ...new Set(hits.flatMap(({ path }) => path.map((_, depth) => path.slice(0, depth + 1).join('/')))),
]

export const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

export const average = (values: readonly number[]): number | null =>
  values.length > 0 ? sum(values) / values.length : null

/** Linear interpolation between the two nearest values. */
export function quantile(values: readonly number[], level: number): number | null {
  const sorted = [...values].sort((a, b) => a - b)
  const place = (sorted.length - 1) * level
  const [low, high] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]]
  return low === undefined || high === undefined ? null : low + (high - low) * (place - Math.floor(place))
}
