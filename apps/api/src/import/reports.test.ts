import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { recordImportRun } from '@leaselight/state'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { schemaErrors } from '../testing/responseSchemas'
import { bearer, IMPORT_SECRET, NOW, type TestServer, testServer } from '../testing/server'
import { operatorImport } from './operatorImport'
import { readStoredRun } from './reports'

let server: TestServer
let folder: string
beforeAll(async () => {
  server = await testServer()
  folder = await mkdtemp(join(tmpdir(), 'leaselight-reports-'))
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true })
})

const listed = async (claims: Record<string, unknown>) =>
  (await server.app.inject({ url: '/api/imports', headers: await bearer({ role: 'admin', ...claims }) })).json().imports
const own = { company_id: 1, user_id: 205 }
const other = { company_id: 2, user_id: 301 }

const lines = (...records: object[]) => records.map((record) => `${JSON.stringify(record)}\n`).join('')
const agent = (id: number, company_id: number, property_id: number) => ({ id, company_id, property_id, name: `A${id}` })

let clock = NOW.getTime()

async function importFolder(files: Record<string, string>) {
  const directory = await mkdtemp(join(folder, 'files-'))
  for (const [name, text] of Object.entries(files)) await writeFile(join(directory, name), text)
  clock += 1_000
  const context = { facts: server.store.facts, state: server.state, now: () => new Date(clock) }
  return operatorImport({ kind: 'folder', directory, dry_run: false })(context, {})
}

describe('an import by command', () => {
  it('is listed for the company it is all about, whole and without the server’s folder', async () => {
    const report = await importFolder({
      'agents.ndjson': lines(agent(951, 1, 11), { ...agent(952, 1, 11), shoe: 38 }, {}),
    })
    expect(report.records).toMatchObject([{ read: 3, new: 2, rejected: 1 }])
    const [run, ...more] = await listed(own)
    expect(more).toEqual([])
    expect(run).toMatchObject({
      ...{ entity: 'all', status: 'done', error: null, progress: null },
      report: {
        records: [{ entity: 'agents', read: 3, new: 2, rejected: 1 }],
        unused: [{ item: 'agents', names: ['shoe'], more: false }],
      },
    })
    expect(run.source).toMatch(/^files-\w+$/)
    expect(await schemaErrors(server.app, 'ImportRun', run)).toBeNull()
    expect(await listed(other)).toEqual([])
  })

  it('of several companies shows each its own numbers and nothing of the file', async () => {
    await importFolder({
      'agents.ndjson': lines(
        agent(951, 1, 11),
        agent(961, 2, 21),
        { ...agent(962, 2, 21), name: 7, shoe: 38 },
        agent(953, 1, 12),
      ),
    })
    const [mine] = await listed(own)
    expect(mine.report).toMatchObject({
      records: [{ entity: 'agents', read: 2, new: 1, unchanged: 1, rejected: 0 }],
      ...{ rejected: 0, unused: [], notes: [], source: [], first: [] },
    })
    const [theirs] = await listed(other)
    expect(theirs.report).toMatchObject({ records: [{ read: 2, new: 1, rejected: 1 }], rejected: 1, unused: [] })
  })
})

it('the holder of an import key reads the imports of the company', async () => {
  const { statusCode, body } = await server.app.inject({
    url: '/api/imports',
    headers: { 'x-import-key': IMPORT_SECRET },
  })
  expect([statusCode, JSON.parse(body).imports]).toEqual([200, await listed(own)])
})

it('a run that an earlier version stored with endless texts doesn’t keep the list from opening', async () => {
  const account = {
    entity: 'agents',
    taken: 1,
    replaced: 0,
    deleted: 0,
    refused: 0,
    unknownFields: ['x'.repeat(5_000_000)],
  }
  const at = new Date(clock + 60_000)
  for (let index = 0; index < 8; index++)
    await recordImportRun(server.state, {
      ...{ companyId: 1, entity: 'agents', source: 'api', status: 'done', startedAt: at, finishedAt: at, account },
    })
  const runs = await listed(own)
  expect(runs).toHaveLength(10)
  expect(runs[0]).toMatchObject({ entity: 'agents', status: 'done', report: null })
  expect(JSON.stringify(runs).length).toBeLessThan(20_000)
})

describe('a stored run', () => {
  const counts = { entity: 'agents', taken: 5, replaced: 3, deleted: 1, refused: 2, seconds: 1, unknownFields: ['x'] }
  const records = [{ entity: 'agents', read: 11, new: 5, changed: 3, unchanged: 0, removed: 1, rejected: 2 }]

  it.each([
    ['of one entity', counts],
    ['of a folder', [counts]],
    [
      'of a source file',
      {
        ...{ kind: 'csv', dry_run: false, notes: [], refused: 2, stopped: null, seconds: 1, records: [counts] },
        read: { rows: { read: 11, taken: 9, used: 0, skipped: 0, refused: 2 } },
      },
    ],
  ])('%s by an earlier version is still readable', (_, account) => {
    const { report, progress, error } = readStoredRun(account)
    expect([progress, error]).toEqual([null, null])
    expect(report).toMatchObject({
      records,
      rejected: 2,
      notes: [{ reason: expect.stringContaining('earlier version') }],
    })
  })

  it('tells progress, failure and nothing apart', () => {
    expect(readStoredRun({ progress: { rows: 7, bytes: 70 } }).progress).toEqual({ rows: 7, bytes: 70 })
    expect(readStoredRun({ error: 'The disk is full.' }).error).toBe('The disk is full.')
    for (const unreadable of [null, undefined, 7, [], {}, { report: {} }])
      expect(readStoredRun(unreadable)).toMatchObject({ progress: null, error: null })
  })
})
