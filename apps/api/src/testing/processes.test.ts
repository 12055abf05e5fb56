import { type ChildProcess, spawn } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { RUN, SHORT_LIVED } from '@leaselight/run'
import { fixtureCompany } from '@leaselight/sample'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../start/freePort'

// Real processes, as an operator starts them: one story from an empty folder to a stop.

const IMPORT_KEY = 'an import key of this story'
const source = (name: string) => fileURLToPath(new URL(name, import.meta.url))
let folder: string
let env: Record<string, string>
let server: ChildProcess | undefined
let token = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'leaselight-start-'))
  env = {
    PORT: String(await freePort()),
    CRM_PORT: String(await freePort()),
    DATA_DIR: join(folder, 'data'),
    NOW: fixtureCompany.now,
    SAMPLE: 'off',
    CRM_STAND_IN: 'on',
    BUILD_WEB: 'off',
    IMPORT_KEY: `1:${IMPORT_KEY}`,
    STOP_DELAY_SECONDS: '1',
  }
  await mkdir(join(folder, 'files'))
  const { now: _now, ...records } = fixtureCompany
  for (const [entity, rows] of Object.entries(records))
    await writeFile(join(folder, 'files', `${entity}.ndjson`), rows.map((row) => JSON.stringify(row)).join('\n'))
  await writeFile(
    join(folder, 'files/agents.csv'),
    'id,company_id,property_id,name,shoe_size\n800,1,11,Zoe,38\nx,1,11,Nobody,38\n',
  )
  await writeFile(
    join(folder, 'leads.xml'),
    `<LeadManagement><Prospects>${['p1', ''].map((id) => `<Prospect><Identification IDType="ProspectID" IDValue="${id}"/><Events><Event EventType="Email" EventDate="2026-03-10T09:00:00"/></Events></Prospect>`).join('\n')}</Prospects></LeadManagement>`,
  )
  await writeFile(join(folder, 'map.json'), '{"properties": {"*": 11}}')
})
afterAll(async () => {
  server?.kill('SIGKILL')
  await rm(folder, { recursive: true, force: true })
})

function start(script: string, args: string[] = [], more: Record<string, string> = {}): ChildProcess {
  const { NODE_OPTIONS: _none, ...own } = process.env
  return spawn(process.execPath, [...SHORT_LIVED, RUN, source(script), ...args], {
    env: { ...own, ...env, ...more },
    cwd: folder,
  })
}

async function run(script: string, args: string[] = [], more: Record<string, string> = {}) {
  const child = start(script, args, more)
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const all = ({ stdout, stderr }: ChildProcess) =>
    Promise.all([stdout ? text(stdout) : '', stderr ? text(stderr) : ''])
  const [out, err] = await all(child)
  return { code: await ended, out, err }
}

const url = (path: string) => `http://localhost:${env.PORT}${path}`
const answers = async (address: string) => (await fetch(address).catch(() => undefined))?.status

const removed = fixtureCompany.prospects?.filter((prospect) => prospect.deleted).length ?? 0
const present = (fixtureCompany.prospects?.length ?? 0) - removed

test('a bad setting stops the start with one sentence', async () => {
  expect(await run('../main.ts', [], { PORT: 'eighty' })).toEqual({
    code: 1,
    out: '',
    err: 'PORT must be a port number from 0 to 65535.\n',
  })
})

test('without a CRM an installation of one’s own does not start', async () => {
  const { code, err } = await run('../main.ts', [], { CRM_STAND_IN: '' })
  expect([code, err]).toEqual([1, expect.stringMatching(/^Set CRM_URL .* CRM_STAND_IN=on .*\.\n$/)])
})

test('the import works before the server was ever started', async () => {
  const { code, out, err } = await run('../commands/import.ts', [join(folder, 'files')])
  // One record was rejected.
  expect([code, err]).toEqual([2, expect.not.stringContaining('Error')])
  expect(out).toMatch(/^ +read +new +changed +unchanged +removed +rejected$/m)
  // Removing a record that never existed changes nothing.
  expect(out).toMatch(new RegExp(`^prospects +${present + removed} +${present} +0 +${removed} +0 +0$`, 'm'))
  expect(out).toContain('Not used (agents): shoe_size. That is fine if you don’t need them.')
  const [rejection] = (await readFile(join(folder, 'import-rejections.ndjson'), 'utf8')).trim().split('\n')
  expect(JSON.parse(rejection ?? '')).toMatchObject({ entity: 'agents', line: 3, id: 'x', field: 'id' })
})

const foreign = ['mits', 'leads.xml', '--property-map', 'map.json']

test('another system’s file can be tried before the server was ever started', async () => {
  const { code, out } = await run('../commands/import.ts', [...foreign, '--dry-run'])
  expect(code).toBe(2)
  expect(out).toMatch(/^ +read +records +merged +skipped +new +changed +unchanged +removed +rejected$/m)
  expect(out).toMatch(/^prospects +2 +1 +0 +0 +1$/m)
  expect(out).toMatch(/^messages +1 +1 +0 +0 +0 +0$/m)
  expect(out).toMatch(/^prospects, line 1: \{"id":\d+,"property_id":11/m)
  expect(out).toContain('Nothing was imported: this was a dry run.')
  const rejected = JSON.parse(
    await readFile(join(folder, 'import-rejections.ndjson'), 'utf8').then((all) => all.split('\n')[0] ?? ''),
  )
  expect(rejected).toMatchObject({ entity: 'prospect', line: 2, field: 'Identification' })
})

test('the start brings everything up, and people sign in', { timeout: 180_000 }, async () => {
  server = start('../main.ts')
  let said = ''
  server.stdout?.on('data', (chunk: Buffer) => {
    said += chunk
  })
  server.stderr?.on('data', (chunk: Buffer) => {
    said += chunk
  })
  while (!said.includes('Ctrl-C') && server.exitCode === null) await sleep(50)
  expect(said).toContain(`http://localhost:${env.PORT}`)
  // The records are not the sample's, so the sample users, whose password is public, can't sign in.
  expect(said).not.toContain('sample people')
  const post = async (path: string, body: object) => {
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(url(path), { method: 'POST', headers, body: JSON.stringify(body) })
    return { status: response.status, body: await response.json() }
  }
  expect((await post('/api/auth/validate', { username: 'admin', password: 'leaselight' })).status).toBe(400)
  const code = /\/setup#([\w-]+)$/m.exec(said)?.[1]
  expect((await post('/api/setup/link', { code })).body).toEqual({
    companies: [{ id: 1, name: 'Harbor & Pine Homes' }],
  })
  // An administrator on record keeps the record and gets a password.
  const person = { first_name: 'Adam', last_name: 'Admin', email: 'Adam@harborpine.example', password: 'open sesame' }
  const setup = { code, company: { id: 1 }, ...person }
  const manager = await post('/api/setup/administrator', { ...setup, email: 'maria@harborpine.example' })
  expect([manager.status, manager.body.error.message]).toEqual([400, expect.stringContaining('not an administrator')])
  const created = await post('/api/setup/administrator', setup)
  expect(created.body.message).toBe('Success')
  expect((await post('/api/setup/administrator', setup)).status).toBe(404)
  const signedIn = await post('/api/auth/validate', { username: 'adam', password: 'open sesame' })
  token = signedIn.body.token
  const report = await fetch(url('/api/reports/activity'), { headers: { authorization: `Bearer ${token}` } })
  expect((await report.json()).rows.map((row: { property: string }) => row.property)).toEqual([
    'Harbor Point',
    'Sunset Terrace',
  ])
  expect((await stat(join(folder, 'data/operator.json'))).mode & 0o777).toBe(0o600)
})

test('a second one on the same folder is refused with a sentence', async () => {
  const second = await run('../main.ts', [], { PORT: '0' })
  expect(second.code).toBe(1)
  expect(second.err).toMatch(/is in use by another process \(server, pid \d+ on port \d+\)\. Stop that one first/)
  expect(second.err.trim().split('\n')).toHaveLength(1)
})

test('another system’s file goes in through the running server', async () => {
  const { code, out } = await run('../commands/import.ts', foreign)
  expect([code, out]).toEqual([2, expect.stringMatching(/^messages +1 +1 +0 +0 +0 +0$/m)])
  const again = await run('../commands/import.ts', [...foreign, '--max-rejected', '49%'])
  expect([again.code, again.out]).toEqual([3, expect.stringContaining('Nothing was imported: 2 of 4 were rejected')])
  const held = await run('../commands/import.ts', [...foreign, '--max-rejected', '60%'])
  expect([held.code, held.out]).toEqual([2, expect.stringMatching(/^messages +1 +0 +0 +1 +0 +0$/m)])
  const wrong = await run('../commands/import.ts', ['csv', 'leads.xml', '--mapping', 'map.json'])
  expect([wrong.code, wrong.err]).toEqual([1, expect.stringMatching(/^The mapping: entity must be one of [^\n]+\.\n$/)])
})

test('the import works through the running server, all or nothing too', async () => {
  const files = join(folder, 'files')
  const strict = await run('../commands/import.ts', ['--strict', '--rejections', 'strict.ndjson', files])
  expect([strict.code, strict.out]).toEqual([3, expect.stringContaining('were rejected, more than allowed')])
  expect(await readFile(join(folder, 'strict.ndjson'), 'utf8')).toContain('"id":"x"')
  await rm(join(files, 'agents.csv'))
  const again = await run('../commands/import.ts', ['--strict', files])
  expect(again.code).toBe(0)
  expect(again.out).toMatch(new RegExp(`^prospects +${present + removed} +0 +0 +${present + removed} +0 +0$`, 'm'))
  const nowhere = await run('../commands/import.ts', [join(folder, 'nowhere')])
  expect([nowhere.code, nowhere.err]).toEqual([1, expect.stringMatching(/^There is no folder .*nowhere\.\n$/)])
})

test('people are erased through the running server, a whole company only when that is meant', async () => {
  const erased = await run('../commands/erase.ts', ['--prospect', '1002,999999'])
  expect([erased.code, erased.err]).toEqual([0, ''])
  expect(erased.out).toMatch(/^facts +prospects +\d+ +\d+ +0$/m)
  expect(erased.out).toMatch(
    /Nothing is known of the prospects 999999\.\n1 person erased\.\nCounted again: nothing is left\.\n$/,
  )
  const meant = await run('../commands/erase.ts', ['--company', '1'])
  expect([meant.code, meant.err]).toEqual([1, expect.stringContaining('Say --yes to do it.')])
})

test('a stop lets the import in hand finish, says so to a balancer, and leaves the folder free', async () => {
  const key = { 'x-import-key': IMPORT_KEY, 'content-type': 'application/x-ndjson' }
  const upload = request(url('/api/import/agents'), { method: 'POST', headers: key })
  const answered = new Promise<string>((resolve, reject) => {
    upload.on('response', (answer) => resolve(text(answer)))
    upload.on('error', reject)
  })
  upload.write('{"id":801,"company_id":1,"property_id":11,"name":"Yara"}\n')
  const headers = { authorization: `Bearer ${token}` }
  const statuses = async () =>
    (await (await fetch(url('/api/imports'), { headers })).json()).imports.map(
      ({ status }: { status: string }) => status,
    )
  await expect.poll(statuses, { timeout: 10_000 }).toContain('running')
  const ended = new Promise<number | null>((resolve) => server?.once('close', resolve))
  server?.kill('SIGTERM')
  await expect.poll(async () => (await fetch(url('/readyz'))).json()).toMatchObject({ status: 'stopping' })
  expect((await fetch(url('/readyz'))).status).toBe(503)
  expect(await answers(url('/login'))).toBe(200)
  upload.end('{"id":802,"company_id":1,"property_id":11,"name":"Zara"}\n')
  expect(JSON.parse(await answered)).toMatchObject({ records: [{ read: 2, new: 2 }], rejected: 0 })
  expect(await ended).toBe(0)
  expect(await answers(`http://localhost:${env.CRM_PORT}/healthz`)).toBeUndefined()
  await expect(stat(join(folder, 'data/operator.json'))).rejects.toThrow()
  await expect(stat(join(folder, 'data/lock.json'))).rejects.toThrow()
})
