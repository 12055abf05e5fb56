import type { DerivedTableName } from '@leaselight/facts'
import { expect, it } from 'vitest'
import { campaignMessages } from '../records/marketing/drips'
import { countedScan } from './countedScan'
import type { Measure } from './measures'
import { planScans } from './scanQuery'
import { sql } from './sql'

type Context = Parameters<typeof countedScan>[1]

const grouping = { depths: [0, 1], byDay: true, under: [], beside: [] }
const context: Context = {
  current: { start: '2026-06-01', end: '2026-06-07' },
  dimensions: ['campaign'],
  filter: () => ({ conditions: [], lazy: false }),
}
const sentOf = (...tables: DerivedTableName[]) => campaignMessages({ derived: new Set(tables) })
const sent = sentOf('campaign_messages')

/** How the people of these measures are counted, beside the messages. */
function previousDayFor(
  enrolled: Measure,
  changed: Partial<Context> = {},
  by: Partial<Parameters<typeof countedScan>[2]> = {},
) {
  const [scan] = planScans({ enrolled, sent }, { byCreated: false })
  return scan && countedScan(scan, { ...context, ...changed }, { ...grouping, ...by }).distinctByDay?.previousDay
}

it('counts the people of campaigns by the previous message', () => {
  expect(previousDayFor(sent.byProspect())).toBe('previous_day')
  expect(previousDayFor(sent.byProspect(), {}, { depths: [0] })).toBe('previous_day')
})

it.each<[string, () => string | undefined]>([
  ['the table is behind', () => previousDayFor(sentOf().byProspect())],
  [
    'a filter is set',
    () => previousDayFor(sent.byProspect(), { filter: () => ({ conditions: [sql`agent_id = 1`], lazy: false }) }),
  ],
  [
    'rows are by step, too',
    () => previousDayFor(sent.byProspect(), { dimensions: ['campaign', 'step'] }, { depths: [0, 1, 2] }),
  ],
  ['rows are by agent', () => previousDayFor(sent.byProspect(), { dimensions: ['agent'] })],
  ['rows are below one', () => previousDayFor(sent.byProspect(), {}, { under: [7] })],
  ['points are weeks', () => previousDayFor(sent.byProspect(), {}, { points: { end: '2026-06-07', days: 7 } })],
  ['only some messages count', () => previousDayFor(sent.where`step = ${1}`.byProspect())],
  ['another day dates them', () => previousDayFor(sent.dated('delivered_at').byProspect())],
])('counts them by their ids where %s', (_name, previousDay) => {
  expect(previousDay()).toBeUndefined()
})

it('excludes people who are not prospects by a column of the rows', () => {
  const [scan] = planScans({ sent }, { byCreated: false })
  expect(scan && countedScan(scan, context, grouping).saysWhoCounts).toBe(true)
  const [behind] = planScans({ sent: sentOf() }, { byCreated: false })
  expect(behind && countedScan(behind, context, grouping)).toBe(behind)
})
