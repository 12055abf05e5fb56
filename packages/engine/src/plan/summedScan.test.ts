import { expect, it } from 'vitest'
import { inProspectRow } from '../records/recordTypes'
import { messages } from '../records/tables/messages'
import { calls, measureOf, returnCalls, returnMessages } from './measures'
import { planScans } from './scanQuery'
import { render, sql } from './sql'
import { summedScan, sumTogether } from './summedScan'

type Context = Parameters<typeof summedScan>[1]

const grouping = { depths: [0, 1], byDay: true, under: [], beside: [] }
const context: Context = {
  current: { start: '2026-06-01', end: '2026-06-07' },
  dimensions: ['property'],
  filter: () => ({ conditions: [], lazy: false }),
  derived: new Set(['message_counts', 'prospect_days']),
  nonProspects: false,
}
const sent = measureOf(messages).where`direction = 'outbound' AND origin IN ('bulk', 'drip')`

const readBy = (measure = sent, changed: Partial<Context> = {}, by = grouping) => {
  const scans = planScans({ sent: measure }, { byCreated: false })
  return scans.map((scan) => render(summedScan(scan, { ...context, ...changed }, by).kind.fromClause).text)
}

it('counts messages in the table in which they are added up', () => {
  expect(readBy()).toEqual(['message_counts FINAL'])
  expect(readBy(sent.where`channel = ${'email'}`, { nonProspects: true })).toEqual(['message_counts FINAL'])
})

it.each([
  ['messages', returnMessages()],
  ['calls', returnCalls()],
])('counts the %s of prospects who come back by their days', (entity, returns) => {
  expect(readBy(returns.where`NOT ${false}`)).toEqual(['prospect_days FINAL'])
  expect(readBy(returns, { dimensions: ['property', 'contact'] }, { ...grouping, depths: [2] })).toEqual([
    'prospect_days FINAL',
  ])
  expect(readBy(returns, { dimensions: ['agent'] })).toEqual([`${entity} FINAL`])
  expect(readBy(returns, { derived: new Set(['message_counts']) })).toEqual([`${entity} FINAL`])
})

it.each<[string, () => string[]]>([
  ['the table is behind', () => readBy(sent, { derived: new Set() })],
  ['a filter is set', () => readBy(sent, { filter: () => ({ conditions: [sql`agent_id = 1`], lazy: false }) })],
  ['rows are by agent', () => readBy(sent, { dimensions: ['property', 'agent'] }, { ...grouping, depths: [2] })],
  ['people are counted', () => readBy(sent.byProspect())],
  ['another day dates them', () => readBy(sent.dated('delivered_at'))],
  ['a condition names another column', () => readBy(sent.where`campaign_id != 0`)],
  ['a condition calls a function', () => readBy(sent.where`notEmpty(channel)`)],
  ['they count in the row of their prospect', () => readBy(measureOf(inProspectRow(messages)))],
])('reads the messages where %s', (_name, read) => {
  expect(read()).toEqual(['messages FINAL'])
})

it('counts in one statement what is added up in the same rows', () => {
  const scans = planScans({ written: returnMessages(), called: returnCalls() }, { byCreated: false })
  const columns = (changed: Partial<Context> = {}) =>
    sumTogether(scans, { ...context, ...changed }, grouping).map(({ measures }) => measures.map(({ column }) => column))
  expect(columns()).toEqual([['written', 'called']])
  expect(columns({ derived: new Set(['message_counts']) })).toEqual([['written'], ['called']])
  expect(columns({ dimensions: ['agent'] })).toEqual([['written'], ['called']])
})

it('reads calls that nothing adds up', () => {
  expect(readBy(calls())).toEqual(['calls FINAL'])
})

it('reads the messages of people who came in a period', () => {
  const [scan] = planScans({ sent }, { byCreated: true })
  expect(scan && summedScan(scan, context, grouping)).toBe(scan)
})
