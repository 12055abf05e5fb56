import {
  eachDay,
  isAdditive,
  isRecordList,
  type ReportDefinition,
  type ReportResult,
  type ReportState,
  type Row,
  type SeriesPoint,
} from '@leaselight/model'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { forEachInParallel } from './inParallel'
import { NOW, numberIn, numbersOf, statesOf, withoutLastDigits } from './permutations'
import { openPortfolio, type Portfolio } from './portfolio'
import { createDraw } from './random/draw'
import { reportsOfRun, SEED } from './seed'

/**
 * Rules that every report must satisfy, checked on a random portfolio: additive columns sum up over rows, nested rows,
 * and days, and a number opens a list of its length. The seed chooses the states and the numbers: RANDOM_SEED repeats a
 * run, RANDOM_PERMUTATIONS and RANDOM_CELLS set how many; with a thousand of each, all of them.
 */
const CELLS = Number(process.env.RANDOM_CELLS ?? 4)
/** How many of its possible row groupings are queried per report, chosen by the seed. */
const PERMUTATIONS = Number(process.env.RANDOM_PERMUTATIONS ?? 3)

let portfolio: Portfolio
const nonEmptyReports = new Set<string>()
beforeAll(async () => {
  portfolio = await openPortfolio({ seed: SEED, now: NOW, facts: 4_000 })
})
afterAll(() => portfolio.close())

const sumOf = (rows: readonly object[], column: string): number =>
  rows.reduce((all, row) => all + numberIn(row, column), 0)

/** Additive columns: rows sum to their total, and child rows to their parent. */
function expectSums(report: ReportDefinition, about: string, rows: readonly Row[], total: object): void {
  const parents = new Set(rows.flatMap(({ parent }) => (parent === null ? [] : [parent])))
  for (const column of Object.keys(report.columns).filter((key) => isAdditive(report.columns, key))) {
    const under = (parent: string | null) => rows.filter((row) => row.parent === parent)
    expect(sumOf(under(null), column), `${about}: ${column} of all rows`).toBeCloseTo(numberIn(total, column), 6)
    for (const row of rows)
      if (parents.has(row.key))
        expect(sumOf(under(row.key), column), `${about}: ${column} within ${row.key}`).toBeCloseTo(
          numberIn(row, column),
          6,
        )
  }
}

/** The days of a series are the days of its period, and additive columns sum to the total over them. */
function expectDays(report: ReportDefinition, about: string, points: readonly SeriesPoint[], total: object): void {
  const columns = Object.keys(report.columns).filter((key) => isAdditive(report.columns, key))
  // Columns without a day, such as current states, have no number on any day.
  for (const column of columns.filter((key) => points.some((point) => point[key] !== null)))
    expect(sumOf(points, column), `${about}: ${column} of all days`).toBeCloseTo(numberIn(total, column), 6)
}

const expectSame = (found: unknown, expected: unknown, about: string): void =>
  expect(withoutLastDigits(found), about).toEqual(withoutLastDigits(expected))

/** Requesting only the outermost rows, the rows below one of them, or one column gives the same numbers. */
async function expectPartialResults(
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
  // One column alone, as watched numbers are read.
  const [only] = report.tiles
  if (only !== undefined) {
    const one = await engine.runReport(report, state, viewers.all, { only, withoutRecords: true, at: new Date(NOW) })
    expectSame(
      [one.total[only], one.priorTotal?.[only]],
      [total[only], top.priorTotal?.[only]],
      `${about}: ${only} alone`,
    )
    expect(one.judgement?.[only], `${about}: ${only} alone`).toEqual(top.judgement?.[only])
    const alone = new Map(one.rows.map((row) => [row.key, row[only]]))
    // A row in which only other columns count something is not among its rows.
    const counted = top.rows.filter((row) => row[only] || alone.has(row.key))
    if (!isRecordList(report))
      expectSame(
        counted.map((row) => alone.get(row.key)),
        counted.map((row) => row[only]),
        `${about}: ${only} alone`,
      )
  }
  const parent = rows.find(({ parent: outer }) => outer !== null)?.parent
  if (!parent) return
  const opened = await engine.runReport(report, state, viewers.all, { parent })
  expectSame(
    opened.rows,
    rows.filter((row) => row.parent === parent),
    `${about} under ${parent}`,
  )
}

describe(`every report (RANDOM_SEED=${SEED})`, () => {
  it.each(reportsOfRun())('%s', { timeout: 300_000 }, async (_key, report) => {
    const draw = createDraw(SEED + report.key.length)
    const states = statesOf(report)
    while (states.length > PERMUTATIONS) states.splice(draw.below(states.length), 1)
    await forEachInParallel(states, async ([name, state]) => {
      const about = `RANDOM_SEED=${SEED}: ${report.key} ${name}`
      const { engine, viewers } = portfolio
      const result = await engine.runReport(report, state, viewers.all, { depth: 'all' })
      const { rows, total, priorRows, priorTotal, series, priorSeries, period, priorPeriod } = result
      if (!isRecordList(report)) {
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
      if (state === states[0]?.[1]) await expectPartialResults(report, about, state, result)

      const numbers = numbersOf(report, result)
      const full = numbers.filter(({ number }) => number > 0)
      if (full.length > 0) nonEmptyReports.add(report.key)
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

  it('had data for most reports', () => {
    // A small portfolio may lack rare events, but if most reports were empty, the checks above would prove nothing.
    expect(nonEmptyReports.size).toBeGreaterThan(reportsOfRun().length / 3)
  })
})
