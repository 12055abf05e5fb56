import {
  isAdditive,
  isRecordCount,
  type ReportDefinition,
  type ReportResult,
  type Row,
  type Viewer,
} from '@leaselight/model'
import { fixtureCompany } from '@leaselight/sample'
import { halfOfRun } from '@leaselight/tests/ofRun'
import { expect } from 'vitest'
import { nonZeroCounts, stateFrom, type TestStore, viewer } from './testing'

/** Reads one report of a fixture store as one viewer, at the fixture company's present. */
export function reportReader(store: () => TestStore, report: ReportDefinition, who: Viewer = viewer('manager', 201)) {
  const engine = (now: string) => store().engineAt(now)
  const run = (params: Record<string, string> = {}, now: string = fixtureCompany.now): Promise<ReportResult> =>
    engine(now).runReport(report, stateFrom(report, params), who, { depth: 'all' })
  const open = (column: string, row: string | null, params: Record<string, string> = {}, period: Period = 'current') =>
    engine(fixtureCompany.now).members(report, stateFrom(report, params), who, {
      row,
      column,
      period,
      page: 1,
      pageSize: 500,
    })
  return {
    run,
    open,
    /** The counts of a row without zeros. */
    row: (rows: readonly Row[], key: string) =>
      nonZeroCounts(
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
    /**
     * Checks that counts open lists of the same length, in the total and at each depth of rows, and that rows of
     * additive columns sum to their whole.
     */
    checkLists: async (params: Record<string, string> = {}, columns = listColumns(report)) => {
      const result = await run(params)
      expectSums(report, result)
      await lists(result, columns, (column, row, period) => open(column, row, params, period))
    },
  }
}

type Period = 'current' | 'prior'

function expectSums(report: ReportDefinition, { rows, total, priorRows, priorTotal }: ReportResult): void {
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

const listColumns = (report: ReportDefinition): string[] =>
  Object.entries(report.columns).flatMap(([key, column]) => (isRecordCount(column) ? [key] : []))

/** Lists read side by side: as many as the store has connections. */
const CONCURRENCY = 4

async function lists(
  { rows, total, priorRows, priorTotal }: ReportResult,
  columns: readonly string[],
  open: (column: string, row: string | null, period: Period) => Promise<{ rows: unknown[]; total: number }>,
): Promise<void> {
  const cells: [string | null, Period, Record<string, unknown> | null][] = [
    [null, 'current', total],
    [null, 'prior', priorTotal],
    ...rows.map((row): [string, Period, Row] => [row.key, 'current', row]),
    ...priorRows.map((row): [string, Period, Row] => [row.key, 'prior', row]),
  ]
  // In the total, empty or not, and in the first nonzero row of each depth: all lists share one implementation. Of those that
  // are not of the total itself a run opens every second one, and with another seed the others.
  const seen = new Set<string>()
  const isNew = (...place: unknown[]): boolean => seen.size < seen.add(place.join()).size
  const asking = cells.flatMap(([row, period, values]) =>
    columns
      .filter((column) => values && (row === null || (values[column] && isNew(column, period, values.depth))))
      .map((column) => ({ row, period, column, is: values?.[column] })),
  )
  const isOfTotal = ({ row, period }: (typeof asking)[number]) => row === null && period === 'current'
  const opened = [...asking.filter(isOfTotal), ...halfOfRun(asking.filter((one) => !isOfTotal(one)))]
  const one = async (): Promise<void> => {
    for (let next = opened.pop(); next; next = opened.pop()) {
      const { row, period, column, is } = next
      const list = await open(column, row, period)
      expect([list.total, list.rows.length], `${column} of ${row ?? 'the total'}, ${period}`).toEqual([is, is])
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, one))
}
