import type { Engine } from '@leaselight/engine'
import type { Rejection } from '@leaselight/facts'
import type { RawParams, ReportDefinition, ReportResult, Viewer } from '@leaselight/model'
import { activity, calls, occupancy } from '@leaselight/reports/definitions'
import { openTestStore, stateFrom, type TestStore } from '@leaselight/reports/testing'
import type { Fixture } from '@leaselight/sample'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { forEachInParallel } from '../inParallel'
import { FOLLOWUPS, plainActivity } from '../plain/activity'
import { plainCalls } from '../plain/calls'
import { type PlainCompany, plainCompany } from '../plain/company'
import { plainOccupancy, SUMS } from '../plain/occupancy'
import { idsBehind, openAfter, type PlainAnswer, type PlainRow } from '../plain/table'
import { lastKnownDay } from '../plain/time'
import { SEED } from '../seed'
import { type BuiltCompany, build, IMPORTS, mergeImports } from './build'
import { company, type QuestionDraft, question } from './drafts'
import { GROUPINGS, questionParams } from './questionParams'

/**
 * Random companies in one store, and random requests: every result must match an independent recomputation from the
 * contract's records, which shares no code with import, model, and engine. RANDOM_SEED repeats a run.
 */
const COMPANIES = Number(process.env.RANDOM_COMPANIES ?? 4)
const QUESTIONS = 3

/** These companies stay the same while all others change. */
const UNCHANGED_COMPANIES = 2

let store: TestStore
let imports: Fixture[]
let companies: { built: BuiltCompany; plain: PlainCompany; questions: QuestionDraft[]; engine: Engine }[]
const refusals: Rejection[] = []

beforeAll(async () => {
  const built = fc
    .sample(fc.noBias(company), { seed: SEED, numRuns: COMPANIES })
    .map((draft, index, all) => build(draft, index, all.length))
  imports = importsOf(built)
  store = await openTestStore()
  for (const records of imports) await store.load(records, { refusals })
  const questions = fc.sample(fc.noBias(question), { seed: SEED, numRuns: COMPANIES * QUESTIONS })
  companies = built.map((one, index) => ({
    built: one,
    plain: plainCompany(imports, one.id),
    questions: questions.slice(index * QUESTIONS, (index + 1) * QUESTIONS),
    engine: store.engineAt(new Date(one.now).toISOString()),
  }))
})
afterAll(() => store.close())

const importsOf = (built: readonly BuiltCompany[]): Fixture[] =>
  Array.from({ length: IMPORTS }, (_, at) => mergeImports(built.map((one) => one.imports[at])))

const everyCompany = (check: (one: (typeof companies)[number]) => Promise<void>): Promise<void> =>
  forEachInParallel(companies, check)

/** Compares a whole result, then opens the list behind one of its numbers. */
async function compare(
  { engine, built, plain }: { engine: Engine; built: BuiltCompany; plain: PlainCompany },
  report: ReportDefinition,
  params: RawParams,
  viewer: Viewer,
  expected: PlainAnswer,
  opened: number,
): Promise<void> {
  const about = `RANDOM_SEED=${SEED}: company ${built.id}, ${report.key} ${JSON.stringify(params)} for ${viewer.role} ${viewer.userId} at ${new Date(built.now).toISOString()}`
  const state = stateFrom(report, params)
  const result = await engine.runReport(report, state, viewer, { depth: 'all' })
  const { newestFactAt, importedAt } = result.freshness
  const [newest, imported] = [newestFactAt, importedAt].map((at) => Date.parse(at ?? ''))
  const known = lastKnownDay(newest ?? 0, imported ?? 0, built.now, plain.company.time_zone)
  const { rows, total, priorRows, priorTotal, series, priorSeries } = openAfter(expected, known)
  const inTime = result.period !== null
  expect(numbersOf(result), about).toEqual({
    rows,
    total,
    priorRows: inTime ? priorRows : [],
    priorTotal: inTime ? priorTotal : null,
    series,
    priorSeries,
  })

  const periods = inTime ? (['current', 'prior'] as const) : (['current'] as const)
  const numbers = periods.flatMap((period) =>
    [{ key: '', ...(period === 'current' ? total : priorTotal) }, ...(period === 'current' ? rows : priorRows)].flatMap(
      (row) =>
        Object.entries(report.columns)
          .filter(([column, { kind }]) => (kind === 'count' || kind === 'sum') && numberIn(row, column) > 0)
          .map(([column]) => ({ period, row: row.key, column, number: numberIn(row, column) })),
    ),
  )
  const number = numbers[opened % Math.max(1, numbers.length)]
  if (!number) return
  const list = await engine.members(report, state, viewer, { ...number, page: 1, pageSize: 500 })
  const parts = { followups: FOLLOWUPS, ...SUMS }[number.column] ?? [number.column]
  const ids = list.rows.map((row) => Number(row.id)).sort((a, b) => a - b)
  expect({ total: list.total, ids }, `${about}, the list behind ${JSON.stringify(number)}`).toEqual({
    total: number.number,
    ids: idsBehind(expected, parts, number.period, number.row),
  })
}

/** The rows below a property, requested separately, are the same as in the whole result. */
async function expectOpenedRows(
  { engine, built }: { engine: Engine; built: BuiltCompany },
  params: RawParams,
  viewer: Viewer,
  rows: PlainRow[],
) {
  const about = `RANDOM_SEED=${SEED}: company ${built.id}, ${JSON.stringify(params)}`
  const top = await engine.runReport(activity, stateFrom(activity, params), viewer)
  expect(top.rows, about).toEqual(rows.filter((row) => row.parent === null))
  const parent = rows.find((row) => row.parent !== null)?.parent
  if (!parent) return
  const opened = await engine.runReport(activity, stateFrom(activity, params), viewer, { parent })
  expect(opened.rows, `${about} under ${parent}`).toEqual(rows.filter((row) => row.parent === parent))
}

const numbersOf = ({ rows, total, priorRows, priorTotal, series, priorSeries }: ReportResult) => ({
  rows,
  total,
  priorRows,
  priorTotal,
  series,
  priorSeries,
})

const numberIn = (row: object, column: string): number => Number(new Map(Object.entries(row)).get(column) ?? 0)

describe(`random companies (RANDOM_SEED=${SEED})`, () => {
  it('go in whole, but for what belongs to others', () => {
    expect(refusals).toHaveLength(companies.reduce((sum, { built }) => sum + built.claims, 0))
  })

  it('have the activity a plain recomputation finds', { timeout: 180_000 }, () =>
    everyCompany(async (one) => {
      for (const draft of one.questions) {
        const { question: plain, activity: params, viewer } = questionParams(draft, one.built, 'property')
        const answer = plainActivity(one.plain, plain)
        await compare(one, activity, params, viewer, answer, draft.opened)
        if (draft === one.questions[0]) await expectOpenedRows(one, params, viewer, answer.rows)
      }
    }),
  )

  it('have the calls a plain recomputation finds, in every grouping', { timeout: 180_000 }, () =>
    everyCompany(async (one) => {
      for (const [index, groupBy] of GROUPINGS.entries()) {
        const draft = one.questions[index % QUESTIONS]
        if (!draft) continue
        const { question: plain, calls: params, viewer } = questionParams(draft, one.built, groupBy)
        await compare(one, calls, params, viewer, plainCalls(one.plain, plain), draft.opened)
      }
    }),
  )

  it('have the units a plain recomputation finds', { timeout: 180_000 }, () =>
    everyCompany(async (one) => {
      const [draft] = one.questions
      if (!draft) return
      // Once as drafted, once by a user who sees everything.
      for (const asker of [draft, { ...draft, asker: 0, propertyPicks: undefined }]) {
        const { question: plain, occupancy: params, viewer } = questionParams(asker, one.built, 'property')
        await compare(one, occupancy, params, viewer, plainOccupancy(one.plain, plain), draft.opened)
      }
    }),
  )

  it('do not change for one company when all about the others does', { timeout: 180_000 }, async () => {
    const watchers = companies.slice(0, UNCHANGED_COMPANIES)
    const answers = () =>
      Promise.all(
        watchers.map(async ({ engine, built, questions: [draft] }) => {
          if (!draft) throw new Error('Every company is asked something.')
          const {
            activity: params,
            calls: callParams,
            viewer,
          } = questionParams({ ...draft, asker: 0 }, built, 'source')
          return [
            await engine.runReport(activity, stateFrom(activity, params), viewer, { depth: 'all' }),
            await engine.runReport(calls, stateFrom(calls, callParams), viewer),
            await engine.runReport(occupancy, stateFrom(occupancy), viewer, { depth: 'all' }),
          ]
        }),
      )
    const before = await answers()

    // Every other company changes: new names, zones, and office hours; its records are rewritten, moved, and removed.
    const changed = fc
      .sample(fc.noBias(company), { seed: SEED + 1, numRuns: COMPANIES })
      .map((draft, index, all) => build({ ...draft, lastProperty: 'stays' }, index, all.length))
      .slice(UNCHANGED_COMPANIES)
    const later = importsOf(changed)
    const claims: Rejection[] = []
    for (const records of later) await store.load(records, { refusals: claims })
    expect(claims).toHaveLength(changed.reduce((sum, { claims: count }) => sum + count, 0))

    expect(await answers()).toEqual(before)
    // The changed companies are correct too.
    await everyCompany(async (one) => {
      const [draft] = one.questions
      if (!draft || watchers.includes(one) || one.built.hidden) return
      const { question: plain, activity: params, viewer } = questionParams(draft, one.built, 'property')
      const now = plainCompany([...imports, ...later], one.built.id)
      await compare({ ...one, plain: now }, activity, params, viewer, plainActivity(now, plain), draft.opened)
    })
  })
})
