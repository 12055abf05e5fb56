import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { entityNames } from '@leaselight/contract'
import { repairDerived } from '@leaselight/facts'
import { type TempFacts, tempFacts } from '@leaselight/facts/testing'
import { fixtureCompany, otherCompany } from '@leaselight/sample'
import {
  addAuditEvents,
  addReconciliation,
  addSchedule,
  addTimelineNote,
  addWebhook,
  createAccessKey,
  createFeed,
  createProspectBatches,
  issueTicket,
  listAccessKeys,
  listOutbox,
  listWebhooks,
  newFeedRunId,
  queueFeedRun,
  queueWebhookCalls,
  readAuditEvents,
  readFeedRun,
  readSavedReport,
  recordImportRun,
  type State,
  saveReport,
} from '@leaselight/state'
import { tempStateIn } from '@leaselight/state/testing'
import { type SQL, sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildServer } from '../../server'
import { storedVisits } from '../../testing/reconciliation'
import { bearer, NOW, testSettings } from '../../testing/server'

// A person with unique words in all stored data: Zebulon, who calls before he is known, whose records are corrected and
// moved, and whom other people's texts mention.
const ZEBULON = 1900
const BYSTANDER = 1001
const words = ['Zebulon', 'Quixley', 'zq-parakeet', '4477123', 'zq-recording', '4255550177', 'zq-mail']
const dated = { property_id: 11, agent_id: 101 }
const person = {
  ...fixtureCompany.prospects?.find(({ id }) => id === BYSTANDER),
  id: ZEBULON,
  first_name: 'Zebulon',
  last_name: 'Quixley',
  phone: '425.555.0177',
  email: 'ZQ-mail@zebulon.example',
}
const lease = fixtureCompany.leases?.find((one) => one.prospect_id === BYSTANDER)
const call = {
  ...fixtureCompany.calls?.find(({ id }) => id === 6001),
  ...dated,
  prospect_id: ZEBULON,
  caller_name: 'Zebulon Quixley',
  caller_phone: '+1 (555) 447-7123',
  recording_url: 'http://localhost:8081/recordings/zq-recording.wav',
}
const message = { ...fixtureCompany.messages?.[0], ...dated, prospect_id: ZEBULON }

let store: TempFacts
let state: State
let app: FastifyInstance
let admin: { authorization: string }
let savedId: string
let before: Record<string, unknown>

const owner = { companyId: 1, userId: 201 }

beforeAll(async () => {
  store = await tempFacts()
  for (const { now, ...records } of [fixtureCompany, otherCompany]) await store.load(records, { now: Date.parse(now) })
  before = await everything()
  // Each import creates a separate part: older versions are stored next to newer ones.
  await store.load({ prospects: [{ ...person, created_at: '2025-12-30T10:00:00-05:00', property_id: 12 }] })
  await store.load({
    prospects: [person],
    touches: [
      { id: 9901, property_id: 11, prospect_id: ZEBULON, source: 'Website', touched_at: '2026-03-09T10:00:00Z' },
    ],
    messages: [9901, 9902, 9903].map((id) => ({ ...message, id })),
    calls: [
      { ...call, id: 9901, thread_id: 'zq-thread' },
      { ...call, id: 9902, prospect_id: null, thread_id: null },
      // The call isn't linked to him, but its number is on his record.
      {
        ...{ ...call, id: 9906, prospect_id: null, thread_id: null, caller_name: null, recording_url: null },
        caller_phone: '+1 (425) 555-0177',
      },
      { ...call, id: 9903, started_at: '2025-12-01T10:00:00Z', thread_id: 'zq-other' },
    ],
    transcripts: ['zq-thread', 'zq-other'].map((thread_id) => ({
      thread_id,
      property_id: 11,
      utterances: [
        { speaker: 'caller', time: 0, transcript: thread_id === 'zq-thread' ? 'My zq-parakeet is loud.' : 'Hello.' },
      ],
      annotations: {},
    })),
    leases: [{ ...lease, id: 9901, prospect_id: ZEBULON }],
  })
  await store.load({
    // Moved, reassigned to another person, removed.
    messages: [
      { ...message, id: 9901, sent_at: '2025-11-01T10:00:00Z', direction: 'outbound', origin: 'drip' },
      { ...message, id: 9902, prospect_id: BYSTANDER },
      { id: 9903, property_id: 11, deleted: true },
    ],
    calls: [
      {
        ...call,
        id: 9903,
        prospect_id: BYSTANDER,
        caller_name: 'Ann',
        caller_phone: null,
        recording_url: null,
        thread_id: 'zq-other',
      },
    ],
  })
  state = await tempStateIn(store.dataDir)
  await peopleWrite()
  app = await buildServer(testSettings(), { facts: store.facts, state })
  admin = await bearer({ user_id: 202, role: 'admin' })
  const shared = await post('/api/share-report', admin, {
    ...{ report: 'call-log', params: { start_date: '2026-03-08', end_date: '2026-03-14', caller_types: 'all' } },
    ...{ emails: ['ann@harbor.example'], formats: ['csv', 'pdf'], note: 'Ask Zebulon Quixley.' },
  })
  expect(shared.statusCode).toBe(200)
  await app.deliverNow()
})
afterAll(async () => {
  await app.close()
  await state.close()
  await store.close()
})

async function peopleWrite(): Promise<void> {
  const saved = await saveReport(
    state,
    owner,
    {
      name: 'Call QUIXLEY, Zebulon back',
      report: 'call-log',
      params: { search: 'zebulon quixley or zq-mail%40zebulon.example', preset: 'last_week' },
    },
    NOW,
  )
  savedId = saved?.id ?? ''
  await addSchedule(
    state,
    owner,
    {
      ...{
        kind: 'report',
        role: 'manager',
        demo: false,
        name: 'Mornings',
        report: 'activity',
        params: {},
        formats: ['csv'],
      },
      timing: { frequency: 'DAILY', weekdays: [], dayOfMonth: null, time: '07:00', timeZone: 'UTC' },
      note: 'Zebulon  Quixley, 555.447.7123, (425) 555-0177, zq-mail@Zebulon.example, and Ann Abbott',
    },
    NOW,
  )
  await createProspectBatches(
    state,
    owner,
    [{ propertyId: 11, leasingTeamId: null, prospectIds: [ZEBULON, BYSTANDER] }],
    NOW,
  )
  await issueTicket(state, { ...owner, viewer: {}, request: { search: 'Zebulon Quixley' } }, NOW)
  await addReconciliation(state, storedVisits({ user_id: owner.userId }, 'Zebulon Quixley', 11), NOW)
  await recordImportRun(state, {
    ...{ companyId: 1, entity: 'mits', source: 'api', status: 'done', startedAt: NOW, finishedAt: NOW },
    account: { report: { notes: [{ reason: 'Zebulon Quixley has no agent.' }] } },
  })
}

const post = (url: string, headers: Record<string, string>, payload: object | string) =>
  app.inject({ method: 'POST', url, headers, payload })

/** Every live record of every company, without what is Zebulon's. */
async function everything(): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = {}
  for (const name of entityNames)
    found[name] = await store.facts.query(
      `SELECT * EXCEPT version FROM ${name} FINAL WHERE ${name === 'transcripts' ? `thread_id NOT LIKE 'zq-%'` : 'id NOT IN (1900, 9901, 9902, 9903)'} ORDER BY ALL`,
    )
  return found
}

/** The tables of both stores in which any text contains one of the words, in any version of a row. */
async function tablesThatSay(said: readonly string[]): Promise<string[]> {
  const places: string[] = []
  const columns = await store.facts.query<{ table: string; name: string }>(
    `SELECT table, name FROM system.columns WHERE database = currentDatabase() AND (type LIKE '%String%')`,
  )
  for (const { table, name } of columns) {
    const [found] = await store.facts.query<{ rows: number }>(
      `SELECT count() AS rows FROM ${table} WHERE multiSearchAnyCaseInsensitive(replaceRegexpAll(toString(${name}), '[^a-zA-Z0-9-]', ''), {words:Array(String)})`,
      { words: said },
    )
    if (found?.rows) places.push(`${table}.${name}`)
  }
  const ask = async (question: SQL) => {
    // The result types of PGlite and node-postgres have no common readable type.
    // Drizzle types a raw answer by its driver; both drivers give the rows like this.
    const { rows } = (await state.db.execute(question)) as unknown as { rows: { text: string }[] }
    return rows.map(({ text }) => text)
  }
  const tables = sql`select table_name as text from information_schema.tables where table_schema = 'public'`
  for (const table of await ask(tables)) {
    const texts = await ask(sql`select t::text as text from ${sql.identifier(table)} as t`)
    if (texts.some((text) => said.some((word) => text.toLowerCase().includes(word.toLowerCase())))) places.push(table)
  }
  return places
}

/** Files in a folder whose bytes contain one of the words. */
async function filesThatSay(said: readonly string[], folder = store.dataDir): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const found: string[] = []
  for (const entry of entries.filter((one) => one.isFile())) {
    const path = join(entry.parentPath, entry.name)
    // A file that is gone by now says nothing.
    const bytes = await readFile(path).catch(() => Buffer.alloc(0))
    if (said.some((word) => bytes.includes(word))) found.push(path)
  }
  return found
}

/** The people created in a week. */
const activity = async () => {
  const url = '/api/reports/activity?start_date=2026-03-08&end_date=2026-03-14&prospects_by_create_date=true'
  return (await app.inject({ url, headers: admin })).json().total.leads
}

test('before, people’s words are in both stores and in the files', async () => {
  const said = await tablesThatSay(words)
  for (const place of [
    'prospects.first_name',
    'prospects.phone',
    'prospects.email',
    'calls.caller_name',
    'transcripts.utterances',
    'saved_reports',
    'scheduled_reports',
    'tickets',
    'outbox_mails',
    'deliveries',
    'import_runs',
  ])
    expect(said).toContain(place)
  expect((await filesThatSay(words)).length).toBeGreaterThan(4)
  expect(await activity()).toBe(8)
})

test('only an administrator can erase people, and only in their own company', async () => {
  const body = { prospect_ids: [ZEBULON] }
  expect((await post('/api/admin/erase', await bearer({ role: 'manager' }), body)).statusCode).toBe(404)
  expect((await post('/api/operator/erase', admin, body)).statusCode).toBe(404)
  await expect(operator({ prospect_ids: [424_242] })).rejects.toThrow('No company has such a prospect.')
  expect((await post('/api/admin/erase', admin, { prospect_ids: [] })).statusCode).toBe(400)
  const stranger = await bearer({ company_id: 2, user_id: 901, role: 'admin' })
  const answer = (await post('/api/admin/erase', stranger, body)).json()
  expect(answer).toMatchObject({ people: 0, unknown: [ZEBULON], rows: [], left: 0 })
  expect(await activity()).toBe(8)
})

/** The tables of facts in which any version of a row names a prospect, but for the list of the erased. */
async function tablesThatName(prospect: number): Promise<string[]> {
  const tables = await store.facts.query<{ table: string }>(
    `SELECT table FROM system.columns WHERE database = currentDatabase() AND name = 'prospect_id' AND table != 'erased' ORDER BY table`,
  )
  const places: string[] = []
  for (const { table } of tables) {
    const sql = `SELECT count() AS rows FROM ${table} WHERE prospect_id = {prospect:UInt64}`
    const [found] = await store.facts.query<{ rows: number }>(sql, { prospect })
    if (found?.rows) places.push(table)
  }
  return places
}

test('removes every trace of an erased person and changes no one else', { timeout: 180_000 }, async () => {
  expect(await tablesThatName(ZEBULON)).toEqual([
    'call_lines',
    ...['calls', 'campaign_messages', 'leases', 'messages'],
    ...['prospect_care', 'prospect_days', 'prospect_milestones', 'prospect_sources'],
    ...['prospect_stages', 'touches'],
  ])
  const answer = (await post('/api/admin/erase', admin, { prospect_ids: [ZEBULON, 424_242] })).json()
  expect(answer).toMatchObject({ people: 1, unknown: [424_242], left: 0 })
  const rows = new Map(answer.rows.map((row: { table: string; found: number }) => [row.table, row.found]))
  for (const table of [
    'prospects',
    'calls',
    'messages',
    'touches',
    'transcripts',
    'record_keys',
    'prospect_care',
    'prospect_days',
    'prospect_milestones',
    'prospect_sources',
    'prospect_stages',
    'call_lines',
    'campaign_messages',
    'prospect_batch_members',
    'outbox_mails',
  ])
    expect([table, rows.get(table)]).toEqual([table, expect.any(Number)])
  expect(answer.rows.find(({ table }: { table: string }) => table === 'leases')).toMatchObject({
    found: 1,
    left: 0,
    kept: true,
  })
  expect(await tablesThatSay(words)).toEqual([])
  expect(await filesThatSay(words)).toEqual([])
  expect(await tablesThatName(ZEBULON)).toEqual([])
  expect(await repairDerived(store.facts)).toBe(0)
  expect(await everything()).toEqual(before)
  // Earlier results are no longer served from the cache.
  expect(await activity()).toBe(7)
  // A record that named him by mistake still belongs to its real owner; his lease stays with the unit; a note keeps its
  // other words.
  const ids = async (table: string) =>
    (await store.facts.query<{ id: number }>(`SELECT id FROM ${table} FINAL WHERE id IN (1900, 9901, 9902, 9903)`)).map(
      ({ id }) => id,
    )
  expect([await ids('messages'), await ids('calls'), await ids('leases')]).toEqual([[9902], [9903], [9901]])
  expect(await store.facts.query(`SELECT thread_id FROM transcripts FINAL WHERE thread_id LIKE 'zq%'`)).toEqual([
    { thread_id: 'zq-other' },
  ])
  expect(await readSavedReport(state, owner, savedId)).toMatchObject({
    name: 'Call [erased] back',
    params: { search: '[erased] or [erased]', preset: 'last_week' },
  })
  expect((await listOutbox(state, { companyId: 1 }, { limit: 1, offset: 0 })).total).toBe(0)
})

test('no import brings them back until they are let in again', async () => {
  const answer = async (entity: string, record: object) =>
    (
      await post(`/api/import/${entity}`, { ...admin, 'content-type': 'application/x-ndjson' }, JSON.stringify(record))
    ).json()
  const rejected = await answer('prospects', person)
  expect(rejected).toMatchObject({
    records: [{ new: 0 }],
    rejected: 1,
    rejections: [{ id: ZEBULON, field: 'id', reason: 'Prospect 1900 was erased; nothing about them is taken in.' }],
  })
  expect(await answer('calls', { ...call, id: 9901 })).toMatchObject({
    rejected: 1,
    rejections: [{ field: 'prospect_id' }],
  })
  expect(await answer('leases', { ...lease, id: 9901, prospect_id: ZEBULON, monthly_rent: 1234 })).toMatchObject({
    records: [{ changed: 1 }],
    rejected: 0,
  })
  expect(
    await store.facts.query('SELECT prospect_id, toFloat64(monthly_rent) AS rent FROM leases FINAL WHERE id = 9901'),
  ).toEqual([{ prospect_id: 0, rent: 1234 }])
  expect(await tablesThatSay(words)).toEqual([])
  await operator({ prospect_ids: [ZEBULON], readmit: true })
  expect(await answer('prospects', { ...person, first_name: 'Z' })).toMatchObject({
    records: [{ new: 1 }],
    rejected: 0,
  })
})

test('erases agents and users as persons too, and no number of a report', { timeout: 180_000 }, async () => {
  const [agent] = fixtureCompany.agents ?? []
  await store.load({
    agents: [{ ...agent, id: 199, name: 'Wilhelmina Vex', email: 'wv@x.example', phone: '425 555 0188' }],
    users: [
      { ...fixtureCompany.users?.[0], id: 299, first_name: 'Wilhelmina', last_name: 'Vex', email: 'wv@x.example' },
    ],
    messages: [{ ...message, id: 9910, prospect_id: BYSTANDER, agent_id: 199 }],
  })
  const hers = { companyId: 1, userId: 299 }
  const timing = { frequency: 'DAILY' as const, weekdays: [], dayOfMonth: null, time: '07:00', timeZone: 'UTC' }
  const content = { demo: false, role: 'manager', report: 'activity', params: {}, formats: [], note: null }
  await addSchedule(state, hers, { ...content, kind: 'report', name: 'Hers', timing }, NOW)
  const expiresAt = new Date(NOW.getTime() + 86_400_000)
  const link = { kind: 'guest', demo: false, role: 'manager', mayImport: false, expiresAt } as const
  await createAccessKey(state, hers, { ...link, name: 'Hers', report: 'activity', params: {} }, NOW)
  await createAccessKey(state, owner, { ...link, name: 'For Wilhelmina Vex', report: 'activity', params: {} }, NOW)
  const channel = { demo: false, role: 'manager', kind: 'slack', url: 'https://hooks.example/x', secret: null } as const
  await addWebhook(state, hers, { ...channel, name: 'Hers', events: ['finding'] }, NOW)
  const webhook = await addWebhook(state, owner, { ...channel, name: 'About Wilhelmina Vex', events: ['finding'] }, NOW)
  const happened = { event: 'finding', subject: 'x', url: '/', happenedAt: NOW } as const
  if (webhook)
    await queueWebhookCalls(
      state,
      webhook,
      [{ ...happened, title: 'Wilhelmina Vex misses calls', details: [] }],
      NOW,
      NOW,
    )
  await addAuditEvents(state, [
    { companyId: 1, userId: 299, at: NOW, action: 'seen', means: 'session', what: 'x', report: null, demo: false },
  ])
  const note = { text: 'Wilhelmina Vex began', startOn: '2026-03-09', endOn: '2026-03-09' }
  const about = { propertyIds: [11], attribute: null, value: null }
  await addTimelineNote(state, { companyId: 1, authorId: 299 }, { ...note, ...about }, NOW)
  await saveReport(state, owner, { name: 'For Vex, Wilhelmina', report: 'activity', params: {} }, NOW)
  const report = async () => {
    const url = '/api/reports/activity?start_date=2026-03-08&end_date=2026-03-14&rows=agent'
    return (await app.inject({ url, headers: admin })).json().total
  }
  const counted = await report()
  const people = { agent_ids: [199, 424_242], user_ids: [299] }
  const known = (await post('/api/admin/erase/people', admin, people)).json()
  expect(known.people).toEqual([
    { kind: 'agent', id: 199, name: 'Wilhelmina Vex', email: 'wv@x.example' },
    { kind: 'user', id: 299, name: 'Wilhelmina Vex', email: 'wv@x.example' },
  ])
  const demo = await post('/api/admin/erase/people', { ...admin, 'x-demo': 'true' }, people)
  expect(demo.statusCode).toBe(400)
  const answer = (await post('/api/admin/erase', admin, people)).json()
  expect(answer).toMatchObject({ people: 2, unknown_agents: [424_242], unknown_users: [], left: 0 })
  expect(await tablesThatSay(['Wilhelmina', 'wv@x', '4255550188'])).toEqual([])
  expect(await listAccessKeys(state, hers)).toEqual([])
  // The company's note stays, without her name as its author and in its text.
  const { notes } = (await app.inject({ url: '/api/timeline-notes', headers: admin })).json()
  expect(notes).toMatchObject([{ by: null, start_date: '2026-03-09', property_ids: [11] }])
  expect(await listWebhooks(state, hers)).toEqual([])
  expect((await readAuditEvents(state, { companyId: 1, userIds: [299] }, { page: 1, pageSize: 1 })).total).toBe(0)
  expect((await listAccessKeys(state, owner)).length).toBe(1)
  expect(await filesThatSay(['Wilhelmina', 'wv@x.example'])).toEqual([])
  expect(await report()).toEqual(counted)
  const session = await app.inject({ url: '/api/profile', headers: await bearer({ user_id: 299, role: 'admin' }) })
  expect([session.statusCode, session.json().error.code]).toEqual([401, 'account_deleted'])
  const again = await post(
    '/api/import/agents',
    { ...admin, 'content-type': 'application/x-ndjson' },
    JSON.stringify({ ...agent, id: 199 }),
  )
  expect(again.json()).toMatchObject({
    rejected: 1,
    rejections: [{ id: 199, reason: 'Agent 199 was erased and is not taken in again.' }],
  })
  await operator({ company_id: 1, agent_ids: [199], user_ids: [299], readmit: true })
  expect(await store.facts.query('SELECT id FROM erased_staff')).toEqual([])
})

const feedSettings = {
  ...{ name: 'Leads', kind: 'contract' as const, entity: 'prospects', mappingId: null, folder: null, url: null },
  ...{ source: 'upload' as const, rhythm: 'daily' as const, extent: 'full' as const, timeZone: 'UTC', graceHours: 2 },
  ...{ fetchTime: null, fetchWeekday: null, nextFetchAt: null, maxRemovedPercent: 10, maxRejectedPercent: 10 },
  paused: false,
}

test('removes the files of feeds that wait for a word', async () => {
  const spool = join(store.dataDir, 'spool')
  const feed = await createFeed(state, owner, feedSettings, NOW)
  if (typeof feed === 'string') throw new Error(feed)
  const id = newFeedRunId()
  const location = join(spool, id, 'leads.csv')
  await mkdir(join(spool, id), { recursive: true })
  await writeFile(location, 'first,last\nZebulon,Quixley\n')
  const file = { fileName: 'leads.csv', fileKey: null, location, machine: 'here', bytes: 30 }
  await queueFeedRun(state, { id, feedId: feed.id, companyId: 1, trigger: 'upload', ...file }, NOW)
  await state.db.execute(sql`update feed_runs set status = 'stopped', finished_at = now()`)
  const { rows, left } = await operator({ company_id: 1, prospect_ids: [ZEBULON] })
  expect(rows).toContainEqual({ store: 'files', table: 'kept by feeds', found: 1, left: 0, kept: false })
  expect([left, await readdir(spool)]).toEqual([0, []])
  expect(await readFeedRun(state, id)).toMatchObject({
    status: 'failed',
    reason: 'The file was removed because someone was erased after it arrived. Send a new one.',
  })
})

async function operator(job: object) {
  const { runErase, eraseJob } = await import('./erasure')
  return runErase({ facts: store.facts, state, now: () => NOW }, eraseJob.parse(job))
}

test('erases people inactive since a day, and changes no number from that day on', {
  timeout: 180_000,
}, async () => {
  const url = '/api/reports/activity?start_date=2026-03-08&end_date=2026-03-14&rows=property'
  const rows = async () => (await app.inject({ url, headers: admin })).json().rows
  const old = { ...person, id: 1901, created_at: '2025-01-02T10:00:00-05:00', qualified_at: null }
  await store.load({
    prospects: [old, { ...old, id: 1902 }],
    messages: [
      { ...message, id: 9904, prospect_id: 1901, sent_at: '2025-01-03T10:00:00Z' },
      // Heard of again, on the very day.
      { ...message, id: 9905, prospect_id: 1902, sent_at: '2026-03-08T10:00:00-04:00' },
    ],
    calls: [{ ...call, id: 9904, prospect_id: null, thread_id: null, started_at: '2025-01-04T10:00:00Z' }],
  })
  const before = await rows()
  const homes = async () => (await app.inject({ url: '/api/reports/occupancy', headers: admin })).json().total
  const lived = await homes()
  const { people, left } = await operator({ company_id: 1, before: '2026-03-08' })
  expect([people > 0, left]).toEqual([true, 0])
  expect(await rows()).toEqual(before)
  expect(await homes()).toEqual(lived)
  const nobodys = await store.facts.query(
    `SELECT id FROM calls WHERE started_day < '2026-03-08' AND prospect_id = 0 AND is_deleted = 0`,
  )
  expect(nobodys).toEqual([])
  expect(await store.facts.query('SELECT id FROM prospects FINAL WHERE id IN (1901, 1902)')).toEqual([{ id: 1902 }])
})

test('a company that is erased leaves nothing, and the other nothing misses', { timeout: 180_000 }, async () => {
  const { rows, left } = await operator({ company_id: 1, whole: true })
  expect([rows.length > 15, left]).toEqual([true, 0])
  for (const name of entityNames)
    expect([name, await store.facts.query(`SELECT DISTINCT company_id FROM ${name} WHERE company_id != 2`)]).toEqual([
      name,
      [],
    ])
  const own = ['Sunset Terrace', 'Rita Resident', 'Mornings']
  expect(await tablesThatSay(own.map((word) => word.replace(' ', '')))).toEqual([])
  expect(await filesThatSay(own)).toEqual([])
  const theirs = Object.entries(before).map(([name, all]) => [
    name,
    (all as { company_id: number }[]).filter(({ company_id }) => company_id === 2),
  ])
  expect(await everything()).toEqual(Object.fromEntries(theirs))
  const refusals: unknown[] = []
  const load = () => store.load({ companies: fixtureCompany.companies ?? [] }, { refusals: refusals as never })
  await load()
  expect(refusals).toMatchObject([{ id: 1, reason: 'Company 1 was erased and is not taken in again.' }])
  await operator({ company_id: 1, readmit: true })
  await load()
  expect(refusals).toHaveLength(1)
})
