import { NotFound } from '@leaselight/engine'
import {
  allowedFilters,
  type DayRange,
  dateFilterKey,
  dayCount,
  InputError,
  isAdditive,
  isRecordList,
  type ParamSchema,
  paramsOf,
  parseState,
  type RawParams,
  type ReportDefinition,
  type ReportResult,
  type ReportState,
  reportParams,
  toSnake,
} from '@leaselight/model'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { forEachInParallel } from './inParallel'
import { openPortfolio, type Portfolio } from './portfolio'
import { reportsOfRun, SEED } from './seed'

/**
 * Every report × every parameter × valid, unusual, and invalid values × viewers of all properties, one, and none ×
 * difficult periods: a result in the right shape or an error message, never an internal error. Each report gets every
 * parameter, every grouping, and every period; the seed decides their combinations and the values of long lists.
 * RANDOM_SEED repeats a run.
 */
const NOW = '2025-03-20T16:00:00Z'

let portfolio: Portfolio
beforeAll(async () => {
  portfolio = await openPortfolio({ seed: SEED, now: NOW, facts: 2_500 })
})
afterAll(() => portfolio.close())

/** Whether a value must be accepted, must be rejected with a message, or may be either. */
type Verdict = 'good' | 'bad' | 'odd'
interface ParamCase {
  raw: RawParams
  verdict: Verdict
}

const PERIODS: [what: string, start: string, end: string][] = [
  ['a week', '2025-03-06', '2025-03-12'],
  ['no data', '1999-12-20', '2000-01-10'],
  ['one day', '2025-01-15', '2025-01-15'],
  ['the leap day', '2024-02-29', '2024-02-29'],
  ['the day of 23 hours', '2025-03-09', '2025-03-09'],
  ['the day of 25 hours', '2024-11-03', '2024-11-03'],
]
/** Each used once per report. */
const EXTREMES: typeof PERIODS = [
  ['the first day there is', '1970-01-01', '1970-01-01'],
  ['the last day there is', '2199-12-31', '2199-12-31'],
  ['ten years', '2015-06-01', '2025-05-31'],
]
const REFUSED: typeof PERIODS = [
  ['400 years ago', '1625-03-01', '1625-03-07'],
  ['400 years ahead', '2425-03-01', '2425-03-07'],
  ['a day that never was', '2023-02-29', '2023-03-01'],
  ['more than ten years', '2000-01-01', '2025-01-01'],
  ['its end before its start', '2025-03-12', '2025-03-06'],
  ['half a period', '2025-03-06', ''],
]
const VISIBILITIES = ['none', 'one', 'all'] as const
/** Parameters that together set a period. */
const DATES = /^(future_|prior_)?(start|end)_date$/

/** Text in unusual forms. */
const UNUSUAL_TEXTS = [
  '',
  ' ',
  'Website',
  'O’Brien, "Sons" & Co\\, Inc',
  '%',
  "'; DROP TABLE calls --",
  '{x:UInt8}',
  '\\',
  '\\,',
  'ÀÉ 👩‍👧',
  ':',
  'null',
  'a'.repeat(5_000),
]

/** A number of items of a list, chosen by the seed. */
function some<T>(list: readonly T[], count: number): T[] {
  const size = Math.min(count, list.length)
  return (
    fc.sample(fc.shuffledSubarray([...list], { minLength: size, maxLength: size }), { seed: SEED, numRuns: 1 })[0] ?? []
  )
}

/** The test values of a parameter, derived from its schema. */
function valuesOf(name: string, schema: ParamSchema): ParamCase[] {
  const as = (verdict: Verdict, ...values: string[]): ParamCase[] =>
    values.map((value) => ({ raw: { [name]: value }, verdict }))
  if (schema.values) {
    // A custom period needs more than one parameter.
    const whole = schema.values.filter((value) => value !== 'custom')
    const several = schema.type === 'strings' ? as('good', whole.join(','), some(['all', ''], 1).join()) : []
    return [...as('good', ...some(whole, 7)), ...several, ...as('bad', 'nonsense', `${whole[0]} `, '__proto__')]
  }
  switch (schema.type) {
    case 'boolean':
      return [...as('good', 'true', 'false'), ...as('bad', '', 'TRUE', '1', 'maybe')]
    case 'integer':
      return [...as('good', '1', '999999'), ...as('bad', '', '-1', '0', '1.5', 'x', '9007199254740993')]
    case 'integers': {
      const many = Array.from({ length: 5_001 }, (_, at) => at + 1).join()
      return [
        ...as('good', '1', '1,2', ...some(['-1', ''], 1)),
        ...as('odd', '9007199254740991'),
        ...as('bad', '0', '1;2', 'x', '1e3', '9007199254740993', '١', many),
      ]
    }
    case 'number':
      return [...as('good', '0', '1', '0.5'), ...as('bad', '', '-1', 'NaN', 'Infinity', 'x')]
    case 'string':
    case 'strings':
      // Hours are text as well.
      return as(
        'odd',
        '9-17',
        // Attributes with their values are text as well, and reject anything else.
        'Type:ILS|Paid',
        ...some(UNUSUAL_TEXTS, 3),
        ...fc.sample(fc.string({ unit: 'grapheme' }), { seed: SEED, numRuns: 1 }),
      )
  }
}

interface Case extends ParamCase {
  report: ReportDefinition
  sight: (typeof VISIBILITIES)[number]
  period: (typeof PERIODS)[number]
  depth: 'top' | 'all'
}

const isParam = (name: string): boolean => !DATES.test(name)

/**
 * The test values of each filter and switch of a report; one may have several parameters, of which one is used at a
 * time.
 */
function choicesOf(report: ReportDefinition): { dates: ParamCase[][]; others: ParamCase[][] } {
  const params = reportParams(report)
  const names = [
    ...allowedFilters(report).map((key) => Object.keys(paramsOf(report, key))),
    ...Object.keys(report.switches ?? {}).map((key) => [toSnake(key)]),
  ].map((group) => group.filter(isParam))
  const asked = names.map((group) => group.flatMap((name) => (params[name] ? valuesOf(name, params[name]) : [])))
  const areDates = (group: ParamCase[]) =>
    group.some(({ raw }) => Object.keys(raw).some((name) => /preset$/.test(name)))
  return { dates: asked.filter(areDates), others: asked.filter((group) => !areDates(group)) }
}

/** Two values of each parameter of a filter. */
const someOfEach = (group: readonly ParamCase[]): ParamCase[] =>
  [...new Set(group.flatMap(({ raw }) => Object.keys(raw)))].flatMap((name) =>
    some(
      group.filter(({ raw }) => name in raw),
      2,
    ),
  )

/**
 * Combines every period and the valid values of every filter and switch; unusual and invalid values are tested one at a
 * time.
 */
function casesOf(report: ReportDefinition): Case[] {
  const { dates, others } = choicesOf(report)
  const over = (sight: Case['sight'], periods: typeof PERIODS) => periods.map((period) => ({ sight, period }))
  const pairs = some([...over('all', PERIODS), ...over('one', some(PERIODS, 2)), ...over('none', some(PERIODS, 1))], 99)
  const only = (verdict: Verdict, list: readonly ParamCase[]) => list.filter((one) => one.verdict === verdict)
  const good = others.map((group) => only('good', group))
  const rounds = Math.max(pairs.length, ...good.map((group) => group.length))
  const together = Array.from({ length: rounds }, (_, at) => ({
    verdict: 'good' as const,
    raw: Object.assign({}, ...good.map((group) => group[at % group.length]?.raw)),
    ...(pairs[at % pairs.length] ?? pairs[0]),
  }))
  const alone = [...others, ...dates].flat().filter(({ verdict }) => verdict !== 'good')
  const inAWeek = [
    ...dates.flatMap((group) => someOfEach(only('good', group))),
    ...alone,
    { raw: { colour: 'red' }, verdict: 'bad' as const },
  ]
  return [
    ...together,
    ...over('all', some(EXTREMES, 1)).map((pair) => ({ raw: {}, verdict: 'good' as const, ...pair })),
    ...over('all', REFUSED).map((pair) => ({ raw: {}, verdict: 'bad' as const, ...pair })),
    ...inAWeek.map((one) => ({ ...one, sight: 'all' as const, period: PERIODS[0] })),
  ].flatMap(({ period, sight, ...one }, index) =>
    period && sight
      ? [{ report, ...one, sight, period, depth: index % 3 === 0 ? ('top' as const) : ('all' as const) }]
      : [],
  )
}

/** A case's state, and its period if it has one; a report without a date filter gets the period directly. */
function stateOf({ report, raw, period: [, start, end], verdict }: Case): {
  state: ReportState
  days: DayRange | null
} {
  const prefix = dateFilterKey(report) === 'dateRangeFuture' ? 'future_' : ''
  const takesDates = `${prefix}start_date` in reportParams(report)
  if (`${prefix}preset` in raw) return { state: parseState(report, raw, 'api'), days: null }
  if (takesDates || verdict === 'bad') {
    const dates = { [`${prefix}start_date`]: start, ...(end && { [`${prefix}end_date`]: end }) }
    return { state: parseState(report, { ...raw, ...dates }, 'api'), days: { start, end } }
  }
  const state = parseState(report, raw, 'api')
  Object.assign(state.filters, { dateRange: { preset: 'custom', start, end } })
  return { state, days: report.asOf ? null : { start, end } }
}

async function runCase(one: Case): Promise<{ result: ReportResult; days: DayRange | null } | InputError | NotFound> {
  try {
    const { state, days } = stateOf(one)
    const result = await portfolio.engine.runReport(one.report, state, portfolio.viewers[one.sight], {
      depth: one.depth,
    })
    return { result, days }
  } catch (error) {
    if (error instanceof InputError || error instanceof NotFound) return error
    throw error
  }
}

const isNumber = (value: unknown): boolean => value === null || (typeof value === 'number' && Number.isFinite(value))

/** What holds for every result. */
function expectShape({ report, depth, sight }: Case, result: ReportResult, days: DayRange | null): void {
  const { rows, total, priorRows, priorTotal, series, priorSeries, period, priorPeriod } = result
  const numeric = Object.keys(report.columns).filter((key) => report.columns[key]?.kind !== 'fact')
  expect(result.report).toBe(report.key)
  if (days) expect(period).toEqual(days)
  expect(period === null).toBe(report.asOf === true)
  expect(priorTotal === null).toBe(period === null)
  const keys = new Set(rows.map((row) => row.key))
  expect(keys.size, 'each row stands once').toBe(rows.length)
  for (const row of [...rows, ...priorRows]) {
    if (row.depth > 0) expect(keys, 'a row stands under its parent').toContain(row.parent)
    if (!isRecordList(report))
      expect(
        numeric.filter((key) => !isNumber(row[key])),
        row.key,
      ).toEqual([])
  }
  if (depth === 'top') expect(rows.filter((row) => row.depth > 0)).toEqual([])
  if (!isRecordList(report) && period) expect(priorRows.map((row) => row.key)).toEqual([...keys])
  for (const whole of [total, ...(priorTotal ? [priorTotal] : [])]) {
    expect(Object.keys(whole)).toEqual(numeric)
    expect(numeric.filter((key) => !isNumber(whole[key]))).toEqual([])
  }
  for (const [points, range] of [
    [series, period],
    [priorSeries, priorPeriod],
  ] as const) {
    expect([0, range ? dayCount(range) : 0]).toContain(points.length)
    for (const point of points)
      expect(
        numeric.filter((key) => !isNumber(point[key])),
        point.day,
      ).toEqual([])
  }
  if (sight === 'none') {
    expect(rows.filter((row) => 'propertyId' in row)).toEqual([])
    for (const key of numeric.filter((name) => isAdditive(report.columns, name)))
      expect(total[key], key).toBe(report.columns[key]?.kind === 'share' ? null : 0)
  }
}

describe(`every report (RANDOM_SEED=${SEED})`, () => {
  it.each(reportsOfRun())(
    '%s answers whatever it is asked, or says why not',
    { timeout: 180_000 },
    async (_key, report) => {
      const met = new Set<string>()
      await forEachInParallel(casesOf(report), async (one) => {
        const about = `RANDOM_SEED=${SEED}: ${JSON.stringify({ ...one, report: report.key }).slice(0, 500)}`
        const answer = await runCase(one).catch((cause) => {
          throw new Error(about, { cause })
        })
        if (answer instanceof NotFound) {
          // A viewer without properties behind a report's gate doesn't have the report.
          expect(one.sight, about).not.toBe('all')
          expect(answer.message).toMatch(/^There is no report /)
        } else if (answer instanceof InputError) {
          expect(one.verdict, about).not.toBe('good')
          expect(answer.message, about).toMatch(/^\S.* .*\.$/s)
        } else {
          expect(one.verdict, about).not.toBe('bad')
          for (const name of Object.keys(one.raw)) met.add(name)
          try {
            expectShape(one, answer.result, answer.days)
          } catch (cause) {
            throw new Error(about, { cause })
          }
        }
      })
      const params = Object.keys(reportParams(report)).filter(isParam)
      expect([...met].sort(), 'each parameter got an answer').toEqual(params.sort())
    },
  )
})
