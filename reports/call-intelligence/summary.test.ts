import { describeDecision, evidenceOf, formatCell, judge } from '@leaselight/model'
import { fixtureCompany, otherCompany } from '@leaselight/sample'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { openTestStore, type TestStore } from '../testing'
import { reportReader } from '../testingReader'
import { callIntelligence } from './report'
import { summarize } from './summary'

const numbers = (totalCalls: number, answered: number, missed: number, appointments: number) => ({
  totalCalls,
  answered,
  answeredRate: totalCalls === 0 ? null : answered / totalCalls,
  missed,
  appointments,
  appointmentRate: totalCalls === 0 ? null : appointments / totalCalls,
})
/** The judgements of the total against other numbers, as the engine makes them. */
const against = (total: ReturnType<typeof numbers>, prior: ReturnType<typeof numbers>) => {
  const described = (['totalCalls', 'answeredRate'] as const).map((key) => {
    const column = callIntelligence.columns[key]
    const evidence = (from: typeof total) => evidenceOf(callIntelligence.columns, key, from)
    const decision = judge({ current: evidence(total), prior: evidence(prior) })
    const priorText = formatCell(prior[key], column.format)
    return [key, describeDecision(decision, { column, current: total[key], prior: prior[key], priorText })] as const
  })
  return { total, judgement: Object.fromEntries(described) }
}
const today = '2026-03-15'
const day = (number: string, missed: number | null) => ({ day: `2026-03-${number}`, missed })

describe('the summary', () => {
  test('says how many calls, how well answered, the worst day, and the results', () => {
    const series = [day('08', 1), day('09', 6), day('10', 0), day('11', null)]
    expect(summarize({ ...against(numbers(40, 20, 7, 5), numbers(80, 64, 1, 1)), series, today })).toEqual([
      '40 calls came in, fewer than in the days before (was 80).',
      '20 of 40 were answered (50%), a smaller share than before (was 80.0%).',
      '7 calls were missed, the most in one day on Mar 9: 6.',
      '5 calls led to an appointment (13%).',
    ])
  })

  test('calls a change none when chance alone explains it', () => {
    const sentences = summarize({ ...against(numbers(40, 30, 7, 5), numbers(50, 40, 1, 1)), series: [], today })
    expect(sentences.slice(0, 2)).toEqual([
      '40 calls came in, about as many as in the days before.',
      '30 of 40 were answered (75%), about the same share as before.',
    ])
  })

  test('names no day where none is worst', () => {
    const series = [day('08', 1), day('09', 1)]
    const sentences = summarize({ ...against(numbers(2, 0, 2, 0), numbers(2, 0, 0, 0)), series, today })
    expect(sentences).toEqual([
      '2 calls came in.',
      '0 of 2 were answered.',
      '2 calls were missed.',
      'None of the calls led to an appointment.',
    ])
  })

  test('omits comparisons without prior calls, and percentages of few', () => {
    const sentences = summarize({ ...against(numbers(1, 1, 0, 1), numbers(0, 0, 0, 0)), series: [], today })
    expect(sentences.slice(1)).toEqual([
      '1 of 1 were answered.',
      'No call was missed.',
      '1 call led to an appointment.',
    ])
    expect(summarize({ total: numbers(0, 0, 0, 0), judgement: null, series: [], today })).toEqual([
      'No calls in this period.',
    ])
  })
})

describe('under the company’s flags', () => {
  let store: TestStore
  const { run } = reportReader(() => store, callIntelligence)
  beforeAll(async () => {
    store = await openTestStore(fixtureCompany, otherCompany)
  })
  afterAll(() => store.close())

  const flagged = async (feature_flags: Record<string, boolean>) => {
    const [company] = fixtureCompany.companies
    if (!company) throw new Error('The fixture company has lost its company.')
    await store.load({ companies: [{ ...company, feature_flags }] })
  }

  it('is in the result only where it is switched on', async () => {
    // Nine calls after one; four answered after one of one; two missed on two days; one appointment.
    await flagged({ call_intelligence_generative_insight: true })
    expect((await run()).metadata).toEqual({
      summary: ['9 calls came in.', '4 of 9 were answered.', '2 calls were missed.', '1 call led to an appointment.'],
    })
    await flagged({ call_intelligence_generative_insight: false })
    expect((await run()).metadata).toEqual({ summary: null })
  })

  it('rejects the additional filters with a sentence where they are switched off', async () => {
    await flagged({ call_intelligence_filter: true })
    expect((await run({ caller_types: 'resident,other' })).total.totalCalls).toBe(2)
    await flagged({ call_intelligence_generative_insight: false })
    await expect(run({ caller_types: 'resident' })).rejects.toThrow(
      'Call intelligence can’t be filtered by caller types: that isn’t turned on for your company.',
    )
    expect((await run({ property_ids: '11' })).total.totalCalls).toBe(6)
  })
})
