import { expect, it } from 'vitest'
import { inProspectRow, recordTypes, unitLeases } from '../records/recordTypes'
import {
  calls,
  keptAppointments,
  liveLeases,
  type Measure,
  measureOf,
  messages,
  prospects,
  returnCalls,
  returnMessages,
  visits,
} from './measures'
import { planScans } from './scanQuery'
import { render, sql } from './sql'
import { summedScan, sumTogether } from './summedScan'

type Context = Parameters<typeof summedScan>[1]

const grouping = { depths: [0, 1], byDay: true, under: [], beside: [] }
const context: Context = {
  current: { start: '2026-06-01', end: '2026-06-07' },
  dimensions: ['property'],
  filter: () => ({ conditions: [], lazy: false }),
  derived: new Set(['property_days', 'prospect_days']),
  nonProspects: false,
}
const sent = messages().where`direction = 'outbound' AND origin = 'agent'`.where`channel = 'email'`

const readBy = (measure = sent, changed: Partial<Context> = {}, by = grouping) => {
  const scans = planScans({ sent: measure }, { byCreated: false })
  return scans.map((scan) => render(summedScan(scan, { ...context, ...changed }, by).kind.fromClause).text)
}

it.each<[string, Measure]>([
  ['messages', sent],
  ['kept appointments', keptAppointments()],
  ['walk-ins', visits().where`appointment_id = 0`],
  ['leases', liveLeases()],
  ['referrals', prospects().of('everyone').where`is_referral`],
  ['those who were qualified', prospects().dated('qualified_at')],
])('counts %s where they are added up by day', (_name, measure) => {
  expect(readBy(measure)).toEqual(['property_days FINAL'])
  expect(readBy(measure, { nonProspects: true })).toEqual(['property_days FINAL'])
  expect(readBy(measure, { derived: new Set(['prospect_days']) })).not.toEqual(['property_days FINAL'])
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
  expect(readBy(returns, { derived: new Set(['property_days']) })).toEqual([`${entity} FINAL`])
})

it.each<[string, () => string[]]>([
  ['the table is behind', () => readBy(sent, { derived: new Set() })],
  ['a filter is set', () => readBy(sent, { filter: () => ({ conditions: [sql`agent_id = 1`], lazy: false }) })],
  ['rows are by agent', () => readBy(sent, { dimensions: ['property', 'agent'] }, { ...grouping, depths: [2] })],
  ['people are counted', () => readBy(sent.byProspect())],
  ['another day dates them', () => readBy(sent.dated('delivered_at'))],
  ['a condition names another column', () => readBy(sent.where`campaign_id != 0`)],
  ['a condition calls a function', () => readBy(sent.where`notEmpty(channel)`)],
  ['they count in the row of their prospect', () => readBy(measureOf(inProspectRow(recordTypes.messages)))],
])('reads the messages where %s', (_name, read) => {
  expect(read()).toEqual(['messages FINAL'])
})

it('counts in one statement what is added up in the same rows', () => {
  const scans = planScans({ written: returnMessages(), called: returnCalls() }, { byCreated: false })
  const columns = (changed: Partial<Context> = {}) =>
    sumTogether(scans, { ...context, ...changed }, grouping).map(({ measures }) => measures.map(({ column }) => column))
  expect(columns()).toEqual([['written', 'called']])
  expect(columns({ derived: new Set(['property_days']) })).toEqual([['written'], ['called']])
  expect(columns({ dimensions: ['agent'] })).toEqual([['written'], ['called']])
})

it('counts in one statement what happened at properties, of everyone or of prospects', () => {
  const measures = { sent, seen: visits(), referred: prospects().of('everyone').where`is_referral` }
  const [scan, ...others] = sumTogether(planScans(measures, { byCreated: false }), context, grouping)
  expect(others).toEqual([])
  expect(scan?.measures.map(({ set }) => set.spec.kind.times)).toEqual(['agent_emails', 'visits', 'referrals'])
  expect(scan?.measures.map(({ set }) => set.spec.conditions.length)).toEqual([1, 1, 0])
})

it('reads calls that nothing adds up', () => {
  expect(readBy(calls())).toEqual(['calls FINAL'])
})

it('reads the leases of units, which count those of deleted people, too', () => {
  const live = liveLeases().spec.conditions
  expect(readBy(measureOf(unitLeases).meeting(live))).toEqual(['leases FINAL'])
})

it('reads the messages of people who came in a period', () => {
  const [scan] = planScans({ sent }, { byCreated: true })
  expect(scan && summedScan(scan, context, grouping)).toBe(scan)
})
