import {
  eachDay,
  initialState,
  isAdditive,
  listsRecords,
  opensList,
  type Point,
  type ReportDefinition,
  type ReportResult,
  type ReportState,
  type Row,
} from '@leaselight/model'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { reports } from '../register'
import { eachAtOnce } from './atOnce'
import { openPortfolio, type Portfolio } from './portfolio'
import { drawing } from './random'

/**
 * What holds of every report whatever it is about, asked of a random portfolio: what adds up adds up, over rows, over rows
 * within rows and over days; a number opens a list of its length. The seed decides in
 * which ways a report is asked and which numbers are opened: WORLDS_SEED repeats a run, WORLDS_WAYS and WORLDS_CELLS say how
 * many; with a thousand of each it is all of them.
 */
const SEED = Number(process.env.WORLDS_SEED ?? Math.floor(Math.random() * 2 ** 31))
const CELLS = Number(process.env.WORLDS_CELLS ?? 4)
/** In how many of its ways to make rows a report is asked, by the seed. */
const WAYS = Number(process.env.WORLDS_WAYS ?? 3)
const NOW = '2025-03-20T16:00:00Z'
// A clock changes in them; they lie ahead where a report looks ahead.
const DAYS = { start: '2025-01-15', end: '2025-03-12' }
const AHEAD = { start: '2025-03-20', end: '2025-04-12' }

let portfolio: Portfolio
const telling = new Set<string>()
beforeAll(async () => {
  portfolio = await openPortfolio({ seed: SEED, now: NOW, facts: 4_000 })
})
afterAll(() => portfolio.close())

/** A report's states over the days, each with one other grouping, option of a switch, or way to count. */
function statesOf(report: ReportDefinition): [about: string, state: ReportState][] {
  const base = initialState(report, 'api')
  const dateRange = { preset: 'custom' as const, ...DAYS }
  const filters = { ...base.filters, dateRange, dateRangeFuture: { preset: 'custom' as const, ...AHEAD } }
  const grouped = (report.groupByOptions ?? []).map((groupBy): [string, ReportState] => [
    `by ${groupBy}`,
    { ...base, filters: { ...filters, groupBy } },
  ])
  const switched = Object.entries(report.switches ?? {}).flatMap(([key, { options }]) =>
    Object.keys(options).map((option): [string, ReportState] => [
      `${key} ${option}`,
      { filters, switches: { ...base.switches, [key]: option } },
    ]),
  )
  const flags = (['prospectsByCreateDate', 'showContactTypes', 'includeNonProspects'] as const).flatMap((key) =>
    report.additionalFilters.includes(key)
      ? [[key, { ...base, filters: { ...filters, [key]: true } }] satisfies [string, ReportState]]
      : [],
  )
  const all = [...grouped, ...switched, ...flags]
  return all.length > 0 ? all : [['', { ...base, filters }]]
}

const cell = (row: object, column: string): number => Number(new Map<string, unknown>(Object.entries(row)).get(column))
const sumOf = (rows: readonly object[], column: string): number => rows.reduce((all, row) => all + cell(row, column), 0)

/** Rows of what adds up come to their total, and rows within a row to that row. */
function expectSums(report: ReportDefinition, about: string, rows: readonly Row[], total: object): void {
  const parents = new Set(rows.flatMap(({ parent }) => (parent === null ? [] : [parent])))
  for (const column of Object.keys(report.columns).filter((key) => isAdditive(report.columns, key))) {
    const under = (parent: string | null) => rows.filter((row) => row.parent === parent)
    expect(sumOf(under(null), column), `${about}: ${column} of all rows`).toBeCloseTo(cell(total, column), 6)
    for (const row of rows)
      if (parents.has(row.key))
        expect(sumOf(under(row.key), column), `${about}: ${column} within ${row.key}`).toBeCloseTo(cell(row, column), 6)
  }
}

/** The days of a trend are the days of its period, and what adds up comes to the total over them. */
function expectDays(report: ReportDefinition, about: string, points: readonly Point[], total: object): void {
  const columns = Object.keys(report.columns).filter((key) => isAdditive(report.columns, key))
  // What stands on no day, such as how things are now, has no number on any.
  for (const column of columns.filter((key) => points.some((point) => point[key] !== null)))
    expect(sumOf(points, column), `${about}: ${column} of all days`).toBeCloseTo(cell(total, column), 6)
}

/** Every number that opens a list, in the total and in every row of both periods. */
function numbersOf(report: ReportDefinition, { rows, total, priorRows, priorTotal }: ReportResult) {
  const columns = Object.keys(report.columns).filter((key) => {
    const column = report.columns[key]
    return column !== undefined && opensList(column)
  })
  const places: ['current' | 'prior', string | null, object][] = [
    ['current', null, total],
    ...(priorTotal ? [['prior', null, priorTotal] satisfies ['prior', null, object]] : []),
    ...(listsRecords(report) ? [] : rows.map((row): ['current', string, Row] => ['current', row.key, row])),
    ...priorRows.map((row): ['prior', string, Row] => ['prior', row.key, row]),
  ]
  return places.flatMap(([period, row, values]) =>
    columns.map((column) => ({ period, row, column, number: cell(values, column) })),
  )
}

/** Money adds up in the order in which the engine's threads finish, so the last digits of a sum differ between two questions. */
const exceptLastDigits = (values: unknown): unknown =>
  JSON.parse(JSON.stringify(values), (_key, value) =>
    typeof value === 'number' ? Number(value.toPrecision(12)) : value,
  )

const expectSame = (found: unknown, expected: unknown, about: string): void =>
  expect(exceptLastDigits(found), about).toEqual(exceptLastDigits(expected))

/** The outermost rows alone are the same rows, and so are those that open from one of them. */
async function expectParts(
  report: ReportDefinition,
  about: string,
  state: ReportState,
  { rows, total }: ReportResult,
): Promise<void> {
  const { engine, viewers } = portfolio
  const top = await engine.runReport(report, state, viewers.all)
  expectSame(
    top.rows,
    rows.filter(({ depth }) => depth === 0),
    about,
  )
  expectSame(top.total, total, about)
  const parent = rows.find(({ parent: outer }) => outer !== null)?.parent
  if (!parent) return
  const opened = await engine.runReport(report, state, viewers.all, { parent })
  expectSame(
    opened.rows,
    rows.filter((row) => row.parent === parent),
    `${about} under ${parent}`,
  )
}

describe(`every report (WORLDS_SEED=${SEED})`, () => {
  it.each(reports.map((report) => [report.key, report] as const))('%s', { timeout: 120_000 }, async (_key, report) => {
    const draw = drawing(SEED + report.key.length)
    const states = statesOf(report)
    while (states.length > WAYS) states.splice(draw.below(states.length), 1)
    await eachAtOnce(states, async ([name, state]) => {
      const about = `WORLDS_SEED=${SEED}: ${report.key} ${name}`
      const { engine, viewers } = portfolio
      const result = await engine.runReport(report, state, viewers.all, { depth: 'all' })
      const { rows, total, priorRows, priorTotal, series, priorSeries, period, priorPeriod } = result
      if (!listsRecords(report)) {
        expectSums(report, about, rows, total)
        if (priorTotal) expectSums(report, `${about}, prior`, priorRows, priorTotal)
      }
      for (const [points, range, whole] of [
        [series, period, total],
        [priorSeries, priorPeriod, priorTotal],
      ] as const) {
        if (points.length === 0 || !range || !whole) continue
        expect(points.map(({ day }) => day)).toEqual(eachDay(range))
        expectDays(report, about, points, whole)
      }
      if (state === states[0]?.[1]) await expectParts(report, about, state, result)

      const numbers = numbersOf(report, result)
      const full = numbers.filter(({ number }) => number > 0)
      if (full.length > 0) telling.add(report.key)
      const asked = CELLS >= full.length ? numbers : Array.from({ length: CELLS }, () => full[draw.below(full.length)])
      for (const one of asked) {
        if (!one) continue
        const list = await engine.members(report, state, viewers.all, { ...one, page: 1, pageSize: 500 })
        expect([list.total, list.rows.length], `${about}: ${JSON.stringify(one)}`).toEqual([
          one.number,
          Math.min(one.number, 500),
        ])
      }
    })
  })

  it('nearly had something to say', () => {
    // Rare things need not happen in a small portfolio; were there nothing anywhere, nothing above would be proved.
    expect(reports.length - telling.size).toBeLessThan(reports.length / 6)
  })
})
