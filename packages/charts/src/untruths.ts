import {
  buildTable,
  chartState,
  isTelling,
  judgeTable,
  MAX_TOLD_CHANGE,
  MIN_CASES,
  MISSING,
  type ReportDefinition,
  type ReportResult,
  type ReportState,
  reportAnswer,
} from '@leaselight/model'
import type { ChartModel } from './model'
import { prepareChart } from './prepare'
import { toTable } from './table'

/**
 * What a report would say that is not so, in sentences, for tests: a color or direction without a judgement that tells of
 * a change, a percentage of fewer than 20 cases, a chart whose title answers what nothing judged, says
 * otherwise than the page's answer, or whose first bar is Unknown, or banned words in a title. Empty where all is so.
 */
export function untruths(report: ReportDefinition, state: ReportState, result: ReportResult): string[] {
  return [
    ...inTable(report, state, result),
    ...inCharts(report, state, result),
    ...contradictions(report, state, result),
  ]
}

function inTable(report: ReportDefinition, state: ReportState, result: ReportResult): string[] {
  const table = buildTable(report, result, state)
  const judged = judgeTable(report, result, state, table.columns)
  const all = [...Object.values(result.judgement ?? {}), ...result.rows.flatMap(({ key }) => judged?.row(key) ?? [])]
  const colored = all.flatMap((one) =>
    one && !isTelling(one) && (one.tone !== 'neutral' || one.direction !== 'flat')
      ? [`${one.state}, yet ${one.tone} and ${one.direction}`]
      : [],
  )
  const few = table.rows.flatMap(({ row, texts }) =>
    table.columns.flatMap(({ key }, index) => {
      const whole = wholeOf(report, key, row)
      const text = texts[index] ?? ''
      return whole !== null && whole < MIN_CASES && text.includes('%') ? [`${row.key} ${key}: ${text} of ${whole}`] : []
    }),
  )
  return [...colored, ...few]
}

const inCharts = (report: ReportDefinition, state: ReportState, result: ReportResult): string[] =>
  chartsOf(report, state, result).flatMap(inChart)

const chartsOf = (report: ReportDefinition, state: ReportState, result: ReportResult): ChartModel[] =>
  report.charts
    .filter(({ variant }) => !variant)
    .flatMap((spec) => prepareChart(spec, report, result, chartState(spec, state)) ?? [])

/** Titles that say that a total changed where the answer says that all is as usual, or not what they say. */
export function contradictions(report: ReportDefinition, state: ReportState, result: ReportResult): string[] {
  if (!report.answer) return []
  const { changes, otherwise } = reportAnswer(report, state, result)
  return chartsOf(report, state, result)
    .filter(({ title }) => changes.length === 0 && / (up|down) [\d.]+(%| pts?)| (rose|fell) to /.test(title))
    .map(({ title }) => `"${title}", and the answer says "${otherwise}"`)
}

/** Words that no title has: they are stilted, or the product writes them another way. */
const NOT_SAID =
  /;|\bpoints?\b|\boverall\b|\bstands? in\b|left out of the picture|not drawn|is called so|\b(has|with) most\b|has the most:|\d %/i

function inChart(model: ChartModel): string[] {
  const { title, answers, categories, series } = model
  const answersAlone = answers.length === 0 && / (up|down|rose|fell|most|highest|was) |\d ?%/.test(title)
  return [
    ...(answers.every((state) => isTelling({ state })) && !answersAlone ? [] : [`"${title}" was not judged`]),
    ...(/^(Unknown|Unassigned|Other)\b/.test(title) ? [`"${title}" is about nothing`] : []),
    ...(NOT_SAID.test(title) ? [`"${title}" has words that no title should have`] : []),
    ...(percentagesIn(title).some(isTooMuch) ? [`"${title}" has too large a percentage`] : []),
    ...(series.some(({ values, texts }) => values.some((value, at) => value !== null && texts?.[at] === MISSING))
      ? [`"${title}" draws a number of no cases`]
      : []),
    ...(/NaN|undefined/.test(toTable(model).rows.flat().join()) ? [`"${title}" has no numbers`] : []),
    ...(subjectsComeFirst(model) ? [] : [`"${title}" begins with what is no subject: ${categories.join(', ')}`]),
  ]
}

/** The percentages of a title: rates, and rises, which may be more than all of what was there before. */
const percentagesIn = (title: string) =>
  [...title.matchAll(/(\bup )?([\d,]+(?:\.\d+)?)%/g)].map(([, up, digits = '']) => ({
    isRise: up !== undefined,
    share: Number(digits.replaceAll(',', '')) / 100,
  }))
const isTooMuch = ({ isRise, share }: { isRise: boolean; share: number }) => share > (isRise ? MAX_TOLD_CHANGE : 1)

/** Whether Unknown, Unassigned, and Other come after all that a reader can act on, and pale where they are rows. */
function subjectsComeFirst({ kind, categories, pale = [] }: ChartModel): boolean {
  const isRest = categories.map((name) => /^(Unknown|Unassigned|Other)$/.test(name))
  const first = isRest.indexOf(true)
  if (first === 0 || (first > 0 && !isRest.slice(first).every(Boolean))) return false
  const areRows = kind === 'bars' || kind === 'stack'
  return !areRows || (isRest.every((rest, index) => !rest || pale.includes(index)) && !pale.includes(0))
}

/** What a percentage of counted records is of; null for any other column. */
function wholeOf(report: ReportDefinition, key: string, row: ReportResult['rows'][number]): number | null {
  const column = report.columns[key]
  if (column?.kind !== 'ratio' || column.format !== 'percent') return null
  const isCount = (part: string): boolean => {
    const of = report.columns[part]
    return of?.kind === 'count' || ((of?.kind === 'sum' || of?.kind === 'difference') && of.of.every(isCount))
  }
  const whole = row[column.of[1]]
  return column.of.every(isCount) && typeof whole === 'number' ? whole : null
}
