import { describe, expect, it } from 'vitest'
import { judge } from '../judgement/judge'
import { describeDecision, type Judgement } from '../judgement/words'
import { resultWith } from '../testing'
import { commonReason, reportAnswer } from './answer'
import { checkDefinition } from './checkDefinition'
import { count, ratio } from './columns'
import { defineReport, type ReportDefinition } from './definition'
import { defaultOrder, tieColumns } from './order'
import type { ReportResult } from './result'
import { initialState } from './state'

const report = defineReport({
  key: 'visits',
  apiKey: 'VisitsReport',
  title: 'Visits',
  path: '/visits',
  section: 'Visitors',
  gate: 'general',
  question: 'Who came?',
  answer: ['{visits:visit} led to {leases:lease}.', '{rate} signed.', '{late:person|people} came late.'],
  sortBy: 'leases',
  defaultFilters: ['dateRange', 'propertyIds', 'groupBy'],
  additionalFilters: [],
  groupByOptions: ['property', 'day'],
  rows: ['groupBy', 'agent'],
  columns: {
    visits: count('Visits', 'All.', { better: 'higher' }),
    leases: count('Leases', 'All.', { better: 'higher' }),
    late: count('Late %', 'All.', { better: 'lower', visibleWhen: { with: 'includeNonProspects' } }),
    rate: ratio('leases', 'visits', 'Signed %', 'Leases divided by visits.', { format: 'percent' }),
  },
  tiles: ['visits', 'leases'],
  charts: [],
})
const state = initialState(report)

type Numbers = Record<'visits' | 'leases' | 'late', number>

function resultOf(now: Numbers, before: Numbers | null): ReportResult {
  const whole = (numbers: Numbers) => ({
    ...numbers,
    rate: numbers.visits === 0 ? null : numbers.leases / numbers.visits,
  })
  const judged = (key: keyof Numbers, prior: Numbers) => {
    const column = report.columns[key]
    const evidence = (value: number) => ({ kind: 'count', value, events: value }) as const
    const decision = judge({ current: evidence(now[key]), prior: evidence(prior[key]) })
    const compared = { column, current: now[key], prior: prior[key], priorText: String(prior[key]) }
    return [key, describeDecision(decision, compared)] as const
  }
  return resultWith({
    report: report.key,
    period: { start: '2026-03-08', end: '2026-03-14' },
    priorPeriod: { start: '2026-03-01', end: '2026-03-07' },
    total: whole(now),
    priorTotal: before && whole(before),
    judgement: before && Object.fromEntries((['visits', 'leases'] as const).map((key) => judged(key, before))),
  })
}
const answer = (now: Numbers, before: Numbers | null) => reportAnswer(report, state, resultOf(now, before))

describe('an answer', () => {
  it('fills in numbers and counts what they count, without sentences that lack a number', () => {
    expect(answer({ visits: 1204, leases: 1, late: 5 }, null)).toEqual({
      sentences: ['1,204 visits led to 1 lease.', '0.1% signed.'],
      changes: [],
      otherwise: '',
      named: [],
    })
    expect(answer({ visits: 0, leases: 0, late: 0 }, null).sentences).toEqual(['No visits led to no leases.'])
    const seen = { ...state, filters: { ...state.filters, includeNonProspects: true } }
    const { sentences } = reportAnswer(report, seen, resultOf({ visits: 4, leases: 3, late: 1 }, null))
    expect(sentences).toEqual(['4 visits led to 3 leases.', '3 of 4 signed.', '1 person came late.'])
    const never = {
      ...report,
      answer: ['{late} of {visits!:person|people} came.', '{late!} of 9 never came.', '{late!:person|people} didn’t.'],
    }
    const none = (visits: number) => reportAnswer(never, seen, resultOf({ visits, leases: 0, late: 0 }, null)).sentences
    expect(none(3)).toEqual(['None of 3 people came.'])
    expect(none(0)).toEqual([])
  })

  it('tells what was judged to have changed, the most certain first', () => {
    expect(answer({ visits: 40, leases: 60, late: 0 }, { visits: 90, leases: 20, late: 0 }).changes).toEqual([
      { text: 'Leases rose to 60 from 20.', tone: 'good', direction: 'up' },
      { text: 'Visits fell to 40 from 90.', tone: 'bad', direction: 'down' },
    ])
    const { changes, otherwise } = answer({ visits: 20, leases: 0, late: 0 }, { visits: 0, leases: 30, late: 0 })
    expect(changes.map(({ text }) => text)).toEqual(['Leases fell to none from 30.', 'Visits rose to 20 from none.'])
    expect(otherwise).toBe('')
  })

  it('says why it tells no change', () => {
    const otherwise = (now: Numbers, before: Numbers) => answer(now, before).otherwise
    const usual = { visits: 50, leases: 20, late: 0 }
    expect(otherwise(usual, { ...usual, visits: 52 })).toBe('As usual compared with the period before.')
    expect(otherwise({ ...usual, visits: 3 }, { ...usual, visits: 2 })).toBe(
      'As usual compared with the period before.',
    )
    const few = { visits: 3, leases: 1, late: 0 }
    expect(otherwise(few, few)).toBe('Too few to compare with the period before.')
  })

  it('says which numbers are as usual where others can’t be compared, and why', () => {
    const result = resultOf({ visits: 50, leases: 20, late: 0 }, { visits: 50, leases: 20, late: 0 })
    const leasesAre = (
      change: { state: 'settling' | 'incomparable'; words: string },
      of: ReportDefinition = report,
      total: Record<string, number | null> = {},
    ) => {
      const { visits, leases } = result.judgement ?? {}
      if (!visits || !leases) throw new Error('Nothing is judged.')
      const judgement = { visits, rate: visits, leases: { ...leases, ...change } }
      return reportAnswer(of, state, { ...result, judgement, total: { ...result.total, ...total } }).otherwise
    }
    expect(leasesAre({ state: 'settling', words: 'still filling, 6 of 7 days' })).toBe(
      'Visits as usual. Still filling, 6 of 7 days.',
    )
    expect(leasesAre({ state: 'incomparable', words: 'data ends Sun, Mar 8' })).toBe(
      'Visits as usual. Not compared: data ends Sun, Mar 8.',
    )
    // Most are as usual.
    const withRate = { ...report, tiles: ['visits', 'rate', 'leases'] }
    expect(leasesAre({ state: 'settling', words: 'still filling: half take 11 days' }, withRate)).toBe(
      'As usual, except leases: still filling, half take 11 days.',
    )
    // What one of the periods lacks is no reason.
    expect(leasesAre({ state: 'incomparable', words: 'was 2 of 4' }, report, { leases: null })).toBe(
      'As usual compared with the period before.',
    )
  })

  it('calls a number by its noun where its label is none', () => {
    const named = { ...report, nouns: { leases: 'signed leases' } }
    const { changes } = reportAnswer(
      named,
      state,
      resultOf({ visits: 90, leases: 60, late: 0 }, { visits: 90, leases: 20, late: 0 }),
    )
    expect(changes.map(({ text }) => text)).toEqual(['Signed leases rose to 60 from 20.'])
    expect(() => checkDefinition({ ...report, nouns: { tours: 'tours' } })).toThrow('there is no column "tours"')
  })

  it('is of columns that exist', () => {
    expect(() => checkDefinition({ ...report, answer: ['{tours:tour}.'] })).toThrow('there is no column "tours"')
    expect(() => checkDefinition({ ...report, sortBy: 'tours' })).toThrow('there is no column "tours"')
  })
})

describe('the order of rows', () => {
  const by = (groupBy: 'property' | 'day') => ({ ...state, filters: { ...state.filters, groupBy } })

  it('is by further numbers where the first is equal, unless rows have an order of their own', () => {
    expect(tieColumns(report, by('property'))).toEqual(['leases', 'visits'])
    expect(tieColumns(report, by('day'))).toEqual([])
  })

  it('is the largest first, unless rows have an order of their own', () => {
    expect(defaultOrder(report, by('property'))).toEqual({ column: 'leases', descending: true, levels: [true, true] })
    expect(defaultOrder(report, by('day'))).toBeNull()
    const { sortBy, ...unsorted } = report
    expect(sortBy).toBe('leases')
    // By name nobody reads them, whatever the page.
    expect(defaultOrder({ ...unsorted, shape: 'brief' }, by('property'))?.column).toBe(unsorted.tiles[0])
    expect(defaultOrder({ ...report, rows: ['campaign', 'step'] }, state)?.levels).toEqual([true, false])
    expect(defaultOrder({ ...report, sortBy: 'late' }, state)?.column).toBe('visits')
  })
})

it('says once why no number can be compared, where all have one reason', () => {
  const words = 'still to come, so not compared'
  const result = resultOf({ visits: 9, leases: 3, late: 0 }, { visits: 8, leases: 2, late: 0 })
  const { visits } = result.judgement ?? {}
  if (!visits) throw new Error('Visits are judged.')
  const ahead = { ...visits, state: 'incomparable', words } as const
  const reasonOf = (judgement: ReportResult['judgement'], of: ReportDefinition = report) =>
    commonReason(of, state, { total: { ...result.total, rate: 0.5 }, judgement })
  expect(reasonOf({ visits: ahead, leases: ahead })).toBe(words)
  expect(reasonOf({ visits: ahead, leases: { ...ahead, words: 'as of now' } })).toBeNull()
  expect(reasonOf({ visits: ahead, leases: visits })).toBeNull()
  expect(reasonOf(null)).toBeNull()
  // Some of them share it, and others are as usual or changed: the answer has it once.
  const withRate = { ...report, tiles: ['visits', 'rate', 'leases'] }
  const late = { ...visits, state: 'incomparable', words: 'data ends Sun, Mar 8' } as const
  expect(reasonOf({ visits, rate: late, leases: late }, withRate)).toBe(late.words)
  const otherwise = (first: Judgement) => {
    const judgement = { visits: first, rate: late, leases: late }
    return reportAnswer(withRate, state, { ...result, total: { ...result.total, rate: 0.5 }, judgement }).otherwise
  }
  expect(otherwise({ ...visits, state: 'signal', direction: 'up' })).toBe('Not compared: data ends Sun, Mar 8.')
  expect(otherwise(visits).match(/data ends/g)).toHaveLength(1)
})
