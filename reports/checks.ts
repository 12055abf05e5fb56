import {
  isAdditive,
  opensList,
  type ReportDefinition,
  type ReportResult,
  type Row,
  type Viewer,
} from '@leaselight/model'
import { littleWorld } from '@leaselight/sample'
import { expect } from 'vitest'
import { asked, counted, type OpenedWorld, viewer } from './testing'

/** Reads one report of a world as one viewer, at the instant the little world's stories are told from. */
export function readerOf(world: () => OpenedWorld, report: ReportDefinition, who: Viewer = viewer('manager', 201)) {
  const engine = (now: string) => world().engineAt(now)
  const run = (params: Record<string, string> = {}, now: string = littleWorld.now): Promise<ReportResult> =>
    engine(now).runReport(report, asked(report, params), who, { depth: 'all' })
  const open = (column: string, row: string | null, params: Record<string, string> = {}, period: Period = 'current') =>
    engine(littleWorld.now).members(report, asked(report, params), who, { row, column, period, page: 1, pageSize: 500 })
  return {
    run,
    open,
    /** The counts of a row that are not 0. */
    row: (rows: readonly Row[], key: string) =>
      counted(
        report,
        rows.find((one) => one.key === key),
      ),
    /** The names behind a number, newest first. */
    names: async (
      column: string,
      row: string | null,
      params: Record<string, string> = {},
      period: Period = 'current',
    ) => (await open(column, row, params, period)).rows.map(({ name }) => name),
    /** Every count of every row and of the total opens a list of its length, and rows of what adds up sum to their whole. */
    holds: async (params: Record<string, string> = {}) => {
      const result = await run(params)
      sums(report, result)
      await lists(report, result, (column, row, period) => open(column, row, params, period))
    },
  }
}

type Period = 'current' | 'prior'

function sums(report: ReportDefinition, { rows, total, priorRows, priorTotal }: ReportResult): void {
  const wholes: [readonly Row[], Record<string, unknown> | null][] = [
    [rows, total],
    [priorRows, priorTotal],
  ]
  for (const [parts, whole] of wholes)
    for (const column of Object.keys(report.columns).filter((key) => isAdditive(report.columns, key))) {
      const sum = (parent: string | null) =>
        parts.filter((row) => row.parent === parent).reduce((all, row) => all + Number(row[column]), 0)
      if (whole) expect(sum(null), `${column} of all rows`).toBeCloseTo(Number(whole[column]))
      for (const row of parts.filter(({ key }) => parts.some(({ parent }) => parent === key)))
        expect(sum(row.key), `${column} within ${row.key}`).toBeCloseTo(Number(row[column]))
    }
}

async function lists(
  report: ReportDefinition,
  { rows, total, priorRows, priorTotal }: ReportResult,
  open: (column: string, row: string | null, period: Period) => Promise<{ rows: unknown[]; total: number }>,
): Promise<void> {
  const columns = Object.entries(report.columns).flatMap(([key, column]) => (opensList(column) ? [key] : []))
  const cells: [string | null, Period, Record<string, unknown> | null][] = [
    [null, 'current', total],
    [null, 'prior', priorTotal],
    ...rows.map((row): [string, Period, Row] => [row.key, 'current', row]),
    ...priorRows.map((row): [string, Period, Row] => [row.key, 'prior', row]),
  ]
  // Empty lists are asked for in the total alone: what is nowhere is in no row.
  const asking = cells.flatMap(([row, period, values]) =>
    columns
      .filter((column) => values && (row === null || values[column]))
      .map((column) => ({ row, period, column, is: values?.[column] })),
  )
  for (const { row, period, column, is } of asking) {
    const list = await open(column, row, period)
    expect([list.total, list.rows.length], `${column} of ${row ?? 'the total'}, ${period}`).toEqual([is, is])
  }
}
