import { type ChangeExplanation, stringifySearch } from '@leaselight/model'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bearer, type Subject, type TestServer, testServer } from '../testing/server'

// March 8–14 against March 1–7, counted in reports/snapshot: prospects 4 → 6. By property: Harbor Point (11) 2 → 4,
// Sunset Terrace (12) 2 → 2. Calls 1 → 9, leases 0 → 3.

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

const get = async (url: string, subject: Partial<Subject> = {}) =>
  server.app.inject({ url, headers: await bearer(subject) })

const changed = async (search = '', subject: Partial<Subject> = {}): Promise<ChangeExplanation> =>
  (await get(`/api/insights/what-changed${search}`, subject)).json()

const of = ({ headlines }: ChangeExplanation, column: string) => {
  const found = headlines.find((headline) => headline.column === column)
  if (!found) throw new Error(`Nothing is said of ${column}.`)
  return found
}

test('says what was counted and by whom, and calls nothing a change that began within the prior period', async () => {
  const answer = await changed()
  const calls = of(answer, 'calls')
  expect(calls).toMatchObject({ current: 9, prior: 1, change: 8, notable: false, ratio: 8, verdict: 'neutral' })
  expect(calls.judgement).toMatchObject({ state: 'incomparable', tone: 'neutral', change: '' })
  expect(calls.sentence).toBe('Calls: 9, no data before Mar 6.')
  expect(answer.headlines.map(({ explanation }) => explanation)).toEqual(answer.headlines.map(() => null))
  const prospects = of(answer, 'prospects')
  expect(prospects).toMatchObject({ current: 6, prior: 4, change: 2, ratio: 0.5, verdict: 'neutral', notable: false })
  expect(prospects.by[0]).toMatchObject({
    dimension: 'property',
    contributions: [
      {
        key: 'property:11',
        name: 'Harbor Point',
        current: 4,
        prior: 2,
        change: 2,
        sentence: 'Harbor Point: 2 more (2 → 4).',
      },
    ],
    others: { rows: 1, current: 2, prior: 2, change: 0 },
  })
})

test('parts sum to the change, and each leads to its own number', async () => {
  for (const search of ['', '?named=1', '?preset=last_14_days&named=50', '?property_ids=12', '?sources=Zillow']) {
    const answer = await changed(search)
    for (const { column, change, by } of answer.headlines)
      for (const { dimension, contributions, others } of by) {
        const sum = contributions.reduce((all, part) => all + part.change, others.change)
        expect([search, column, dimension, sum]).toEqual([search, column, dimension, change])
      }
  }
  for (const { column, by } of (await changed('?preset=last_14_days')).headlines)
    for (const part of by.flatMap(({ contributions }) => contributions)) {
      const query = new URLSearchParams(part.link.params)
      const { total, prior_total } = (await get(`/api/reports/${part.link.report}?${query}`)).json()
      const said = [column, part.key, part.current, part.prior]
      // "No agent" can't be a filter, so that link leads to the agents.
      if (part.key !== 'agent:0') expect([column, part.key, total[column], prior_total[column]]).toEqual(said)
      expect(part.link.href).toMatch(/^\/insights\?view=snapshot&preset=/)
    }
})

test('says nothing of what one may not see', async () => {
  const text = JSON.stringify(await changed('?named=50', { user_id: 202 }))
  expect(text).toContain('Harbor Point')
  expect(text).not.toMatch(/Sunset Terrace|property:12/)
})

test('GraphQL says the same', async () => {
  const query = `query($input: WhatChangedInput) { whatChanged(input: $input) { headlines { column label current prior change
    ratio verdict notable judgement { state tone direction deviations low high change words } sentence explanation explained_by: explainedBy by { dimension label
      contributions { key name current prior change sentence link { report href params } }
      others { rows current prior change } } link { report href } } } }`
  const payload = { query, variables: { input: { propertyIds: [11], named: 2 } } }
  const response = await server.app.inject({ method: 'POST', url: '/api/graphql', headers: await bearer(), payload })
  const { data, errors } = response.json()
  expect(errors).toBeUndefined()
  const rest = await changed('?property_ids=11&named=2')
  const flat = rest.headlines.map(({ link: { params: _, ...link }, by, ...headline }) => ({
    ...headline,
    // GraphQL's values of an enumeration are in capitals.
    judgement: headline.judgement && { ...headline.judgement, state: headline.judgement.state.toUpperCase() },
    link,
    by: by.map(({ contributions, ...one }) => ({
      ...one,
      contributions: contributions.map((part) => ({
        ...part,
        link: {
          ...part.link,
          params: stringifySearch(part.link.params).slice(1),
        },
      })),
    })),
  }))
  expect(data.whatChanged.headlines).toEqual(flat)
})

test.each([
  ['?named=0', /named must be a whole number from 1 to 50/],
  ['?named=x', /named must be/],
  ['?group_by=agent', /group_by/],
  ['?wings=2', /wings is not a parameter/],
  ['?preset=soon', /preset must be/],
])('%s is answered with a sentence', async (search, sentence) => {
  const response = await get(`/api/insights/what-changed${search}`)
  expect(response.statusCode).toBe(400)
  expect(response.json().error.message).toMatch(sentence)
})
