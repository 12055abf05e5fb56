import { describe, expect, it } from 'vitest'
import type { Cell } from '../format/values'
import { judge } from '../judgement/judge'
import { describeDecision } from '../judgement/words'
import { resultWith } from '../testing'
import { count } from './columns'
import { defineReport } from './definition'
import { explainChanges } from './insights'
import type { ReportResult, Row } from './result'
import { parseState } from './state'

const report = defineReport({
  key: 'headlines',
  apiKey: 'HeadlinesReport',
  title: 'Headlines',
  path: '/headlines',
  section: 'Insights',
  gate: 'general',
  question: 'How many?',
  defaultFilters: ['dateRange', 'propertyIds', 'groupBy'],
  additionalFilters: ['agentIds', 'sources'],
  groupByOptions: ['property', 'source', 'agent'],
  rows: ['groupBy'],
  columns: {
    leads: count('Leads', 'All.'),
    visits: count('Visits', 'All.'),
    lost: count('Lost', 'All.', { better: 'lower' }),
  },
  explains: { columns: ['leads', 'visits', 'lost'], by: ['property', 'source'] },
  tiles: [],
  charts: [],
})

type Numbers = { leads: number; visits: number; lost: number }
type Line = [name: string, id: number | null, current: Numbers, prior: Numbers]
const n = (leads: number, visits = 0, lost = 0): Numbers => ({ leads, visits, lost })

function answer(by: 'property' | 'source', lines: readonly Line[]): { by: typeof by; result: ReportResult } {
  const rows = (of: (line: Line) => Numbers) =>
    lines.map((line): Row => {
      const [name, id] = line
      const keys: Record<string, Cell> = by === 'property' ? { propertyId: id, property: name } : { source: name }
      return { key: `${by}:${id ?? name}`, depth: 0, parent: null, ...keys, ...of(line) }
    })
  const sum = (of: (line: Line) => Numbers): Record<string, number> => ({
    leads: lines.reduce((all, line) => all + of(line).leads, 0),
    visits: lines.reduce((all, line) => all + of(line).visits, 0),
    lost: lines.reduce((all, line) => all + of(line).lost, 0),
  })
  const current = (line: Line) => line[2]
  const prior = (line: Line) => line[3]
  return {
    by,
    result: resultWith({
      report: report.key,
      period: { start: '2026-03-08', end: '2026-03-14' },
      priorPeriod: { start: '2026-03-01', end: '2026-03-07' },
      rows: rows(current),
      total: sum(current),
      priorRows: rows(prior),
      priorTotal: sum(prior),
      judgement: judged(sum(current), sum(prior)),
      rowJudgements: lines.map((line) => ({
        usual: null,
        key: `${by}:${line[1] ?? line[0]}`,
        states: Object.fromEntries(Object.entries(judged(line[2], line[3])).map(([key, { state }]) => [key, state])),
      })),
    }),
  }
}

/** Judged from the counts alone. */
function judged(total: Numbers | Record<string, number>, before: Numbers | Record<string, number>) {
  const [now, then] = [new Map(Object.entries(total)), new Map(Object.entries(before))]
  return Object.fromEntries(
    Object.entries(report.columns).map(([key, column]) => {
      const [current, prior] = [now.get(key) ?? 0, then.get(key) ?? 0]
      const counted = (value: number) => ({ kind: 'count' as const, value, events: value })
      const decision = judge({ current: counted(current), prior: counted(prior) })
      return [key, describeDecision(decision, { column, current, prior, priorText: String(prior) })]
    }),
  )
}

const state = parseState(report, {}, 'api')

describe('what changed', () => {
  // Leads 1,000 → 1,010, within chance; visits 16 → 4, 12 of 20 fewer: 2.7 standard deviations; lost 2 → 3.
  const byProperty = answer('property', [
    ['Harbor', 1, n(500, 1, 2), n(510, 12, 2)],
    ['Pine', 2, n(510, 3, 1), n(490, 4, 0)],
  ])
  const bySource = answer('source', [
    ['Zillow', null, n(700, 1, 3), n(640, 15, 2)],
    ['Website', null, n(300, 3), n(350, 1)],
    ['Unknown', null, n(10), n(10)],
  ])
  const { headlines } = explainChanges(report, state, [byProperty, bySource])

  it('ranks first what chance explains least', () => {
    expect(headlines.map(({ column, change, notable }) => [column, change, notable])).toEqual([
      ['visits', -12, true],
      ['leads', 10, false],
      ['lost', 1, false],
    ])
  })

  it('writes it in plain sentences', () => {
    expect(headlines.map(({ sentence }) => sentence)).toEqual([
      'Visits fell from 16 to 4 (−75.0%).',
      'Leads: 1,010, as usual (1,000 before).',
      'Lost: 3, was 2.',
    ])
    expect(headlines.map(({ explainedBy, explanation }) => [explainedBy, explanation])).toEqual([
      ['source', 'Zillow alone had 14 fewer visits (15 → 1); all others together 2 more.'],
      [null, null],
      [null, null],
    ])
    expect(headlines.map(({ verdict }) => verdict)).toEqual(['bad', 'neutral', 'neutral'])
  })

  it('splits the change by each dimension, completely', () => {
    const { headlines: short } = explainChanges(report, state, [byProperty, bySource], 1)
    expect(short.find(({ column }) => column === 'leads')?.by).toMatchObject([
      {
        dimension: 'property',
        contributions: [{ key: 'property:2', change: 20, sentence: 'Pine: 20 more (490 → 510).' }],
        others: { rows: 1, current: 500, prior: 510, change: -10 },
      },
      {
        dimension: 'source',
        contributions: [{ key: 'source:Zillow', change: 60 }],
        others: { rows: 2, current: 310, prior: 360, change: -50 },
      },
    ])
  })

  it('links to each part, grouped by the next dimension', () => {
    const [visits] = headlines
    expect(visits?.by[0]?.contributions[0]?.link).toEqual({
      report: 'headlines',
      params: { property_ids: '1', group_by: 'source' },
      href: '/headlines?preset=last_7_days&property_ids=1&group_by=source',
    })
    expect(visits?.by[1]?.contributions[0]?.link.params).toEqual({ sources: 'Zillow' })
  })

  it('never explains by the only row of a dimension or by a row without a name', () => {
    const alone = answer('property', [['Harbor', 1, n(60), n(4)]])
    const unknown = answer('source', [
      ['Unknown', null, n(59), n(1)],
      ['Zillow', null, n(1), n(3)],
    ])
    const [leads] = explainChanges(report, state, [alone, unknown]).headlines
    expect([leads?.explainedBy, leads?.explanation]).toEqual([null, null])
  })

  it('explains a change by no row that moved only as far as chance moves it', () => {
    const spread = (count: number, prior: number) =>
      Array.from({ length: 10 }, (_, index): Line => [`House ${index}`, index + 1, n(count), n(prior)])
    const [leads] = explainChanges(report, state, [answer('property', spread(6, 12))]).headlines
    expect(leads).toMatchObject({ notable: true, sentence: 'Leads fell from 120 to 60 (−50.0%).', explanation: null })
  })

  it('makes no claim about chance where nothing changed', () => {
    const same = answer('property', [['Harbor', 1, n(0), n(0)]])
    const [leads] = explainChanges(report, state, [same]).headlines
    expect(leads).toMatchObject({ change: 0, ratio: null, notable: false, sentence: 'Leads: 0, was 0.' })
    expect(leads?.by[0]).toMatchObject({ contributions: [], others: { rows: 0, change: 0 } })
  })
})
