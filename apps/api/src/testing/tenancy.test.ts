import { attributeId } from '@leaselight/engine'
import { reports } from '@leaselight/reports'
import { fixtureCompany } from '@leaselight/sample'
import { addReconciliation } from '@leaselight/state'
import { EVERYTHING, SEED } from '@leaselight/tests/seed'
import { PDFParse } from 'pdf-parse'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aliases } from '../reports/aliases'
import { foreignCompany } from './foreignCompany'
import { graphql } from './graphqlIdRoutes'
import { documented, idRoutes } from './idRoutes'
import type { IdRoute, OwnIds, Request } from './idRouteTypes'
import { type IdKind, idKinds, WIDE } from './ids'
import { storedVisits } from './reconciliation'
import { routesOf } from './routes'
import { bearer, NOW, type Subject, type TestServer, testServer } from './server'

const viewers = {
  'a manager of everything': { user_id: 201, role: 'manager' },
  'a manager of one property': { user_id: 202, role: 'manager' },
  'an agent of the other property': { user_id: 204, role: 'agent' },
  'an administrator': { user_id: 206, role: 'admin' },
} as const
type Who = keyof typeof viewers
const everybody = Object.keys(viewers) as Who[]

/** Objects that exist but aren't accessible to a user, by kind: ids, or names where the parameter uses names. */
type Outside = Record<IdKind, string[]>

const hiddenCompany = {
  property: ['21', '31'],
  agent: ['888'],
  user: ['889'],
  call: ['6888'],
  thread: ['fremd-6001', 'fremd-6888', 'other-6001'],
  prospect: ['2001', '3001'],
  attribute: [],
  trait: [],
  team: [],
  source: ['Fremd Website'],
  campaign: ['40888'],
}
/** Objects created by others, by the user who can't access them. */
const ofAdmins = ['mail', 'mapping', 'feed', 'feedRun', 'feedKey'] as const
const createdKinds = [
  'batch',
  'saved',
  'schedule',
  'watch',
  'pin',
  'accessKey',
  'webhook',
  'reconciliation',
  'timelineNote',
  'delivery',
  ...ofAdmins,
] as const
type Created = Record<(typeof createdKinds)[number], string[]>
const noneYet = (): Created => ({
  ...{ batch: [], saved: [], schedule: [], watch: [], pin: [], accessKey: [], webhook: [], reconciliation: [] },
  ...{ delivery: [], timelineNote: [] },
  ...{ mail: [], mapping: [], feed: [], feedRun: [], feedKey: [] },
})
const createdIds: Record<Who, Created> = {
  'a manager of everything': noneYet(),
  'a manager of one property': noneYet(),
  'an agent of the other property': noneYet(),
  'an administrator': noneYet(),
}
const inWorld = (list: readonly { id: number; property_id: number }[] | undefined, property: number) =>
  (list ?? []).filter((one) => one.property_id === property).map(({ id }) => String(id))
/** Everything about a property of their own company that a user may not see. */
const unseen = (property: number, attributes: Record<string, string>) => ({
  property: [...hiddenCompany.property, String(property)],
  call: [...hiddenCompany.call, ...inWorld(fixtureCompany.calls, property)],
  prospect: [...hiddenCompany.prospect, ...inWorld(fixtureCompany.prospects, property)],
  attribute: Object.entries(attributes).map(([key, value]) => String(attributeId(key, value))),
  trait: Object.entries(attributes).map(([key, value]) => `${key}:${value}`),
})
const outside: Record<Who, Outside> = {
  'a manager of everything': { ...hiddenCompany, ...createdIds['a manager of everything'] },
  'a manager of one property': {
    ...hiddenCompany,
    ...unseen(12, { Region: 'West', Class: 'B' }),
    team: ['52'],
    ...createdIds['a manager of one property'],
  },
  'an agent of the other property': {
    ...hiddenCompany,
    ...unseen(11, { Region: 'East', Class: 'A' }),
    thread: [...hiddenCompany.thread, 'little-6001'],
    team: ['51'],
    ...createdIds['an agent of the other property'],
  },
  'an administrator': { ...hiddenCompany, ...createdIds['an administrator'] },
}

const UUID = '00000000-0000-4000-8000-00000000000'
/** What is nowhere. */
const absent = (kind: IdKind, index: number): string => {
  if (createdKinds.some((one) => one === kind)) return `${UUID}${index}`
  if (kind === 'trait') return `Region:Nowhere${index}`
  return `${kind === 'thread' || kind === 'source' ? 'Nowhere ' : ''}99009${index}`
}

const ownIds: Record<Who, Record<string, string>> = {
  'a manager of everything': { property: '11', agent: '101', call: '6001', prospect: '1001' },
  'a manager of one property': { property: '11', agent: '101', call: '6001', prospect: '1001' },
  'an agent of the other property': { property: '12', agent: '103' },
  'an administrator': { property: '11', agent: '101', call: '6001', prospect: '1001' },
}

let server: TestServer
beforeAll(async () => {
  server = await testServer({ SIGN_IN_LIMIT: '10000', EXPORT_LIMIT: '10000' })
  const { now, ...records } = foreignCompany()
  await server.store.load(records, { now: Date.parse(now) })
  const timing = { frequency: 'DAILY', weekdays: [], time: '07:00', time_zone: 'America/New_York', formats: ['csv'] }
  const makes = async (name: string, subject: Partial<Subject> & { user_id: number }, property: string) => {
    const headers = await bearer(subject)
    const make = async (url: string, payload: object) => {
      const response = await server.app.inject({ method: 'POST', url, headers, payload })
      expect([url, response.statusCode]).toEqual([url, 200])
      return response.json()
    }
    const params = { ...WIDE, property_ids: property }
    const [batch] = await make('/api/prospect-batches', { report: 'activity', params, column: 'leads' })
    const { saved_report_id: saved } = await make('/api/saved-reports/create', { name, report: 'activity', params })
    const { id: schedule } = await make('/api/scheduled-reports/create', {
      name,
      report: 'activity',
      params,
      ...timing,
    })
    const { id: delivery } = await make(`/api/scheduled-reports/${schedule}/send-now`, {})
    const { id: watch } = await make('/api/watches', {
      report: 'activity',
      params: { preset: 'last_7_days', property_ids: property },
      column: 'leads',
      condition: 'unusual',
      time_zone: timing.time_zone,
    })
    const { id: pin } = await make('/api/my-page/pins', { report: 'activity', params, kind: 'number', item: 'leads' })
    const { id: accessKey } = await make('/api/keys/links', {
      ...{ name, kind: 'sheet', expires_in_days: 30, report: 'activity', params },
    })
    const { id: webhook } = await make('/api/webhooks', {
      ...{ name, kind: 'slack', address: 'https://hooks.example/x', events: ['report.ready'] },
    })
    // Colleagues see those of their properties.
    const { id: reconciliation } = await addReconciliation(
      server.state,
      storedVisits(subject, subject.company_id === undefined ? 'Visits' : name, Number(property)),
      NOW,
    )
    const { id: timelineNote } = await make('/api/timeline-notes', {
      ...{ text: name, start_date: WIDE.start_date, property_ids: [Number(property)] },
    })
    return {
      ...{ batch: String(batch.batch_id), saved, schedule, watch, pin, accessKey, webhook, reconciliation, delivery },
      timelineNote,
    }
  }
  const foreign = await makes('Fremdbericht', { company_id: 3, user_id: 201 }, '31')
  // What a user creates is inaccessible to everyone else, colleagues and strangers alike.
  const colleague = await makes('Fremdbericht', { user_id: 203, role: 'analytics_user' }, '11')
  await server.app.deliverNow()
  const headers = await bearer({ company_id: 3, user_id: 1, role: 'admin' })
  const mails = await server.app.inject({ url: '/api/outbox', headers })
  const foreignFeed = await makesFeed('Fremde Leads', headers, 31)
  Object.assign(ownIds['an administrator'], await makesFeed('Own leads', await bearer(viewers['an administrator']), 11))
  for (const who of everybody) {
    Object.assign(ownIds[who], await makes('Mine', viewers[who], ownIds[who].property ?? ''))
    for (const kind of [
      'batch',
      'saved',
      'schedule',
      'watch',
      'pin',
      'accessKey',
      'webhook',
      'reconciliation',
      'delivery',
      'timelineNote',
    ] as const)
      createdIds[who][kind].push(foreign[kind])
    for (const kind of ['saved', 'schedule', 'watch', 'pin', 'accessKey', 'webhook'] as const)
      createdIds[who][kind].push(colleague[kind])
    createdIds[who].mail.push(...mails.json().rows.map(({ id }: { id: string }) => id))
    expect(createdIds[who].mail.length).toBeGreaterThan(0)
    for (const kind of ['mapping', 'feed', 'feedRun', 'feedKey'] as const) createdIds[who][kind].push(foreignFeed[kind])
  }
}, 400_000)
afterAll(() => server.close())

/** Creates a mapping, and a feed with a key and a run. */
async function makesFeed(name: string, headers: { authorization: string }, property: number) {
  const make = async (method: 'POST' | 'PUT', url: string, payload: object | string) => {
    const type = typeof payload === 'string' ? { 'content-type': 'text/csv' } : {}
    const response = await server.app.inject({ method, url, headers: { ...headers, ...type }, payload })
    expect([url, response.statusCode]).toEqual([url, 200])
    return response.json().id
  }
  const mapping = await make('PUT', '/api/import-mappings', {
    ...{ name, kind: 'mits', mapping: { properties: { '*': property } } },
  })
  const feed = await make('POST', '/api/feeds', {
    ...{ name, kind: 'mits', mapping_id: mapping, source: 'upload', rhythm: 'daily' },
  })
  const feedKey = await make('POST', `/api/feeds/${feed}/keys`, {})
  return { mapping, feed, feedKey, feedRun: await make('POST', `/api/feeds/${feed}/upload`, 'x') }
}

/** What no answer to one of them may hold. */
const never: Record<Who, RegExp> = {
  'a manager of everything': /fremd|olga/i,
  'a manager of one property': /fremd|olga|Sunset Terrace/i,
  'an agent of the other property': /fremd|olga|Harbor Point/i,
  'an administrator': /fremd|olga/i,
}

/** Headers that vary between responses. */
// An ETag is made of the body, which repeats the requested ids and is compared without them.
const fleeting = /^(date|x-request-id|content-length|etag|x-ratelimit-.*)$/

interface Answer {
  statusCode: number
  headers: Record<string, unknown>
  body: string
  rawPayload: Buffer
}

/** Ids and names as they may be returned: as in a URL, or, for an attribute with its value, as people write it. */
function idPattern(ids: readonly string[]): RegExp {
  const written = ids.flatMap((one) => [one, one.replace(':', ': '), encodeURIComponent(one), one.replaceAll(' ', '+')])
  const words = written.map((one) => one.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`(?<![\\w-])(?:${words.join('|')})(?![\\w-])`, 'g')
}

/** A response without the requested ids and without values that change with every response. */
async function comparable(response: Answer, ids: readonly string[]): Promise<unknown> {
  const headers = Object.fromEntries(Object.entries(response.headers).filter(([name]) => !fleeting.test(name)))
  const isPdf = headers['content-type'] === 'application/pdf'
  // The picture of a PDF's first page shows the requested ids, too. The PDF itself is compared as text.
  if (headers['content-type'] === 'image/png') return [response.statusCode, headers]
  const text = isPdf
    ? (await new PDFParse({ data: new Uint8Array(response.rawPayload) }).getText()).text
    : response.body
  const body = text
    .replace(/"content":"([^"]*)"/, (_, file: string) => Buffer.from(file, 'base64').toString())
    .replaceAll(encodeURIComponent(ids.join(',')), '#')
    .replace(idPattern(ids), '#')
    .replace(/[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}/g, 'uuid')
    .replace(/\bll[ksg]_[\w-]+/g, 'key')
    // Whether sending of what was just queued has started.
    .replace(/"status":"(queued|running)"/g, '"status":"…"')
    .replace(/"(access_token|accessToken|url|unsubscribe_url|ending)":"[^"]*"/g, '"$1":"…"')
  return [response.statusCode, headers, body]
}

/** Requests foreign ids and missing ids on a route, and expects the same response. */
async function expectIndistinguishable(
  who: Who,
  route: IdRoute,
  foreign: readonly string[],
  withOwn: boolean,
): Promise<void> {
  const { kind, allowsSeveral } = route.slot
  const mine =
    allowsSeveral && withOwn ? [ownIds[who][kind] ?? ''].filter((id) => id !== '' && !foreign.includes(id)) : []
  const nowhere = foreign.map((_, index) => absent(kind, index))
  const headers = await bearer(viewers[who])
  const ask = async (ids: readonly string[]) =>
    server.app.inject({ ...route.request([...mine, ...ids], ownIds[who] satisfies OwnIds), headers })
  const [forbidden, missing] = await Promise.all([ask(foreign), ask(nowhere)])
  const about = `${who}: ${route.label} of ${foreign.join(',')}`
  // A rejected request format would say nothing about access.
  expect([200, 404], `${about}: ${forbidden.body.slice(0, 300)}`).toContain(forbidden.statusCode)
  expect(forbidden.body, about).not.toMatch(/GRAPHQL_VALIDATION_FAILED|GRAPHQL_PARSE_FAILED/)
  // A rejection may repeat the user's own input.
  expect(forbidden.body.replace(idPattern(foreign), ''), about).not.toMatch(never[who])
  const all = [...foreign, ...nowhere]
  expect(await comparable(forbidden, all), about).toEqual(await comparable(missing, all))
}

/** The routes by family. Routes that every report has form families with many members. */
function routeFamilies(): IdRoute[][] {
  const found = new Map<string, IdRoute[]>()
  for (const route of idRoutes(server.app)) found.set(route.family, [...(found.get(route.family) ?? []), route])
  return [...found.values()]
}
/** One of a colleague's or of another property where there is one, and one of another company. */
const some = (ids: readonly string[]): string[] => [...new Set([...ids.slice(0, 1), ...ids.slice(-1)])]
/**
 * All routes and users share the code for parameters that narrow a result, so a run takes every third of them, and users
 * alternate. RANDOM_EVERY=1 takes all, and tries parameters for created objects with every user.
 */
const narrowing: readonly IdKind[] = ['property', 'agent', 'source', 'attribute', 'trait', 'team', 'campaign']
const narrows = ({ slot }: IdRoute): boolean => narrowing.includes(slot.kind)
const isOfRun = (route: IdRoute, index: number): boolean => EVERYTHING || !narrows(route) || (index + SEED) % 3 === 0
const isOfReports = (routes: readonly IdRoute[]): boolean => routes.length > 8

/** Routes that aren't in the document, each with the reason. */
const undocumented: Readonly<Record<string, string>> = {
  '/api/graphql': 'has a schema of its own',
  '/api/openapi.json': 'is the document',
}
/** Reports of a family and callers rotate, so that a few runs cover every combination. */
const TURNS = EVERYTHING ? 2 : 1
const start = SEED % 1000

describe('what is not for somebody', () => {
  test('is requested on every route, for every kind', () => {
    const colons = (path: string) => path.replace(/\{(\w+)\}/g, ':$1')
    const described = new Set(documented(server.app).map(({ method, path }) => `${method} ${colons(path)}`))
    // Another spelling of an address has the same route.
    const spellings = new Set(aliases.flatMap((alias) => (alias.spellings ?? []).map(colons)))
    const untold = routesOf(server.app).filter(
      ({ method, path }) => !described.has(`${method} ${path}`) && !(path in undocumented) && !spellings.has(path),
    )
    // The operator's routes are local only; the routes of every report are in the document under each report's key.
    const apart = (path: string) => /^\/api\/(operator\/|reports\/:key(\/|$))/.test(path)
    expect(untold.filter(({ path }) => !apart(path))).toEqual([])
    expect(new Set(idRoutes(server.app).map(({ slot }) => slot.kind))).toEqual(new Set(idKinds))
  })

  test('is in no answer that asks for everything', async () => {
    const found: string[] = []
    for (const who of ['a manager of one property'] satisfies Who[]) {
      const headers = await bearer(viewers[who])
      const look = async (what: string, request: Request) => {
        const { body } = await server.app.inject({ ...request, headers })
        const [name] = never[who].exec(body) ?? []
        if (name) found.push(`${who}, ${what}: ${name}`)
      }
      const everything: [string, Request][] = [
        ...reports.map(({ key, defaultFilters }): [string, Request] => [
          key,
          {
            url: `/api/reports/${key}?depth=all&${defaultFilters.includes('dateRange') ? new URLSearchParams(WIDE) : ''}`,
          },
        ]),
        ...[
          'address-book',
          'saved-reports',
          'scheduled-reports',
          'watches',
          'keys',
          'webhooks',
          'reconciliations',
          'deliveries',
          'messages',
          'reports/subscribers',
        ].map((path): [string, Request] => [path, { url: `/api/${path}` }]),
        [
          'GraphQL',
          graphql(
            '{ company { name } allProperties { name } allAgents { name } userData { fullname } marketingSources { source } getCustomAttributes { attributeValueList } getGatedProperties { properties { name } aiGatedProperties { name } } addressBook { email firstName } }',
          ),
        ],
      ]
      await Promise.all(everything.map(([what, request]) => look(what, request)))
    }
    expect(found).toEqual([])
  })

  test('looks missing on every route of what people make, and shows no name', async () => {
    let turn = start
    for (const route of routeFamilies()
      .filter((one) => !isOfReports(one))
      .flat()
      .filter(isOfRun)) {
      const able = everybody.filter((who) => outside[who][route.slot.kind].length > 0)
      const alone = narrows(route) || !EVERYTHING
      const asking = alone ? [able[turn++ % able.length]] : able
      for (const who of asking) {
        const there = who ? some(outside[who][route.slot.kind]) : []
        const chosen = alone ? [there[turn % there.length] ?? ''] : there
        for (const id of chosen) if (who) await expectIndistinguishable(who, route, [id], false)
      }
    }
  }, 400_000)

  test('looks missing on the routes of every report, alone and beside visible ids', async () => {
    const all = routeFamilies().filter(isOfReports)
    const covered = new Set<string>()
    for (const [at, routes] of all.entries())
      for (let turn = 0; turn < TURNS; turn++) {
        const index = (start + at * 7 + Math.floor((turn * routes.length) / TURNS)) % routes.length
        const route = routes[index]
        if (!route) continue
        const able = everybody.filter((who) => outside[who][route.slot.kind].length > 0)
        const who = able[(start + at + turn) % able.length]
        if (!who) continue
        const there = outside[who][route.slot.kind]
        const count = route.slot.allowsSeveral ? 1 + (turn % 2) : 1
        const foreign = [
          ...new Set(Array.from({ length: count }, (_, n) => there[(start + turn + n) % there.length] ?? '')),
        ]
        await expectIndistinguishable(who, route, foreign, turn % 2 === 0)
        covered.add(route.label)
      }
    expect(covered.size).toBeGreaterThanOrEqual(all.length)
  }, 400_000)
})
