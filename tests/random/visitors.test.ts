import { allowedFilters, dateFilterKey, type RawParams, type ReportDefinition, type Viewer } from '@leaselight/model'
import {
  appointments,
  boxscore,
  boxscoreResident,
  conversions,
  demographics,
  idVerification,
  tourEngagement,
  tourType,
  upcomingAppointments,
} from '@leaselight/reports/definitions'
import { openTestStore, stateFrom, type TestStore } from '@leaselight/reports/testing'
import { afterAll, beforeAll, describe, it } from 'vitest'
import { forEachInParallel } from '../inParallel'
import { plainResidents } from '../plain/residents'
import { addDays, daysOf } from '../plain/time'
import {
  plainAppointments,
  plainBoxscore,
  plainConversions,
  plainDemographics,
  plainTours,
  type VisitorFacts,
  type VisitorQuestion,
  visitorFacts,
} from '../plain/visitors'
import { SEED } from '../seed'
import { mergeImports } from './build'
import { createDraw, type Draw } from './draw'
import { expectRecount } from './expectRecount'
import { type VisitorCompany, visitorCompany } from './visitorCompany'

/**
 * Random companies with many visits, and random requests about them: every count must match an independent
 * recomputation from the contract's records. RANDOM_SEED repeats a run.
 */
const COMPANIES = Number(process.env.RANDOM_COMPANIES ?? 4)

let store: TestStore
let companies: VisitorCompany[]

beforeAll(async () => {
  companies = Array.from({ length: COMPANIES }, (_, at) => visitorCompany(at + 1, createDraw(SEED + at)))
  store = await openTestStore(mergeImports(companies.map((one) => one.records)))
})
afterAll(() => store.close())

/** A request for a company, plain and as REST parameters. */
function drawQuestion(
  report: ReportDefinition,
  company: VisitorCompany,
  { below, of, onceIn }: Draw,
  groupings: readonly [string, ...string[]],
) {
  const allowed = allowedFilters(report)
  const span = () => {
    const start = addDays(company.center, below(12) - 9)
    return { start, end: addDays(start, onceIn(4) ? 0 : below(10)) }
  }
  const current = span()
  const length = daysOf(current.start, current.end).length
  // A future period has no prior period.
  const own = dateFilterKey(report) === 'dateRange' && onceIn(3) ? span() : undefined
  const question: VisitorQuestion = {
    current,
    prior: own ?? { start: addDays(current.start, -length), end: addDays(current.start, -1) },
    propertyIds: onceIn(3) ? [company.id * 10 + 1] : [],
    agentIds: allowed.includes('agentIds') && onceIn(2) ? [1 + below(5), 1 + below(5)] : [],
    sources: allowed.includes('sources') && onceIn(2) ? [of(['Website', 'Signs', 'Unknown'] as const)] : [],
    groupBy: of(groupings),
    byCreated: onceIn(2),
    nonProspects: onceIn(3),
    rows: of(['contact', 'agent'] as const),
  }
  const dates: RawParams = {
    start_date: current.start,
    end_date: current.end,
    ...(own && { prior_start_date: own.start, prior_end_date: own.end }),
  }
  const people: RawParams = {
    ...(question.agentIds.length > 0 && { agent_ids: question.agentIds.join(',') }),
    ...(question.sources.length > 0 && { sources: question.sources.join(',') }),
  }
  const [chosen] = question.propertyIds
  return {
    question,
    dates,
    people,
    several: chosen ? { property_ids: String(chosen) } : {},
    one: chosen ? { property: String(chosen) } : {},
  }
}

type DrawnQuestion = ReturnType<typeof drawQuestion>

/** Queries every company, and compares every count of every row and total, and the lengths of some lists. */
async function compare(
  report: ReportDefinition,
  recount: (facts: VisitorFacts, question: VisitorQuestion) => void,
  paramsOf: (question: DrawnQuestion) => RawParams,
  groupings: readonly [string, ...string[]] = ['property'],
): Promise<void> {
  await forEachInParallel(companies, async (company) => {
    const draw = createDraw(SEED + company.id * 31 + report.key.length)
    const asking = drawQuestion(report, company, draw, groupings)
    const question = { ...asking.question, nonProspects: report === boxscore && asking.question.nonProspects }
    const facts = visitorFacts(company, question)
    recount(facts, question)
    const engine = store.engineAt(new Date(company.now).toISOString())
    const viewer: Viewer = { role: 'master', userId: 1, companyId: company.id, groupIds: [] }
    const state = stateFrom(report, { ...paramsOf(asking), ...asking.people })
    const about = `company ${company.id} ${JSON.stringify(question)}`
    await expectRecount({ engine, report, state, viewer, matches: facts.hits, draw, about })
  })
}

describe(`visitors of random companies (RANDOM_SEED=${SEED})`, { timeout: 300_000 }, () => {
  it('have the appointments a plain recount finds', async () => {
    const params = ({ dates, several, question }: DrawnQuestion) => ({
      ...dates,
      ...several,
      group_by: question.groupBy,
    })
    await compare(appointments, (facts, question) => plainAppointments(facts, question, false), params, [
      'property',
      'agent',
      'source',
    ])
  })

  it('have the upcoming appointments', async () => {
    const recount = (facts: VisitorFacts, question: VisitorQuestion) => plainAppointments(facts, question, true)
    const params = ({ several, question }: DrawnQuestion) => ({
      future_start_date: question.current.start,
      future_end_date: question.current.end,
      ...several,
      group_by: question.groupBy,
    })
    await compare(upcomingAppointments, recount, params, ['property', 'agent', 'source'])
  })

  it('have the conversions', async () => {
    const params = ({ dates, several, question }: DrawnQuestion) => ({
      ...dates,
      ...several,
      group_by: question.groupBy,
      prospects_by_create_date: String(question.byCreated),
    })
    await compare(conversions, plainConversions, params, ['property', 'agent', 'source', 'insert-method'])
  })

  it('have the boxscore', async () => {
    await compare(boxscore, plainBoxscore, ({ dates, one, question }) => ({
      ...dates,
      ...one,
      rows: question.rows,
      include_non_prospects: String(question.nonProspects),
    }))
  })

  it('have the units and residents', async () => {
    await compare(boxscoreResident, plainResidents, ({ dates, one }) => ({ ...dates, ...one }))
  })

  for (const report of [idVerification, tourEngagement, tourType] as const)
    it(`have the numbers of ${report.title}`, async () => {
      await compare(
        report,
        (facts) => plainTours(facts, report.key),
        ({ dates, several }) => ({ ...dates, ...several }),
      )
    })

  it('have the demographics', async () => {
    await compare(demographics, plainDemographics, ({ dates, several }) => ({ ...dates, ...several }))
  })
})
