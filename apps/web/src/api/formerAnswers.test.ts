import { describe, expect, it } from 'vitest'
import { completeAnswer } from './formerAnswers'

const link = { report: 'response-time', href: '/response-time?property_ids=11' }

describe('an answer of the release before', () => {
  it('has findings whose history is their trend, and whose peers are behind their own link', () => {
    const former = { findings: [{ key: 'a', trend: [1, null, 3], proofs: [{ report: 'response-time', link }] }] }
    expect(completeAnswer('/api/insights/findings', former)).toEqual({
      findings: [
        {
          ...{ key: 'a', trend: [1, null, 3], history: [1, null, 3] },
          proofs: [{ report: 'response-time', link, beside: link }],
        },
      ],
    })
  })

  it('has marks that say nothing on other pages, and may have none yet', () => {
    const former = [{ key: 'a', report: 'snapshot', propertyId: 11, sinceText: 'since about Mar 21' }]
    expect(completeAnswer('/api/insights/findings/waiting', former)).toEqual([{ ...former[0], shownBy: [] }])
    expect(completeAnswer('/api/insights/findings/waiting', null)).toBeNull()
  })

  it('is left as it is where it has every field', () => {
    const current = [{ key: 'a', shownBy: [{ report: 'calls', sentence: 'Fewer calls', href: '/calls' }] }]
    expect(completeAnswer('/api/insights/findings/waiting', current)).toEqual(current)
    expect(completeAnswer('/api/profile', { name: 'Maya' })).toEqual({ name: 'Maya' })
  })
})
