import { reports } from '@leaselight/reports'
import { EVERYTHING, SEED } from '@leaselight/tests/seed'
import { PDFParse } from 'pdf-parse'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { absent, everybody, type Ids, makeForeignThings, viewers, type Who } from './foreignThings'
import { graphql } from './graphqlIdRoutes'
import { idRoutes } from './idRoutes'
import type { IdRoute, OwnIds, Request } from './idRouteTypes'
import { type IdKind, WIDE } from './ids'
import { bearer, type TestServer, testServer } from './server'

let server: TestServer
let known: Ids
beforeAll(async () => {
  server = await testServer({ SIGN_IN_LIMIT: '10000', EXPORT_LIMIT: '10000' })
  known = await makeForeignThings(server)
}, 400_000)
afterAll(() => server.close())

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
    allowsSeveral && withOwn ? [known.own[who][kind] ?? ''].filter((id) => id !== '' && !foreign.includes(id)) : []
  const nowhere = foreign.map((_, index) => absent(kind, index))
  const headers = await bearer(viewers[who])
  const ask = async (ids: readonly string[]) =>
    server.app.inject({ ...route.request([...mine, ...ids], known.own[who] satisfies OwnIds), headers })
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

/** Reports of a family and callers rotate, so that a few runs cover every combination. */
const TURNS = EVERYTHING ? 2 : 1
const start = SEED % 1000

describe('what is not for somebody', () => {
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
      const able = everybody.filter((who) => known.outside[who][route.slot.kind].length > 0)
      const alone = narrows(route) || !EVERYTHING
      const asking = alone ? [able[turn++ % able.length]] : able
      for (const who of asking) {
        const there = who ? some(known.outside[who][route.slot.kind]) : []
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
        const able = everybody.filter((who) => known.outside[who][route.slot.kind].length > 0)
        const who = able[(start + at + turn) % able.length]
        if (!who) continue
        const there = known.outside[who][route.slot.kind]
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
