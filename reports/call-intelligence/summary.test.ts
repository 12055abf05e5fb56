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
const day = (number: string, missed: number | null) => ({ day: `2026-03-${number}`, missed })

describe('the summary', () => {
  test('says how many calls, how well answered, the worst day, and the results', () => {
    const series = [day('08', 1), day('09', 6), day('10', 0), day('11', null)]
    expect(summarize({ total: numbers(40, 30, 7, 5), priorTotal: numbers(50, 40, 1, 1), series })).toEqual([
      '40 calls came in, 10 fewer than in the days before.',
      '30 of 40 were answered (75.0 %), 5.0 points fewer than before.',
      '7 calls were missed, the most in one day on Mar 9, 2026: 6.',
      '5 calls led to an appointment (12.5 %).',
    ])
  })

  test('names no day where none is worst', () => {
    const series = [day('08', 1), day('09', 1)]
    const sentences = summarize({ total: numbers(2, 0, 2, 0), priorTotal: numbers(2, 0, 0, 0), series })
    expect(sentences).toEqual([
      '2 calls came in, as many as in the days before.',
      '0 of 2 were answered (0.0 %), the same share as before.',
      '2 calls were missed.',
      'None of the calls led to an appointment.',
    ])
  })

  test('omits comparisons without prior calls', () => {
    const sentences = summarize({ total: numbers(1, 1, 0, 1), priorTotal: numbers(0, 0, 0, 0), series: [] })
    expect(sentences.slice(1)).toEqual([
      '1 of 1 were answered (100.0 %).',
      'No call was missed.',
      '1 call led to an appointment (100.0 %).',
    ])
    expect(summarize({ total: numbers(0, 0, 0, 0), priorTotal: null, series: [] })).toEqual([
      'Nobody called in these days.',
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
      summary: [
        '9 calls came in, 8 more than in the days before.',
        '4 of 9 were answered (44.4 %), 55.6 points fewer than before.',
        '2 calls were missed.',
        '1 call led to an appointment (11.1 %).',
      ],
    })
    await flagged({ call_intelligence_generative_insight: false })
    expect((await run()).metadata).toEqual({ summary: null })
  })

  it('rejects the additional filters with a sentence where they are switched off', async () => {
    await flagged({ call_intelligence_filter: true })
    expect((await run({ caller_types: 'resident,other' })).total.totalCalls).toBe(2)
    await flagged({ call_intelligence_generative_insight: false })
    await expect(run({ caller_types: 'resident' })).rejects.toThrow(
      "Call intelligence can't be filtered by caller types in your company: that is not switched on.",
    )
    expect((await run({ property_ids: '11' })).total.totalCalls).toBe(6)
  })
})
