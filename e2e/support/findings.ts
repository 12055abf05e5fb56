import { WEEK } from './test'

const WEEK_DAYS = { start: '2026-03-08', end: '2026-03-14' }

/** A finding about people without an answer, of whom a property usually has one in ten. */
export function answersFinding({ id, name }: { id: number; name: string }) {
  const link = { report: 'response-time', params: {}, href: '/response-time' }
  const words = {
    sentence: `${name} leaves 2 of 3 people without an answer.`,
    comparison: 'The week to Mar 14. Before Feb 15, it would have been 0 people.',
  }
  return {
    ...phoneFinding({ id, name }),
    ...{ key: `property:${id}:answers`, topic: 'answers', about: 'Answers to leads', ...words, link, level: 0.1 },
    proofs: [
      { report: 'response-time', title: 'Response Time', ...words, period: WEEK_DAYS, link, cases: link, beside: link },
    ],
  }
}

/** A finding about calls that a property missed, as the server sends it. The fixture company is too small to have one. */
export function phoneFinding({ id, name }: { id: number; name: string }) {
  const link = { report: 'calls', params: {}, href: `/calls?${WEEK}&property_ids=${id}&caller_type=ALL` }
  const words = {
    sentence: `${name} misses 2 of 6 calls.`,
    comparison: 'The week to Mar 14. At the other property, it would be 1 call.',
  }
  return {
    ...{ key: `property:${id}:phone`, topic: 'phone', about: 'Phone calls', ...words, since: null, since_text: '' },
    subject: { kind: 'property', property_id: id, name },
    cost: { leases: 0, dollars: 50, text: 'costs about $50 a month' },
    ...{
      who: [],
      around: [],
      trend: [1, 2, 3, 2],
      history: [1, 2, 3, 2],
      usual: { low: 0, high: 1 },
      level: null,
      link,
    },
    proofs: [{ report: 'calls', title: 'Calls', ...words, period: WEEK_DAYS, link, cases: link, beside: link }],
  }
}
