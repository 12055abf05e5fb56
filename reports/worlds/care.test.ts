import type { Raw, ReportDefinition, ReportResult, Row, Viewer } from '@leaselight/model'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { adSpend } from '../ad-spend/report'
import { craigslist } from '../craigslist/report'
import { dripCampaign } from '../drip-campaign/report'
import { engagement } from '../engagement/report'
import { engagementDaily } from '../engagement-daily/report'
import { lossReasons } from '../loss-reasons/report'
import { renewals } from '../renewals/report'
import { responseTime } from '../response-time/report'
import { asked, type OpenedWorld, openWorld } from '../testing'
import { merged } from './build'
import { type CareWorld, careWorld } from './careWorlds'
import {
  type CareFacts,
  type CareHit,
  careFacts,
  plainCraigslist,
  plainDrips,
  plainLosses,
  plainRenewals,
} from './plain/care'
import { plainSpend } from './plain/money'
import { addDays, daysOf } from './plain/time'
import { plainEngagement, plainResponses } from './plain/waiting'
import { type Draw, drawing } from './random'

/**
 * Random companies of people who wait, leave or stay, asked random questions: every count and measure must be what a plain
 * recomputation from the contract's records finds. WORLDS_SEED repeats a run.
 */
const SEED = Number(process.env.WORLDS_SEED ?? Math.floor(Math.random() * 2 ** 31))
const COMPANIES = 10
/** How many of them are asked what takes the engine longer. */
const FEW = 4

let world: OpenedWorld
let companies: CareWorld[]

beforeAll(async () => {
  companies = Array.from({ length: COMPANIES }, (_, at) => careWorld(at + 1, drawing(SEED + at)))
  world = await openWorld(merged(companies.map((one) => one.world)))
})
afterAll(() => world.close())

/** Numbers that are no plain counts, out of the values of the hits under a row. */
type Measures = Record<string, (found: (column: string) => number[]) => number | null>

interface Recount {
  report: ReportDefinition
  plain: (facts: CareFacts) => void
  choices?: (draw: Draw) => Record<string, string>
  measures?: Measures
  few?: boolean
}

/** Asks every company once, and compares all rows, the totals of both periods, and the length of a list. */
async function compare({ report, plain, choices, measures = {}, few }: Recount): Promise<void> {
  // Every run asks others.
  const first = few ? SEED % (COMPANIES - FEW) : 0
  for (const company of companies.slice(first, few ? first + FEW : undefined)) {
    const draw = drawing(SEED + company.id * 31 + report.key.length)
    const start = addDays(company.center, draw.below(12) - 9)
    const current = { start, end: addDays(start, draw.onceIn(4) ? 0 : draw.below(12)) }
    const length = daysOf(current.start, current.end).length
    const prior = { start: addDays(start, -length), end: addDays(start, -1) }
    const propertyIds = draw.onceIn(3) ? [company.id * 10 + 1] : []
    const chosen = choices?.(draw) ?? {}
    const facts = careFacts(company, { current, prior, propertyIds, choices: chosen })
    plain(facts)
    const state = asked(report, chosen satisfies Raw)
    Object.assign(state.filters, { dateRange: { preset: 'custom', ...current }, propertyIds })
    const engine = world.engineAt(new Date(company.now).toISOString())
    const viewer: Viewer = { role: 'master', userId: 1, companyId: company.id, groupIds: [] }
    const result = await engine.runReport(report, state, viewer, { depth: 'all' })
    const columns = Object.entries(report.columns).flatMap(([key, column]) => (column.kind === 'count' ? [key] : []))
    for (const period of ['current', 'prior'] as const) {
      const own = facts.hits.filter((hit) => hit.period === period)
      const recount = (key: string) => ({ ...counted(columns, own, key), ...measured(measures, own, key) })
      const [rows, total] = rowsOf(result, period)
      const names = [...new Set([...rows.map((row) => row.key), ...keysOf(own)])]
      const found = Object.fromEntries(
        rows.map((row) => [row.key, numbers([...columns, ...Object.keys(measures)], row)]),
      )
      const about = `company ${company.id}, ${period} ${JSON.stringify({ current, chosen, propertyIds })}`
      expect({ ...found, total: numbers([...columns, ...Object.keys(measures)], total) }, about).toEqual({
        ...Object.fromEntries(names.map((key) => [key, recount(key)])),
        total: recount(''),
      })
      const row = rows[draw.below(rows.length)]
      const column = columns[draw.below(columns.length)]
      if (!row || !column || period === 'prior') continue
      const list = await engine.members(report, state, viewer, { row: row.key, column, period, page: 1, pageSize: 500 })
      expect([list.total, list.rows.length], `${column} of ${row.key}`).toEqual([row[column], row[column]])
    }
  }
}

const rowsOf = (result: ReportResult, period: 'current' | 'prior'): [Row[], object] =>
  period === 'current' ? [result.rows, result.total] : [result.priorRows, result.priorTotal ?? {}]

/** Cells of a row; measures as nearly as two ways of adding up agree. */
function numbers(columns: readonly string[], row: object): Record<string, unknown> {
  const cells = new Map<string, unknown>(Object.entries(row))
  return Object.fromEntries(columns.map((column) => [column, rounded(cells.get(column))]))
}

const rounded = (value: unknown): unknown => (typeof value === 'number' ? Math.round(value * 1e6) / 1e6 : value)

const under = (key: string) => (hit: CareHit) => {
  const path = hit.path.join('/')
  return key === '' || path === key || path.startsWith(`${key}/`)
}

const counted = (columns: readonly string[], hits: readonly CareHit[], key: string): Record<string, number> => {
  const here = hits.filter(under(key))
  const one = (column: string) => here.filter((hit) => hit.column === column)
  return Object.fromEntries(
    columns.map((column) => [
      column,
      DISTINCT.includes(column) ? new Set(one(column).map(({ id }) => id)).size : one(column).length,
    ]),
  )
}

/** What is counted once however often it stands in a row. */
const DISTINCT = ['enrolled', 'appointments', 'visits', 'leases']

const measured = (measures: Measures, hits: readonly CareHit[], key: string): Record<string, unknown> => {
  const here = hits.filter(under(key))
  const found = (column: string) => here.flatMap((hit) => (hit.column === column ? [hit.value ?? Number.NaN] : []))
  return Object.fromEntries(Object.entries(measures).map(([name, of]) => [name, rounded(of(found))]))
}

const keysOf = (hits: readonly CareHit[]): string[] => [
  ...new Set(hits.flatMap(({ path }) => path.map((_, depth) => path.slice(0, depth + 1).join('/')))),
]

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

/** Between the two nearest values, as far as the level says. */
function quantile(values: readonly number[], level: number): number | null {
  const sorted = [...values].sort((a, b) => a - b)
  const place = (sorted.length - 1) * level
  const [low, high] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]]
  return low === undefined || high === undefined ? null : low + (high - low) * (place - Math.floor(place))
}

describe(`care in random worlds (WORLDS_SEED=${SEED})`, { timeout: 120_000 }, () => {
  it('loses whom a plain recount finds', async () => {
    await compare({
      report: lossReasons,
      plain: plainLosses,
      choices: ({ of }) => ({
        category: of(['LOSS_REASONS', 'NEXT_STEPS', 'ACTIVITY'] as const),
        group_by: of(['property', 'agent', 'contact', 'source', 'week'] as const),
      }),
    })
  })

  it('renews the leases', async () => {
    await compare({
      report: renewals,
      plain: plainRenewals,
      measures: { oldRent: (found) => sum(found('oldRent')), newRent: (found) => sum(found('newRent')) },
    })
  })

  it('owes to listings what they bring', async () => {
    await compare({ report: craigslist, plain: plainCraigslist })
  })

  it('owes to campaigns what follows them', async () => {
    await compare({
      report: dripCampaign,
      plain: plainDrips,
      choices: ({ of, onceIn }) => ({
        drip_campaign_statuses: of(['all', 'live', 'archived'] as const),
        ...(onceIn(3) && { trigger_types: 'NO_SHOW' }),
      }),
    })
  })

  it('spends what the fees say', async () => {
    await compare({
      report: adSpend,
      plain: plainSpend,
      choices: ({ of }) => ({ source_by_view: of(['ALL', 'PAID', 'NON_PAID'] as const) }),
      measures: { spend: (found) => sum(found('spend')) },
    })
  })

  it('waits as long', async () => {
    await compare({
      report: responseTime,
      plain: plainResponses,
      few: true,
      choices: ({ of }) => ({
        by: of(['property', 'agent', 'contact', 'hour'] as const),
        use_business_hours: of(['true', 'false'] as const),
        cumulative_response_time: of(['true', 'false'] as const),
      }),
      measures: {
        average: (found) => (found('seconds').length > 0 ? sum(found('seconds')) / found('seconds').length : null),
        median: (found) => quantile(found('seconds'), 0.5),
        p90: (found) => quantile(found('seconds'), 0.9),
      },
    })
  })

  it('is looked after as well, over the period and now', async () => {
    await compare({ report: engagement, plain: (facts) => plainEngagement(facts, false), few: true })
  })

  it('is looked after as well, day by day', async () => {
    await compare({ report: engagementDaily, plain: (facts) => plainEngagement(facts, true), few: true })
  })
})
