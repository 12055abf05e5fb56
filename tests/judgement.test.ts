import { prepareChart } from '@leaselight/charts/prepare'
import { chartSvg } from '@leaselight/charts/svg'
import { untruths } from '@leaselight/charts/testing'
import type { Engine } from '@leaselight/engine'
import { buildMailTiles, fileTable } from '@leaselight/files'
import {
  ANSWER_LENGTH,
  addTo,
  assumedDelays,
  buildTable,
  chartState,
  type DateRange,
  dimension,
  initialState,
  isTelling,
  judgeTable,
  mainColumn,
  type ReportDefinition,
  type ReportResult,
  type ReportState,
  reportAnswer,
  ripeningText,
  visibleTiles,
} from '@leaselight/model'
import { reports } from '@leaselight/reports'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { optionText, strangeColors } from './drawnColors'
import { NOW } from './permutations'
import { openPortfolio, type Portfolio } from './portfolio'
import { reportsOfRun } from './seed'

/** Nothing is said that is not so: every report's titles, colors, and percentages over a portfolio with stories in it. */
let portfolio: Portfolio
let engine: Engine
beforeAll(async () => {
  portfolio = await openPortfolio({ seed: 11, now: NOW, facts: 12_000 })
  engine = portfolio.engine
  // As the server does after imports.
  for (const report of reports) await engine.learn(report, portfolio.viewers.all)
}, 240_000)
afterAll(() => portfolio.close())

const during = (report: ReportDefinition, dateRange: DateRange): ReportState => {
  const state = initialState(report)
  return { ...state, filters: { ...state.filters, dateRange } }
}
const run = (report: ReportDefinition, state: ReportState): Promise<ReportResult> =>
  engine.runReport(report, state, portfolio.viewers.all, { depth: 'all' })

const ranges: readonly (readonly [string, DateRange])[] = [
  ['a week', { preset: 'last_7_days' }],
  ['the year so far', { preset: 'year_to_date' }],
]

describe.each(reportsOfRun())('%s', (_, report) => {
  it.each(ranges)('says only what is so, in %s', { timeout: 60_000 }, async (_about, range) => {
    const state = during(report, range)
    const result = await run(report, state)
    const table = buildTable(report, result, state)
    const judged = judgeTable(report, result, state, table.columns)

    expect(untruths(report, state, result)).toEqual([])
    expectNamedRowsToBeSignals(report, state, result)

    // The same on each surface: a file's table, the tiles of a mail and of a page, and the total of the table.
    const file = fileTable(documentOf(report, state, result), () => true)
    const named = table.columns.length - file.columns.length
    const inFile = [...file.toRows(result.rows), file.total(result.rows.length)].map(({ judgements }) => judgements)
    const onScreen = [...result.rows.map(({ key }) => judged?.row(key)), judged?.total]
    // A file's rows carry the change of the number that the page is about; its total carries every change.
    const main = mainColumn(report, state)
    const isTold = (key: string, row: number) => row === result.rows.length || key === main
    expect(inFile).toEqual(
      onScreen.map((one, row) =>
        table.columns.slice(named).map(({ key }, at) => (isTold(key, row) ? (one?.[named + at] ?? null) : null)),
      ),
    )
    for (const [index, key] of visibleTiles(report, state).entries()) {
      const tile = buildMailTiles(documentOf(report, state, result))[index]
      const judgement = result.judgement?.[key]
      expect(tile?.verdict).toBe(judgement?.tone ?? 'neutral')
      expect(tile?.change?.replace(/^[▲▼] ?/, '') ?? '').toBe(judgement?.change ?? '')
      const column = table.columns.findIndex((one) => one.key === key)
      const inTotal = column >= 0 ? (judged?.total[column] ?? undefined) : judgement
      // A cell also has the prior number as text, which Compare shows in a column of its own.
      expect(inTotal && { ...inTotal, prior: undefined }).toEqual(judgement && { ...judgement, prior: undefined })
    }

    for (const spec of report.charts.filter(({ variant }) => !variant)) {
      const model = prepareChart(spec, report, result, chartState(spec, state))
      if (!model) continue
      // No color outside its role, on screen and on paper; images are drawn like paper.
      for (const scheme of ['light', 'dark'] as const)
        expect(strangeColors(model, optionText(model, scheme), scheme), model.title).toEqual([])
      expect(strangeColors(model, chartSvg(model, { width: 500, height: 240 }), 'light'), model.title).toEqual([])
    }
  })

  const mayBeMissing = (report.groupByOptions ?? []).filter((key) => dimension(key).missingLabel !== undefined)
  if (mayBeMissing.length === 0) return
  it('says only what is so where rows may have no value', { timeout: 60_000 }, async () => {
    for (const groupBy of mayBeMissing) {
      const state = during(report, { preset: 'year_to_date' })
      const grouped = { ...state, filters: { ...state.filters, groupBy } }
      const result = await run(report, grouped)
      expect(untruths(report, grouped, result), groupBy).toEqual([])
      expectNamedRowsToBeSignals(report, grouped, result)
    }
  })
})

it('learns how the properties move that a reader has chosen', { timeout: 60_000 }, async () => {
  const activity = reportOf('activity')
  const [property = 0] = portfolio.properties
  const state = during(activity, { preset: 'last_30_days' })
  const chosen = { ...state, filters: { ...state.filters, propertyIds: [property], includeNonProspects: true } }
  const usual = async (viewer: keyof Portfolio['viewers'], of: ReportState) => {
    const { judgement } = await engine.runReport(activity, of, portfolio.viewers[viewer])
    return Object.values(judgement ?? {}).map(({ low, high, deviations }) => [low, high, deviations])
  }
  const before = await usual('all', chosen)
  const opened = [...engine.openedReports().values()].find(
    ({ report, state: { filters } }) => report === activity && filters.propertyIds[0] === property,
  )
  if (!opened) throw new Error('It is not known what was opened.')
  expect(await engine.learn(activity, opened.viewer, opened.state)).toBe(true)
  expect(await engine.learn(activity, opened.viewer, opened.state)).toBe(false)
  // Other readers of the same properties have it too.
  expect(await engine.learn(activity, portfolio.viewers.one)).toBe(false)
  expect(await usual('all', chosen)).not.toEqual(before)
  expect(await usual('one', { ...chosen, filters: { ...chosen.filters, propertyIds: [] } })).toEqual(
    await usual('all', chosen),
  )
})

it('compares nothing across the first record, and says since when there is data', { timeout: 60_000 }, async () => {
  const activity = reportOf('activity')
  const { first, properties } = (await run(activity, during(activity, { preset: 'year_to_date' }))).coverage
  if (!first) throw new Error('The portfolio has records.')
  expect(properties.map(({ propertyId }) => propertyId).sort()).toEqual(
    [...portfolio.properties].filter((id) => properties.some(({ propertyId }) => propertyId === id)).sort(),
  )
  const start = addTo(first, 3)
  for (const report of reports) {
    const result = await run(report, during(report, { preset: 'custom', start, end: addTo(start, 6) }))
    if (!result.judgement || result.period?.start !== start) continue
    for (const [column, judgement] of Object.entries(result.judgement))
      expect(['incomparable', 'thin', 'settling'], `${report.key} ${column}: ${judgement.words}`).toContain(
        judgement.state,
      )
    for (const { states } of result.rowJudgements)
      for (const state of Object.values(states)) expect(isTelling({ state })).toBe(false)
  }
  const { judgement } = await run(activity, during(activity, { preset: 'custom', start, end: addTo(start, 6) }))
  expect(judgement?.prospects).toMatchObject({ state: 'incomparable', change: '', tone: 'neutral' })
  expect(judgement?.prospects?.words).toMatch(/^no data before \w{3} \d+, \d{4}$/)
})

it('doesn’t compare what is to come, or what is still filling', { timeout: 60_000 }, async () => {
  const upcoming = reportOf('upcoming-appointments')
  const { judgement } = await run(upcoming, initialState(upcoming))
  expect(judgement?.scheduled).toMatchObject({ state: 'incomparable', words: 'still to come, so not compared' })
  const activity = reportOf('activity')
  const today = await run(activity, during(activity, { preset: 'last_7_days_today' }))
  expect(today.judgement?.prospects).toMatchObject({ state: 'settling', words: 'still filling, 6 of 7 days' })
  const created = during(activity, { preset: 'last_30_days' })
  const cohort = await run(activity, { ...created, filters: { ...created.filters, prospectsByCreateDate: true } })
  expect(cohort.judgement?.visits?.state).toBe('settling')
  // The days are the company's own.
  const words = cohort.judgement?.leases?.words ?? ''
  expect(words).toMatch(/^still filling: half take \d+ days, one in ten over \d+$/)
  expect(words).not.toBe(ripeningText(assumedDelays.leases))
})

it.each([
  ['tour-engagement', 'toursLeases'],
  ['tour-type', 'leasesPerVisit'],
  ['drip-campaign', 'leases'],
  ['call-intelligence-conversions', 'leasesPerCall'],
  ['multi-touch-attribution', 'totalLeases'],
  ['ai-leasing', 'aiLeaseRate'],
])('doesn’t judge what people of the period do later: %s %s', { timeout: 60_000 }, async (key, column) => {
  const report = reportOf(key)
  const { judgement } = await run(report, during(report, { preset: 'last_7_days' }))
  expect(judgement?.[column]).toMatchObject({ state: 'settling', tone: 'neutral' })
})

/** An answer names a row only where its main number was judged to have changed. */
function expectNamedRowsToBeSignals(report: ReportDefinition, state: ReportState, result: ReportResult): void {
  const { sentences, named } = reportAnswer(report, state, result)
  const sentence = sentences.join(' ')
  const main = mainColumn(report, state) ?? ''
  for (const key of named) {
    const judged = result.rowJudgements.find((one) => one.key === key)?.states[main]
    expect(judged && isTelling({ state: judged }), `${report.key}: ${sentence}`).toBe(true)
  }
  expect(sentence, report.key).not.toMatch(/\b0 [a-z]|\b(no|none) of no\b/i)
  expect(sentence).not.toMatch(/ (at|for|from) (Unknown|Unassigned|Other|N\/A)\b/)
  // It takes two lines at most.
  expect(sentence.length, `${report.key}: ${sentence}`).toBeLessThanOrEqual(ANSWER_LENGTH)
}

function reportOf(key: string): ReportDefinition {
  const report = reports.find((one) => one.key === key)
  if (!report) throw new Error(`There is no report ${key}.`)
  return report
}

const documentOf = (report: ReportDefinition, state: ReportState, result: ReportResult) => ({
  report,
  state,
  result,
  company: 'Harborline',
  filterSummary: [],
  generatedAt: NOW,
})
