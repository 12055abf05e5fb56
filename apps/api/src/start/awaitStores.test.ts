import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { openFacts } from '@leaselight/facts'
import { type TempClickHouse, tempClickHouse } from '@leaselight/facts/testing'
import { RUN, SHORT_LIVED } from '@leaselight/run'
import { fixtureCompany } from '@leaselight/sample'
import { type TempPostgres, tempPostgres } from '@leaselight/state/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseSettings } from '../settings/settings'
import { sendRequest } from '../testing/storeServers'
import { ISSUER, NOW, SECRET, tokenFor } from '../testing/tokens'
import { awaitStores } from './awaitStores'
import { freePort } from './freePort'

const IMPORT_KEY = 'an-import-key-of-this-test-alone'

// A real process, started before its servers are there, as after a power failure.

let clickhouse: TempClickHouse
let postgres: TempPostgres
let server: ChildProcess
let url: string
let folder: string
let serverOutput = ''
let databaseUrl: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'leaselight-late-'))
  ;[clickhouse, postgres] = await Promise.all([tempClickHouse(), tempPostgres()])
  databaseUrl = await postgres.createDatabase()
  await Promise.all([clickhouse.kill(), postgres.stop()])
  const port = await freePort()
  url = `http://localhost:${port}`
  const { NODE_OPTIONS: _none, ...own } = process.env
  server = spawn(process.execPath, [...SHORT_LIVED, RUN, fileURLToPath(new URL('../main.ts', import.meta.url))], {
    cwd: folder,
    env: {
      ...own,
      PORT: String(port),
      DATA_DIR: join(folder, 'data'),
      DATABASE_URL: databaseUrl,
      CLICKHOUSE_URL: clickhouse.url,
      CLICKHOUSE_DATABASE: 'leaselight',
      CRM_URL: 'http://localhost:1',
      CRM_JWT_SECRET: SECRET,
      CRM_ISSUER: ISSUER,
      IMPORT_KEY: `1:${IMPORT_KEY}`,
      NOW: fixtureCompany.now,
      TOKEN_LONGEST_HOURS: '1000',
      BUILD_WEB: 'off',
      STOP_SECONDS: '1',
    },
  })
  for (const stream of [server.stdout, server.stderr])
    stream?.on('data', (chunk: Buffer) => {
      serverOutput += chunk
    })
  while (!serverOutput.includes('Ctrl-C') && server.exitCode === null) await sleep(50)
})
afterAll(async () => {
  server?.kill('SIGKILL')
  await Promise.all([clickhouse?.remove(), postgres?.remove()])
  await rm(folder, { recursive: true, force: true })
})

const admin = { user_id: 205, role: 'admin' }
const missing = async () => (await sendRequest(`${url}/readyz`)).body.missing
const SOON = { timeout: 15_000, interval: 100 }

test('a start waits for its servers in whatever order they come, and says for what', { timeout: 180_000 }, async () => {
  expect(serverOutput).toMatch(/^Waiting for ClickHouse at 127\.0\.0\.1:\d+: .*ECONNREFUSED/m)
  expect(serverOutput).toMatch(/^Waiting for PostgreSQL at 127\.0\.0\.1:\d+\/test_1: .*ECONNREFUSED/m)
  expect(await missing()).toEqual(['facts', 'state'])
  const report = await sendRequest(`${url}/api/reports/calls`)
  expect([report.status, report.body.error.message]).toEqual([503, expect.stringMatching(/can’t be reached yet/)])
  expect((await sendRequest(`${url}/api/saved-reports`)).status).toBe(503)
  expect((await sendRequest(`${url}/healthz`)).status).toBe(200)
  await postgres.start()
  await expect.poll(missing, SOON).toEqual(['facts'])
  await clickhouse.start()
  await expect.poll(missing, SOON).toEqual([])
  expect(serverOutput).toMatch(/^PostgreSQL at .* is there now\.$/m)
  expect(serverOutput).toMatch(/^ClickHouse at .* is there now\.$/m)
  for (const entity of ['companies', 'properties'] as const) {
    const body = fixtureCompany[entity]?.map((record) => JSON.stringify(record)).join('\n') ?? ''
    // A company that is not there yet has no session; the key brings it in.
    const headers = { 'x-import-key': IMPORT_KEY, 'content-type': 'application/x-ndjson' }
    const imported = await fetch(`${url}/api/import/${entity}`, { method: 'POST', headers, body })
    expect([entity, imported.status]).toEqual([entity, 200])
  }
  expect((await sendRequest(`${url}/api/reports/occupancy`)).status).toBe(200)
  // With both servers configured, the folder has only the endpoint for the operator's commands and the files of feeds.
  expect(await readdir(join(folder, 'data'))).toEqual(['feeds', 'operator.json'])
})

test('an instance with empty facts of its own takes over nothing from the others’ database', async () => {
  const settings = parseSettings({
    DATA_DIR: join(folder, 'staging'),
    DATABASE_URL: databaseUrl,
    CRM_URL: 'http://localhost:1',
    CRM_JWT_SECRET: SECRET,
    CRM_ISSUER: ISSUER,
  })
  await expect(awaitStores(settings, () => undefined)).rejects.toThrow(
    /^The facts are new, and the state store belongs to the installation \w{8}\. Check DATA_DIR, /,
  )
})

test('what can’t finish in time is ended with a sentence, and the process ends', { timeout: 30_000 }, async () => {
  const exp = Math.floor(NOW.getTime() / 1000) + 86_400
  const authorization = `Bearer ${await tokenFor(admin, { claims: { exp } })}`
  const upload = request(`${url}/api/import/properties`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/x-ndjson' },
  })
  const answered = once(upload, 'response')
  upload.write('{"id":19,"company_id":1,"name":"Never ends","time_zone":"America/New_York"}\n')
  const ended = once(server, 'close')
  const statuses = async () =>
    (await sendRequest(`${url}/api/imports`, { subject: admin })).body.imports.map(
      ({ status }: { status: string }) => status,
    )
  await expect.poll(statuses, SOON).toContain('running')
  server.kill('SIGTERM')
  const [answer] = await answered
  expect(answer.statusCode).toBe(503)
  expect(JSON.parse(await text(answer)).error).toMatchObject({
    code: 'stopping',
    message: expect.stringMatching(/please send the same again\.$/),
  })
  expect(await ended).toEqual([0, null])
})

test('a start does not wait for tables to become what it needs: it ends with a sentence', async () => {
  const facts = await openFacts({ clickhouseUrl: clickhouse.url, clickhouseDatabase: 'leaselight' })
  await facts.command('ALTER TABLE units ADD COLUMN mood String')
  await facts.close()
  const settings = parseSettings({
    DATA_DIR: join(folder, 'second'),
    DATABASE_URL: databaseUrl,
    CLICKHOUSE_URL: clickhouse.url,
    CLICKHOUSE_DATABASE: 'leaselight',
    CRM_URL: 'http://localhost:1',
    CRM_JWT_SECRET: SECRET,
    CRM_ISSUER: ISSUER,
  })
  const said: string[] = []
  await expect(awaitStores(settings, (line) => said.push(line))).rejects.toThrow(
    /^The table units has a column mood that this version does not know: start the version .+\.$/,
  )
  expect(said).toEqual([])
})
