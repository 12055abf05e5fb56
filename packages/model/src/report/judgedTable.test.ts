import { expect, it } from 'vitest'
import { count, shareOfTotal } from './columns'
import { defineReport } from './definition'
import { judgeTable } from './judgedTable'
import { initialState } from './state'
import { buildTable } from './table'

const report = defineReport({
  key: 'missed',
  apiKey: 'MissedReport',
  title: 'Missed',
  path: '/missed',
  section: 'Leads',
  gate: 'general',
  question: 'What was missed?',
  defaultFilters: ['dateRange'],
  additionalFilters: [],
  rows: ['property'],
  tiles: ['missed'],
  columns: {
    missed: count('Missed', 'Missed calls.', { better: 'lower' }),
    share: shareOfTotal('Share of missed', 'Of all missed calls.', 'missed'),
    calls: count('Calls', 'Calls.'),
  },
  charts: [],
})
const state = initialState(report)

let reads = 0
/** A row that counts how often its last number is read. */
const row = (id: number, missed: number) => ({
  ...{ key: `property:${id}`, depth: 0, parent: null, property: `House ${id}`, propertyId: id },
  ...{ missed, share: missed / 100 },
  get calls() {
    reads += 1
    return 100
  },
})
const judgement = {
  ...{ state: 'signal' as const, tone: 'bad' as const, direction: 'up' as const, deviations: 5.2 },
  ...{ low: 60, high: 90, change: '+40%', words: 'was 70' },
}
const LAST = 300
const idsOfRows = Array.from({ length: LAST }, (_, at) => at + 1)
const result = {
  rows: idsOfRows.map((id) => row(id, id)),
  priorRows: idsOfRows.map((id) => row(id, 10)),
  total: { missed: 100, share: 1, calls: 100 },
  priorTotal: { missed: 100, share: 1, calls: 100 },
  timeZone: 'UTC',
  today: '2026-03-15',
  judgement: { missed: judgement, share: judgement, calls: judgement },
  rowJudgements: idsOfRows.map((id) => ({
    key: `property:${id}`,
    states: { missed: 'signal' as const, share: 'usual' as const, calls: 'usual' as const },
    usual: null,
  })),
  coverage: { first: '2025-01-01', last: '2026-03-14', properties: [] },
  priorPeriod: { start: '2026-03-01', end: '2026-03-07' },
}

it('judges a row when it is requested, once, and no other', () => {
  const { columns } = buildTable(report, result, state)
  reads = 0
  const judged = judgeTable(report, result, state, columns)
  expect(reads).toBe(0)
  const line = judged?.row('property:20')
  expect(line?.map((cell) => cell && [cell.state, cell.prior, cell.change])).toEqual([
    null,
    ['signal', '10', '+100.0%'],
    ['usual', '10.0%', '+10 pts'],
    ['usual', '100', 'no change'],
  ])
  const once = reads
  expect(once).toBeLessThan(LAST)
  expect(judged?.row('property:20')).toBe(line)
  expect(reads).toBe(once)
  expect(judged?.row('property:999')).toBeUndefined()
})

it('writes a share from its cases, not from a copy of its row', () => {
  const onlyShare = { ...report, columns: { missed: report.columns.missed, share: report.columns.share } }
  reads = 0
  expect(buildTable(onlyShare, result, state).rows[0]?.texts).toEqual(['House 1', '1', '1.0%'])
  expect(reads).toBe(0)
})
