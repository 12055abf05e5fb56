import { setImmediate } from 'node:timers/promises'
import { createEngine } from '@leaselight/engine'
import { QueryCancelled } from '@leaselight/facts'
import { pdfLines } from '@leaselight/files/testing'
import type { FindingsAnswer, StoredFinding, StoredProof } from '@leaselight/model'
import { loadQuery } from '@leaselight/reports/server'
import { addFindingPass, listEndedPasses } from '@leaselight/state'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { answerErrors } from '../testing/responseSchemas'
import { bearer, NOW, type Subject, type TestServer, testServer } from '../testing/server'
import { readFindings } from './read'

// Findings over the fixture company, whose two weeks are too short for any: what was found is written by hand.

let server: TestServer
beforeAll(async () => {
  server = await testServer({ WEBHOOK_PRIVATE_HOSTS: 'localhost:1' })
})
afterAll(() => server.close())

const proof = (property: number, change: Partial<StoredProof> = {}): StoredProof => ({
  report: 'calls',
  column: 'answered',
  whole: 'totalCalls',
  kind: 'share',
  level: 'property',
  keys: [property],
  hours: [],
  basis: 'change',
  slices: 4,
  now: { part: 10, whole: 50 },
  reference: { part: 160, whole: 200 },
  since: '2026-02-15',
  monthly: 30,
  chance: 0.001,
  trend: [0.8, 0.2],
  ...change,
})

const finding = (property: number, proofs = [proof(property)]): StoredFinding => ({
  key: `property:${property}:phone`,
  topic: 'phone',
  subject: { kind: 'property', key: property },
  since: '2026-02-15',
  cost: { leases: 1.5, dollars: 2_250 },
  weight: 2_000,
  proofs,
})

async function read(subject: Partial<Subject> = {}, headers = {}): Promise<FindingsAnswer> {
  const url = '/api/insights/findings'
  const response = await server.app.inject({ url, headers: { ...(await bearer(subject)), ...headers } })
  expect(await answerErrors(server.app, 'listFindings', response.json())).toBeNull()
  return response.json()
}

async function setRule(key: string, state: string, subject: Partial<Subject> = {}): Promise<number> {
  const response = await server.app.inject({
    method: 'PUT',
    url: '/api/insights/finding-rules',
    headers: await bearer(subject),
    payload: { finding: key, state },
  })
  if (response.statusCode === 200) expect(await answerErrors(server.app, 'setFindingRule', response.json())).toBeNull()
  return response.statusCode
}

/** Replaces what was found for everyone who has read findings. */
async function found(...findings: StoredFinding[]): Promise<void> {
  for (const { companyId, scope, ...pass } of await listEndedPasses(server.state, new Date(0))) {
    const { userId, role, factsVersion, day, endDay, tests, computedAt } = pass
    const result = { userId, role, factsVersion, day, endDay, tests, computedAt, findings }
    await addFindingPass(server.state, { companyId, scope }, result, NOW)
  }
}

const sentences = ({ findings }: FindingsAnswer) => findings.map(({ sentence }) => sentence)

test('looks at once for the first reader of findings, and finds none in two weeks', async () => {
  const answer = await read()
  expect(answer).toMatchObject({ findings: [], hidden: [], end: '2026-03-14' })
})

test('goes on looking when its reader leaves, for everyone who opens the page next', async () => {
  const engine = createEngine({ facts: server.store.facts, loadQuery, now: () => NOW })
  let searches = 0
  const histories: typeof engine.histories = (...request) => {
    searches++
    return engine.histories(...request)
  }
  const api = { engine: { ...engine, histories }, state: server.state, now: () => NOW }
  const viewer = { companyId: 1, userId: 202, role: 'agent', groupIds: [] }
  const leaves = new AbortController()
  const left = readFindings(api, viewer, leaves.signal)
  while (searches === 0) await setImmediate()
  leaves.abort()
  await expect(left).rejects.toThrow(QueryCancelled)
  const both = await Promise.all([readFindings(api, viewer), readFindings(api, viewer)])
  expect(both).toMatchObject([{ end: '2026-03-14' }, { end: '2026-03-14' }])
  expect(searches).toBe(1)
})

test('says what hurts, since when, what it costs, and where it shows', async () => {
  const lunch = proof(11, { level: 'hour', hours: [12, 13], now: { part: 2, whole: 30 } })
  const slow = proof(12, { report: 'response-time', column: 'late', whole: 'contacts' })
  await found(finding(11, [lunch, proof(11)]), finding(12, [slow]))
  const [first, second] = (await read()).findings
  // The report opens as it was watched: in office hours.
  expect(second?.sentence).toBe('Sunset Terrace answers 40 of 50 people within two office hours.')
  expect(second?.link.href).toContain('use_business_hours=true')
  expect(first).toMatchObject({
    key: 'property:11:phone',
    about: 'Phone calls',
    sentence: 'Harbor Point misses 28 of 30 calls between 12 PM and 2 PM.',
    comparison: '4 weeks to Mar 14. Before Feb 15, it would have been 6.',
    since: '2026-02-15',
    cost: { text: 'costs about 1.5 leases a month' },
    link: { report: 'calls' },
  })
  expect(first?.link.href).toContain('property_ids=11')
  expect(first?.link.href).toContain('group_by=hour')
  // 80 of 100 were answered before; a week has 30 / 4 / 2 calls in each of the two hours.
  expect(first?.usual?.low).toBeCloseTo(0.8 - 2 * Math.sqrt((0.8 * 0.2) / (30 / 4 / 2)), 5)
  expect(first?.usual?.high).toBe(1)
  expect(first?.proofs[1]?.sentence).toBe('Harbor Point misses 40 of 50 calls.')
  // The calls of these hours alone, and the property beside the others.
  expect(first?.proofs[0]?.cases.href).toContain('hours=12-13')
  expect(first?.proofs[0]?.beside.href).not.toContain('property_ids=11')
  expect(first?.proofs[1]?.cases.href).toBe(first?.proofs[1]?.link.href)
})

test('shows the weeks from before the change on, however long ago it was', async () => {
  const weeks = Array.from({ length: 60 }, (_, week) => week / 60)
  // The 31st week from the end begins on August 10.
  await found(
    finding(11, [proof(11, { trend: weeks, since: '2025-08-10' })]),
    finding(12, [proof(12, { trend: weeks })]),
  )
  const [long, short] = (await read()).findings
  expect(long?.since).toBe('2025-08-10')
  expect(long?.trend).toEqual(weeks.slice(-13))
  expect(long?.history).toEqual(weeks.slice(-31 - 8))
  expect(short?.history).toEqual(weeks.slice(-13))
  // An agent's own number names the agent, who needs no second mention.
  const alice = proof(11, { level: 'agent', keys: [11, 101] })
  await found(finding(11, [alice, proof(11)]), finding(12, [proof(12), { ...alice, keys: [12, 101] }]))
  const [own, whole] = (await read()).findings
  expect([own?.who, whole?.who]).toEqual([[], [expect.any(String)]])
})

test('hides a finding for one user, or for all, until it is shown again', async () => {
  await found(finding(11), finding(12))
  const colleague = { user_id: 1, role: 'master' }
  await read(colleague)
  await found(finding(11), finding(12))
  expect(await setRule('property:11:phone', 'snoozed')).toBe(200)
  const mine = await read()
  expect(sentences(mine)).toEqual(['Sunset Terrace misses 40 of 50 calls.'])
  expect(mine.hidden).toMatchObject([{ key: 'property:11:phone', kind: 'snoozed', by: 'you' }])
  expect(sentences(await read(colleague))).toHaveLength(2)
  expect(await setRule('property:12:phone', 'dismissed')).toBe(200)
  expect((await read(colleague)).hidden).toMatchObject([{ kind: 'dismissed', by: null }])
  expect(await setRule('property:12:phone', 'shown', colleague)).toBe(200)
  expect(await setRule('property:11:phone', 'shown')).toBe(200)
  expect(sentences(await read())).toHaveLength(2)
})

test('waits in the navigation until it is hidden, without being looked for', async () => {
  const waiting = async (subject: Partial<Subject>) => {
    const url = '/api/insights/findings/waiting'
    const response = await server.app.inject({ url, headers: await bearer(subject) })
    expect(await answerErrors(server.app, 'listWaitingFindings', response.json())).toBeNull()
    return response.json()
  }
  await found(finding(11), finding(12))
  const first = {
    ...{ key: 'property:11:phone', report: 'calls', property_id: 11, since_text: 'since about Feb 15' },
    shown_by: [
      {
        report: 'calls',
        sentence: 'Harbor Point misses 40 of 50 calls.',
        href: (await read()).findings[0]?.link.href,
      },
    ],
  }
  expect(await waiting({})).toEqual([first, expect.objectContaining({ key: 'property:12:phone' })])
  expect(await setRule('property:12:phone', 'snoozed')).toBe(200)
  expect(await waiting({})).toEqual([first])
  expect(await setRule('property:12:phone', 'shown')).toBe(200)
  const passes = async () => (await listEndedPasses(server.state, new Date(0))).length
  const before = await passes()
  // Nobody of the other company has looked, which is not the same as nothing found.
  expect(await waiting({ company_id: 2, user_id: 301 })).toBeNull()
  expect(await passes()).toBe(before)
})

test('says nothing of what a reader may not see, and takes no rule about it', async () => {
  await found(finding(11), finding(12))
  // An agent of the first property alone.
  const agent = { user_id: 203, role: 'agent' }
  await read(agent)
  await found(finding(11), finding(12))
  const seen = await read(agent)
  expect(sentences(seen).filter((one) => one.includes('Sunset'))).toEqual([])
  expect(await setRule('property:12:phone', 'dismissed', agent)).toBe(404)
  expect(await setRule('property:999:phone', 'dismissed')).toBe(404)
  expect(await setRule('property:11:weather', 'dismissed')).toBe(404)
  expect((await read({ company_id: 2, user_id: 301 })).findings).toEqual([])
})

test('is on paper as on the screen', async () => {
  await found(finding(11))
  const url = '/api/reports/snapshot/export?format=pdf&preset=last_7_days'
  const { rawPayload } = await server.app.inject({ url, headers: await bearer({}) })
  const text = (await pdfLines(rawPayload)).join(' ')
  expect(text).toContain('One thing needs you.')
  expect(text).toContain('Harbor Point misses 40 of 50 calls.')
  expect(text).toContain('Before Feb 15, it would have been 10. Since about Feb 15. Costs about 1.5 leases a month.')
})

test('disguises names in a sales demo', async () => {
  await found(finding(11))
  const [first] = (await read({}, { 'x-demo': 'true' })).findings
  expect(first?.sentence).toContain('misses 40 of 50 calls.')
  expect(JSON.stringify(first)).not.toContain('Harbor')
})

test('reaches a webhook once, as far as its owner sees the property', async () => {
  await found(finding(11), finding(12))
  const toldTo = async (subject: Partial<Subject>) => {
    const headers = await bearer(subject)
    const payload = { name: 'Channel', kind: 'slack', address: 'http://localhost:1/x', events: ['finding'] }
    await server.app.inject({ method: 'POST', url: '/api/webhooks', headers, payload })
    await server.app.inject({ url: '/api/insights/findings', headers })
    // A search that is still going on would replace what is written by hand.
    await server.app.findNow()
    await found(finding(11), finding(12))
    for (let look = 0; look < 2; look++) await server.app.hookNow()
    const [webhook] = (await server.app.inject({ url: '/api/webhooks', headers })).json()
    await server.app.inject({ method: 'DELETE', url: `/api/webhooks/${webhook.id}`, headers })
    return webhook.calls.map(({ title }: { title: string }) => title).sort()
  }
  const harbor = 'Harbor Point misses 40 of 50 calls.'
  expect(await toldTo({})).toEqual([harbor, 'Sunset Terrace misses 40 of 50 calls.'])
  expect(await toldTo({ user_id: 202 })).toEqual([harbor])
})

test('looks again after an import, with the rights that its reader has then', async () => {
  await found(finding(11))
  expect(sentences(await read())).toHaveLength(1)
  await server.store.load({ sources: [{ id: 77, company_id: 1, name: 'A new source', is_paid: false }] })
  await server.app.findNow()
  expect((await read()).findings).toEqual([])
})
