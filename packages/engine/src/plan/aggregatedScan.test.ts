import { expect, it } from 'vitest'
import { agent, carry, property } from '../records/carries'
import { fromSelect } from '../records/definition'
import { aggregatedScan } from './aggregatedScan'
import { type Measure, measureOf } from './measures'
import { planScans } from './scanQuery'
import { raw, render, sql } from './sql'

type Context = Parameters<typeof aggregatedScan>[1]

const grouping = { depths: [0, 1], byDay: true, under: [], beside: [] }
const context: Context = {
  current: { start: '2026-06-01', end: '2026-06-07' },
  dimensions: ['property', 'agent'],
  filter: () => ({ conditions: [], lazy: false }),
}
const open = measureOf(
  fromSelect({
    label: 'Prospect',
    since: ['prospects'],
    later: null,
    select: raw('SELECT * FROM states'),
    aggregated: (rows) => ({ fromClause: raw(`(SELECT * FROM counts_by_${rows.join('_')})`), times: 'how_many' }),
    prospect: 'id',
    isPeople: true,
    when: { column: 'stood_at', kind: 'instant' },
    ...carry(property('property_id'), agent('agent_id')),
  }),
)

function scanOf(measure: Measure, changed: Partial<Context> = {}, by: Partial<typeof grouping> = {}) {
  const [scan] = planScans({ open: open.where`state = 'red'`, measure }, { byCreated: false })
  if (!scan) throw new Error('There is no scan.')
  const { kind, measures } = aggregatedScan(scan, { ...context, ...changed }, { ...grouping, ...by })
  return { from: render(kind.fromClause).text, times: measures.map(({ set }) => set.spec.kind.times) }
}

it('counts records that their type counts by itself, by no more than the rows need', () => {
  expect(scanOf(open)).toEqual({ from: '(SELECT * FROM counts_by_property)', times: ['how_many', 'how_many'] })
  expect(scanOf(open, {}, { depths: [0, 1, 2] }).from).toBe('(SELECT * FROM counts_by_property_agent)')
})

it.each<[string, () => { from: string; times: (string | undefined)[] }]>([
  ['a filter is set', () => scanOf(open, { filter: () => ({ conditions: [sql`agent_id = 1`], lazy: false }) })],
  ['a number is of distinct people', () => scanOf(open.byProspect())],
  ['ids are wanted', () => scanOf(open.ids())],
])('counts each record where %s', (_name, scan) => {
  expect(scan()).toEqual({ from: '(SELECT * FROM states)', times: [undefined, undefined] })
})
