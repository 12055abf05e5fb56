import type { RawParams, ReportDefinition, Viewer } from '@leaselight/model'
import {
  adSpend,
  callBack,
  craigslist,
  dripCampaign,
  engagement,
  engagementDaily,
  lossReasons,
  renewals,
  responseTime,
} from '@leaselight/reports/definitions'
import { openTestStore, stateFrom, type TestStore } from '@leaselight/reports/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { forEachInParallel } from '../inParallel'
import { plainCallBack } from '../plain/callBack'
import {
  type LifecycleFacts,
  lifecycleFacts,
  plainCraigslist,
  plainDrips,
  plainLosses,
  plainRenewals,
} from '../plain/lifecycle'
import { plainEngagement, plainResponses } from '../plain/responsiveness'
import { plainSpend } from '../plain/spending'
import { addDays, daysOf } from '../plain/time'
import { SEED } from '../seed'
import { mergeImports } from './build'
import { createDraw, type Draw } from './draw'
import { average, expectRecount, type Measures, quantile, sum } from './expectRecount'
import { type LifecycleCompany, lifecycleCompany } from './lifecycleCompany'

/**
 * Random companies with prospects who wait and residents who leave or stay, and random requests: every count and
 * measure must match an independent recomputation from the contract's records. RANDOM_SEED repeats a run.
 */
const COMPANIES = Number(process.env.RANDOM_COMPANIES ?? 5)
/** How many companies run the slower reports. */
const FEW = 4

let store: TestStore
let companies: LifecycleCompany[]

beforeAll(async () => {
  companies = Array.from({ length: COMPANIES }, (_, at) => lifecycleCompany(at + 1, createDraw(SEED + at)))
  store = await openTestStore(mergeImports(companies.map((one) => one.records)))
})
afterAll(() => store.close())

interface Recount {
  report: ReportDefinition
  plain: (facts: LifecycleFacts) => void
  choices?: (draw: Draw) => Record<string, string>
  measures?: Measures
  few?: boolean
}

/** Queries every company once, and compares all rows, the totals of both periods, and the length of a list. */
async function compare({ report, plain, choices, measures = {}, few }: Recount): Promise<void> {
  // Every run uses others.
  const first = few ? SEED % (COMPANIES - FEW) : 0
  await forEachInParallel(companies.slice(first, few ? first + FEW : undefined), async (company) => {
    const draw = createDraw(SEED + company.id * 31 + report.key.length)
    const start = addDays(company.center, draw.below(12) - 9)
    const current = { start, end: addDays(start, draw.onceIn(4) ? 0 : draw.below(12)) }
    const length = daysOf(current.start, current.end).length
    // Sometimes a custom prior period: it may overlap, or be longer or shorter.
    const apart = draw.onceIn(3) ? 1 + draw.below(length + 3) : length
    const prior = {
      start: addDays(start, -apart),
      end: addDays(start, (apart === length ? length : 1 + draw.below(length + 3)) - apart - 1),
    }
    const propertyIds = draw.onceIn(3) ? [company.id * 10 + 1] : []
    const chosen = choices?.(draw) ?? {}
    const facts = lifecycleFacts(company, { current, prior, propertyIds, choices: chosen })
    plain(facts)
    const state = stateFrom(report, chosen satisfies RawParams)
    Object.assign(state.filters, { dateRange: { preset: 'custom', ...current, prior }, propertyIds })
    const engine = store.engineAt(new Date(company.now).toISOString())
    const viewer: Viewer = { role: 'master', userId: 1, companyId: company.id, groupIds: [] }
    const about = `company ${company.id} ${JSON.stringify({ current, prior, chosen, propertyIds })}`
    await expectRecount({ engine, report, state, viewer, matches: facts.hits, measures, draw, about })
  })
}

describe(`care in random companies (RANDOM_SEED=${SEED})`, { timeout: 300_000 }, () => {
  it('loses whom a plain recount finds', async () => {
    await compare({
      report: lossReasons,
      plain: plainLosses,
      choices: ({ of, onceIn }) => ({
        category: of(['LOSS_REASONS', 'NEXT_STEPS', 'ACTIVITY'] as const),
        group_by: of(['property', 'agent', 'contact', 'source', 'week'] as const),
        ...(onceIn(4) && { agent_ids: of(['1', '2,3', '4'] as const) }),
        ...(onceIn(4) && { sources: of(['Website', 'Unknown,Zumper'] as const) }),
        ...(onceIn(4) && { contacts: of(['email,sms', 'internet'] as const) }),
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

  it('still has to call whom a plain recount finds', async () => {
    for (const company of companies) {
      const propertyIds = createDraw(SEED + company.id).onceIn(3) ? [company.id * 10 + 1] : []
      const nothing = { start: company.center, end: company.center }
      const expected = plainCallBack(
        lifecycleFacts(company, { current: nothing, prior: nothing, propertyIds, choices: {} }),
      )
      const viewer: Viewer = { role: 'master', userId: 1, companyId: company.id, groupIds: [] }
      const state = stateFrom(callBack, { property_ids: propertyIds.join(',') })
      const engine = store.engineAt(new Date(company.now).toISOString())
      const { rows, total } = await engine.runReport(callBack, state, viewer)
      const found = rows.map((row) => ({
        id: Number(row.key.split(':')[1]),
        since: Date.parse(String(row.since)),
        reason: row.reason,
      }))
      const inOrder = (one: { id: number }, other: { id: number }) => one.id - other.id
      expect(found.sort(inOrder), `company ${company.id}`).toEqual(expected.sort(inOrder))
      const waitsFor = (words: string) => expected.filter(({ reason }) => reason.includes(words)).length
      expect(total).toMatchObject({
        people: expected.length,
        missedCalls: waitsFor('call'),
        questions: waitsFor('question'),
        tours: waitsFor('tour'),
      })
    }
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
        average: (found) => average(found('seconds')),
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
