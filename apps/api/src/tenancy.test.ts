import { reports } from '@leaselight/reports'
import { type DatedWorld, littleWorld, otherCompany } from '@leaselight/sample'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bearer, type TestServer, testServer } from './testing'
import {
  graphql,
  type IdDoor,
  type Kind,
  type Outside,
  otherIdDoors,
  query,
  type Request,
  reportIdDoors,
  WIDE,
} from './testingIdDoors'

/**
 * A third company, made of the second: ids that are unique within a company alone are those of the first one, so that its
 * agent, user and call bear the numbers of ours. Whatever has a name there is called Fremd….
 */
function foreignCompany(): DatedWorld {
  const numbers: Readonly<Record<string, number>> = { 2: 3, 21: 31, 2001: 3001, 2002: 3002, 2101: 3101 }
  const named = ['name', 'first_name', 'last_name', 'username', 'caller_name', 'title', 'source', 'transcript']
  const text = JSON.stringify(otherCompany, (key, value: unknown) => {
    if (typeof value === 'number' && /(^|_)id$/.test(key)) return numbers[value] ?? value
    if (typeof value !== 'string') return value
    if (key === 'email') return 'fremd@fremd.example'
    if (key === 'thread_id') return 'fremd-6001'
    return named.includes(key) ? `Fremd ${value}` : value
  })
  const world: DatedWorld = JSON.parse(text)
  const [agent] = world.agents ?? []
  const [call] = world.calls ?? []
  if (!agent || !call) throw new Error('The other company has lost its agent or its call.')
  return {
    ...world,
    agents: [agent, { ...agent, id: 888, name: 'Fremd Einzig' }],
    calls: [call, { ...call, id: 6888, agent_id: 888, thread_id: 'fremd-6888', caller_name: 'Fremd Anruf' }],
  }
}

const viewers = {
  'a manager of everything': { user_id: 201, role: 'manager' },
  'a manager of one property': { user_id: 202, role: 'manager' },
  'an agent of the other property': { user_id: 204, role: 'agent' },
} as const
type Who = keyof typeof viewers

const away = {
  property: ['21', '31'],
  agent: ['888'],
  call: ['6888'],
  thread: ['fremd-6001', 'fremd-6888', 'other-6001'],
}
const made = { batch: [] as string[], saved: [] as string[], schedule: [] as string[], delivery: [] as string[] }
const prospectsAt = (property: number) =>
  (littleWorld.prospects ?? []).filter((one) => one.property_id === property).map(({ id }) => String(id))
const callsAt = (property: number) =>
  (littleWorld.calls ?? []).filter((one) => one.property_id === property).map(({ id }) => String(id))
const outside: Record<Who, Outside> = {
  'a manager of everything': { ...away, prospect: ['2001', '3001'], campaign: ['999403'], ...made },
  'a manager of one property': {
    ...away,
    property: [...away.property, '12'],
    call: [...away.call, ...callsAt(12)],
    prospect: ['2001', '3001', ...prospectsAt(12)],
    campaign: ['999403'],
    ...made,
  },
  'an agent of the other property': {
    ...away,
    property: [...away.property, '11'],
    call: [...away.call, ...callsAt(11)],
    thread: [...away.thread, 'little-6001'],
    prospect: ['2001', '3001', ...prospectsAt(11)],
    campaign: ['999403'],
    ...made,
  },
}

/** What is nowhere. */
const absent: Record<Kind, string> = {
  property: '990099',
  agent: '990099',
  call: '990099',
  thread: 'nowhere-990099',
  prospect: '990099',
  batch: '00000000-0000-4000-8000-000000000000',
  saved: '00000000-0000-4000-8000-000000000000',
  schedule: '00000000-0000-4000-8000-000000000000',
  delivery: '00000000-0000-4000-8000-000000000000',
  campaign: '990099',
}

let server: TestServer
beforeAll(async () => {
  server = await testServer({ SIGN_IN_LIMIT: '10000', EXPORT_LIMIT: '10000' })
  const { now, ...records } = foreignCompany()
  await server.store.load(records, { now: Date.parse(now) })
  const headers = await bearer({ company_id: 3, user_id: 201 })
  const make = async (url: string, payload: object) => {
    const response = await server.app.inject({ method: 'POST', url, headers, payload })
    expect([url, response.statusCode]).toEqual([url, 200])
    return response.json()
  }
  const number = { report: 'activity', params: WIDE, column: 'leads' }
  made.batch.push(...(await make('/api/prospect-batches', number)).map((one: { batch_id: string }) => one.batch_id))
  const saved = await make('/api/saved-reports/create', { name: 'Fremdbericht', report: 'activity', params: WIDE })
  made.saved.push(saved.saved_report_id)
  const timing = { frequency: 'DAILY', weekdays: [], time: '07:00', time_zone: 'America/New_York', formats: ['csv'] }
  const schedule = await make('/api/scheduled-reports/create', {
    name: 'Fremdplan',
    report: 'activity',
    params: WIDE,
    ...timing,
  })
  made.schedule.push(schedule.id)
  made.delivery.push((await make(`/api/scheduled-reports/${schedule.id}/send-now`, {})).id)
})
afterAll(() => server.close())

const own: Partial<Record<Kind, string>> = { property: '11', agent: '101', call: '6001', prospect: '1001' }

/** What no answer to one of them may hold. */
const never: Record<Who, RegExp> = {
  'a manager of everything': /fremd|olga/i,
  'a manager of one property': /fremd|olga|Sunset Terrace/i,
  'an agent of the other property': /fremd|olga|Harbor Point/i,
}

/** An answer without what is new in every answer, and an error without the id it was asked for. */
function comparable(response: { statusCode: number; body: string }, ids: readonly string[]): string {
  const text = response.body.replace(/"(batch_id|access_token)":"[^"]*"/g, '"$1":"…"')
  if (response.statusCode === 200 && !text.startsWith('{"errors"') && !text.includes('"errors":')) return `200 ${text}`
  return `${response.statusCode} ${ids.reduce((said, id) => said.replaceAll(id, '#'), text)}`
}

describe('what is not for somebody', () => {
  /** Asks a door for what is not somebody's and for what is nowhere, and expects one answer. */
  async function same(who: Who, door: IdDoor, picks: readonly number[], withOwn: boolean): Promise<void> {
    const there = outside[who][door.kind]
    const chosen = [...new Set(picks.map((pick) => there[pick % there.length] ?? ''))]
    const foreign = door.list ? chosen : chosen.slice(0, 1)
    const mine = door.list && withOwn ? [own[door.kind] ?? ''].filter((id) => id !== '' && !there.includes(id)) : []
    const nowhere = foreign.map((_, index) => absent[door.kind].replace(/\d$/, String(index)))
    const headers = await bearer(viewers[who])
    const ask = (ids: string[]) => server.app.inject({ ...door.ask([...mine, ...ids]), headers })
    const [forbidden, missing] = await Promise.all([ask(foreign), ask(nowhere)])
    expect(forbidden.statusCode, door.what).toBeLessThan(500)
    // One's own words may come back in a refusal; the ids that were asked for are no names.
    expect(forbidden.body.replaceAll(/fremd-\d+/g, ''), door.what).not.toMatch(never[who])
    expect(comparable(forbidden, foreign), `${who}: ${door.what}`).toBe(comparable(missing, nowhere))
  }
  const everybody = Object.keys(viewers) as Who[]

  test('is like what is not there at every door of what people make, and shows no name', async () => {
    for (const who of everybody)
      for (const door of otherIdDoors())
        for (const pick of outside[who][door.kind].keys()) if (pick < 4) await same(who, door, [pick], false)
  })

  test('is like what is not there at every door of a report, alone and beside what is there', async () => {
    const all = reportIdDoors()
    expect(all.length).toBeGreaterThan(200)
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...everybody),
        fc.constantFrom(...all),
        fc.array(fc.nat(), { minLength: 1, maxLength: 3 }),
        fc.boolean(),
        same,
      ),
      { numRuns: 80 },
    )
  }, 60_000)

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
          { url: `/api/reports/${key}?depth=all&${defaultFilters.includes('dateRange') ? query(WIDE) : ''}` },
        ]),
        ...['address-book', 'saved-reports', 'scheduled-reports', 'deliveries', 'messages', 'reports/subscribers'].map(
          (path): [string, Request] => [path, { url: `/api/${path}` }],
        ),
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
})
