import type { RawParams, ReportDefinition, Viewer } from '@leaselight/model'
import {
  ai,
  aiChat,
  aiEmail,
  aiLeasing,
  aiSms,
  aiVoice,
  callIntelligence,
  callIntelligenceAgent,
  callIntelligenceConversions,
  callIntelligenceIntents,
  callLog,
  callTranscripts,
  sessions,
  snapshot,
} from '@leaselight/reports/definitions'
import { openTestStore, stateFrom, type TestStore } from '@leaselight/reports/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { plainCallList } from '../plain/callLists'
import {
  type CommunicationFacts,
  type CommunicationQuestion,
  communicationFacts,
  plainAi,
  plainAiLeasing,
  plainCallAgents,
  plainCallConversions,
  plainIntents,
  plainOverview,
  plainSessions,
  plainSnapshot,
} from '../plain/communication'
import { addDays, daysOf } from '../plain/time'
import { SEED } from '../seed'
import { mergeImports } from './build'
import { type CommunicationCompany, communicationCompany, SEARCHES } from './communicationCompany'
import { createDraw, type Draw } from './draw'
import { average, expectRecount, type Measures, quantile, sum } from './expectRecount'

/**
 * Random companies with calls, messages, and web sessions, and random requests: every number and every list row must
 * match an independent recomputation from the contract's records. RANDOM_SEED repeats a run.
 */
const COMPANIES = Number(process.env.RANDOM_COMPANIES ?? 4)
/** Requests per company and report. */
const QUESTIONS = 2

let store: TestStore
let companies: CommunicationCompany[]

beforeAll(async () => {
  companies = Array.from({ length: COMPANIES }, (_, at) => communicationCompany(at + 1, createDraw(SEED + at)))
  store = await openTestStore(mergeImports(companies.map((one) => one.records)))
})
afterAll(() => store.close())

/** A filter or switch of a report. */
type Choice = 'calls' | 'groupBy' | 'by' | 'callerTypes' | 'agents' | 'search'

interface DrawnQuestion {
  question: CommunicationQuestion
  params: RawParams
}

/** A request for a company, plain and as REST parameters. */
function drawQuestion(
  company: CommunicationCompany,
  { below, of, onceIn }: Draw,
  choices: readonly Choice[],
): DrawnQuestion {
  const start = addDays(company.center, below(10) - 8)
  const current = { start, end: addDays(start, onceIn(4) ? 0 : below(9)) }
  const length = daysOf(current.start, current.end).length
  const may = <T>(choice: Choice, value: T, otherwise: T): T =>
    choices.includes(choice) || (choices.includes('calls') && ['callerTypes', 'agents'].includes(choice))
      ? value
      : otherwise
  const question: CommunicationQuestion = {
    current,
    prior: { start: addDays(start, -length), end: addDays(start, -1) },
    propertyIds: onceIn(4) ? [company.id * 10 + 1] : [],
    callerTypes: may('callerTypes', onceIn(3) ? [of(['prospect-first-call', 'resident'] as const)] : [], []),
    sources: may('calls', onceIn(3) ? [of(['Website', 'Unknown'] as const)] : [], []),
    agentIds: may('agents', onceIn(3) ? [1 + below(4)] : [], []),
    scheduled: may('calls', of(['ALL', 'ALL', 'SCHEDULED', 'NOT_SCHEDULED'] as const), 'ALL'),
    groupBy: may('groupBy', of(['property', 'source', 'agent'] as const), 'property'),
    by: may('by', of(['day', 'hour'] as const), 'day'),
    search: may('search', of(SEARCHES), ''),
  }
  const list = (name: string, values: readonly (string | number)[]): RawParams =>
    values.length > 0 ? { [name]: values.join(',') } : {}
  return {
    question,
    params: {
      start_date: current.start,
      end_date: current.end,
      ...list('property_ids', question.propertyIds),
      ...list('caller_types', question.callerTypes),
      ...list('sources', question.sources),
      ...list('agent_ids', question.agentIds),
      ...(question.scheduled !== 'ALL' && { scheduled: question.scheduled }),
      ...(choices.includes('groupBy') && { group_by: question.groupBy }),
      ...(choices.includes('by') && { by: question.by }),
      ...(choices.includes('search') && { search: question.search }),
    },
  }
}

/** Runs a random request on every company that has the report. */
async function everyCompany(
  report: ReportDefinition,
  choices: readonly Choice[],
  check: (
    asking: DrawnQuestion & {
      company: CommunicationCompany
      facts: CommunicationFacts
      draw: Draw
      viewer: Viewer
      about: string
    },
  ) => Promise<void>,
): Promise<void> {
  await Promise.all(
    companies.flatMap((company) =>
      Array.from({ length: QUESTIONS }, async (_, time) => {
        const draw = createDraw(SEED + company.id * 31 + report.key.length + time * 1009)
        const asking = drawQuestion(company, draw, choices)
        const facts = communicationFacts(company, asking.question)
        const viewer: Viewer = { role: 'master', userId: 1, companyId: company.id, groupIds: [] }
        const about = `RANDOM_SEED=${SEED}: company ${company.id}, ${report.key} ${JSON.stringify(asking.params)}`
        await check({ ...asking, company, facts, draw, viewer, about })
      }),
    ),
  )
}

async function compare(
  report: ReportDefinition,
  plain: (facts: CommunicationFacts) => void,
  choices: readonly Choice[] = [],
  measuresOf: (facts: CommunicationFacts) => Measures = () => ({}),
): Promise<void> {
  await everyCompany(report, choices, async ({ company, params, facts, draw, viewer, about }) => {
    plain(facts)
    const engine = store.engineAt(new Date(company.now).toISOString())
    const state = stateFrom(report, params)
    await expectRecount({
      engine,
      report,
      state,
      viewer,
      matches: facts.hits,
      measures: measuresOf(facts),
      draw,
      about,
    })
  })
}

const callMeasures = (): Measures => ({
  talkTime: (found) => sum(found('talk')),
  score: (found) => average(found('scored')),
})

const aiMeasures = (): Measures => ({
  messagesIn: (found) => sum(found('in')),
  messagesOut: (found) => sum(found('out')),
  medianFirstReply: (found) => quantile(found('reply'), 0.5),
  hoursSaved: (found) => sum(found('handled')) / 3600,
})

describe(`talk in random companies (RANDOM_SEED=${SEED})`, { timeout: 300_000 }, () => {
  it('has the calls a plain recount finds, by day, weekday and hour', async () => {
    await compare(callIntelligence, plainOverview, ['calls', 'by'], callMeasures)
  })

  it('leads from a first call to a lease', async () => {
    await compare(callIntelligenceConversions, plainCallConversions, ['calls', 'groupBy'])
  })

  it('is about what it is about', async () => {
    await compare(callIntelligenceIntents, plainIntents, ['calls'], ({ hits }) => ({
      share: (_found, once, period) => {
        const whole = new Set(hits.flatMap((hit) => (hit.period === period ? [hit.id] : []))).size
        return whole > 0 ? once('totalCalls').length / whole : null
      },
      averageDuration: (_found, once) => average(once('duration')),
    }))
  })

  it('is answered by whom it is answered', async () => {
    await compare(callIntelligenceAgent, plainCallAgents, ['calls'], callMeasures)
  })

  it('is taken on by AI', async () => {
    await compare(ai, (facts) => plainAi(facts), [], aiMeasures)
  })

  for (const [report, channel] of [
    [aiVoice, 'voice'],
    [aiEmail, 'email'],
    [aiChat, 'chat'],
    [aiSms, 'sms'],
  ] as const)
    it(`is taken on by AI (${channel})`, async () => {
      await compare(report, (facts) => plainAi(facts, channel), [], aiMeasures)
    })

  it('with AI leads further, or does not', async () => {
    await compare(aiLeasing, plainAiLeasing)
  })

  it('makes the headlines', async () => {
    await compare(snapshot, plainSnapshot)
  })

  it('begins on the web', async () => {
    await compare(sessions, plainSessions, [], () => ({ pageViews: (found) => sum(found('views')) }))
  })

  for (const [report, choices] of [
    [callLog, ['callerTypes']],
    [callTranscripts, ['callerTypes', 'agents', 'search']],
  ] as const)
    it(`stands line by line in ${report.title}`, async () => {
      await everyCompany(report, choices, async ({ company, params, facts, viewer, about }) => {
        const expected = plainCallList(facts, report === callTranscripts)
        const engine = store.engineAt(new Date(company.now).toISOString())
        const { rows, total } = await engine.runReport(report, stateFrom(report, params), viewer)
        const fields = Object.keys(expected[0] ?? {})
        const lines = rows.map((row) => {
          const cells = new Map<string, unknown>(Object.entries(row)).set(
            'at',
            Date.parse(String(row.startedAt ?? row.time)),
          )
          return Object.fromEntries(fields.map((field) => [field, cells.get(field)]))
        })
        expect(lines, about).toEqual(expected)
        expect(total.calls, about).toBe(expected.length)
        if (report === callTranscripts)
          expect(total.mentions, about).toBe(sum(expected.map(({ mentions }) => Number(mentions))))
      })
    })
})
