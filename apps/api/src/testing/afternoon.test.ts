import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { RUN, SHORT_LIVED } from '@leaselight/run'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../start/freePort'
import { afternoonFiles } from './afternoon'

// A stranger's afternoon with a company's own files, by the commands of the README, from an empty folder to right numbers.

const { properties, files, counts } = afternoonFiles()
const PERIOD = 'start_date=2026-03-01&end_date=2026-03-14'
const source = (name: string) => fileURLToPath(new URL(name, import.meta.url))
/** What the person does, counted, in the README's words. */
const steps: string[] = []
const readme = readFileSync(new URL('../../../../README.md', import.meta.url), 'utf8')
function does(step: string) {
  expect(readme).toContain(step)
  steps.push(step)
}
let folder: string
let env: Record<string, string>
let server: ChildProcess | undefined
let output = ''
let token = ''
let propertyIds: Record<string, number> = {}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'leaselight-afternoon-'))
  env = {
    PORT: String(await freePort()),
    CRM_PORT: String(await freePort()),
    DATA_DIR: join(folder, 'own'),
    NOW: '2026-03-20T18:00:00Z',
    SAMPLE: 'off',
    CRM_STAND_IN: 'on',
    BUILD_WEB: 'off',
  }
})
afterAll(async () => {
  server?.kill('SIGKILL')
  await rm(folder, { recursive: true, force: true })
})

function start(script: string, args: string[] = []): ChildProcess {
  const { NODE_OPTIONS: _none, ...own } = process.env
  const command = [...SHORT_LIVED, RUN, source(script), ...args]
  return spawn(process.execPath, command, { env: { ...own, ...env }, cwd: folder })
}

/** Imports a file with its mapping, as the README says. */
async function importFile(name: string, mapping: object, ...options: string[]) {
  await writeFile(join(folder, 'mapping.json'), JSON.stringify(mapping))
  const child = start('../commands/import.ts', ['csv', name, '--mapping', 'mapping.json', ...options])
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const [out, err] = await Promise.all([child.stdout ? text(child.stdout) : '', child.stderr ? text(child.stderr) : ''])
  return { code: await ended, out, err }
}

const url = (path: string) => `http://localhost:${env.PORT}${path}`
async function request(method: string, path: string, body?: object) {
  const headers = {
    ...(token && { authorization: `Bearer ${token}` }),
    ...(body && { 'content-type': 'application/json' }),
  }
  const response = await fetch(url(path), { method, headers, ...(body && { body: JSON.stringify(body) }) })
  const answer = await response.json()
  expect([path, response.status, answer.error]).toEqual([path, 200, undefined])
  return answer
}
const report = (key: string, params = PERIOD) => request('GET', `/api/reports/${key}?${params}`)

const US_TIME = 'M/d/yyyy h:mm a'
const US_DAY = 'M/d/yyyy'
const community = () => ({ column: 'Community', values: propertyIds })
const derived = (column: string) => ({ column, derive: true })
const mappings = (): Record<string, object> => ({
  'agents.csv': {
    entity: 'agents',
    system: 'old',
    fields: {
      id: derived('Agent'),
      company_id: { value: 1 },
      property_id: community(),
      name: { column: 'Agent' },
    },
  },
  'units.csv': {
    entity: 'units',
    system: 'old',
    fields: {
      id: derived('Unit'),
      property_id: community(),
      name: { column: 'Unit' },
      floorplan: { column: 'Floor plan' },
      bedrooms: { column: 'Beds' },
      area_sqft: { column: 'Sq ft' },
    },
  },
  'leads.csv': {
    entity: 'prospects',
    system: 'old',
    fields: {
      id: derived('Lead #'),
      property_id: community(),
      source: { column: 'Lead source' },
      first_name: { column: 'Name', part: 'first' },
      last_name: { column: 'Name', part: 'last' },
      insert_method: { value: 'import' },
      first_contact_channel: { value: 'internet' },
      created_at: { column: 'Created (local)', format: US_TIME },
      status: { column: 'Stage', values: { New: 'waiting', Toured: 'visited', Lost: 'lost' } },
      lost_at: { column: 'Lost', format: US_TIME },
      loss_reason: { column: 'Why lost' },
    },
  },
  'tours.csv': {
    entity: 'visits',
    system: 'old',
    fields: {
      id: derived('Tour #'),
      property_id: community(),
      prospect_id: derived('Lead #'),
      agent_id: derived('Agent'),
      visited_at: { column: 'When', format: US_TIME },
      visit_type: { value: 'in-person' },
      unit_shown: { column: 'Shown?' },
      uses_tour_app: { value: false },
    },
  },
  'leases.csv': {
    entity: 'leases',
    system: 'old',
    fields: {
      id: derived('Lease #'),
      property_id: community(),
      unit_id: derived('Unit'),
      prospect_id: derived('Lead #'),
      kind: { column: 'Type' },
      signed_at: { column: 'Signed', format: US_TIME },
      starts_on: { column: 'From', format: US_DAY },
      ends_on: { column: 'To', format: US_DAY },
      monthly_rent: { column: 'Rent' },
      previous_lease_id: derived('Renews'),
      moved_in_on: { column: 'Moved in', format: US_DAY },
      notice_on: { column: 'Notice', format: US_DAY },
    },
  },
})

/** The numbers of a table's line about an entity: read, records, …, as the command prints them. */
const lineOf = (out: string, name: string): number[] =>
  (new RegExp(`^${name} +([\\d, ]+)$`, 'm').exec(out)?.[1] ?? '')
    .trim()
    .split(/ +/)
    .map((cell) => Number(cell.replaceAll(',', '')))

test('an empty folder starts, and its link makes the company and its first administrator', async () => {
  does('npm run own')
  server = start('../main.ts')
  for (const stream of [server.stdout, server.stderr])
    stream?.on('data', (chunk: Buffer) => {
      output += chunk
    })
  while (!output.includes('Ctrl-C') && server.exitCode === null) await sleep(50)
  const code = /\/setup#(\S+)/.exec(output)?.[1]
  expect(code).toBeDefined()
  does('Open the link to create your company and become its first administrator')
  const session = await request('POST', '/api/setup/administrator', {
    code,
    company: { name: 'Maple Homes', time_zone: 'America/Denver' },
    first_name: 'Olive',
    last_name: 'Stone',
    email: 'olive@maple.example',
    password: 'a long enough password',
  })
  token = session.token
  does('A checklist then leads to the first report: properties')
  const { properties: known } = await request('POST', '/api/setup/properties', { properties })
  propertyIds = Object.fromEntries(known.map(({ id, name }: { id: number; name: string }) => [name, id]))
  expect(Object.keys(propertyIds)).toHaveLength(30)
})

test.each(Object.keys(files))('%s comes in whole, and again changes nothing', async (name) => {
  const content = files[name as keyof typeof files]
  const rows = counts.rows[name as keyof typeof counts.rows]
  // One file as a spreadsheet of another country writes it, the others with a mark.
  const bytes = name === 'leads.csv' ? windows1252(content) : Buffer.from(`\uFEFF${content}`)
  await writeFile(join(folder, name), bytes)
  does('npm run import -- csv FILE --mapping MAPPING.json')
  const mapping = mappings()[name] ?? {}
  const first = await importFile(name, mapping)
  expect([first.code, first.err]).toEqual([0, expect.not.stringContaining('Error')])
  const { entity } = mapping as { entity: string }
  expect([entity, ...lineOf(first.out, entity)]).toEqual([entity, ...[rows, rows, 0, 0, 0, 0]])
  if (name === 'leads.csv') expect(first.out).toContain('windows-1252')
  const second = await importFile(name, mapping)
  expect([entity, ...lineOf(second.out, entity)]).toEqual([entity, ...[rows, 0, 0, rows, 0, 0]])
})

test('every report that the files can fill has the numbers that a person counts in them', async () => {
  const activity = await report('activity', `${PERIOD}&depth=all`)
  expect(activity.total).toMatchObject(counts.activity)
  const rows = Object.entries(counts.byProperty).map(([name, expected]) => {
    const row = activity.rows.find(({ property }: { property: string }) => property === name)
    const leads = counts.activeByProperty[name]
    return [name, row && { leads: row.leads, visits: row.visits, leases: row.leases }, { ...expected, leads }]
  })
  expect(rows.filter(([, actual, expected]) => JSON.stringify(actual) !== JSON.stringify(expected))).toEqual([])
  expect((await report('conversions')).total).toMatchObject(counts.conversions)
  const lost = (await report('loss-reasons', `${PERIOD}&depth=all`)).rows.filter(
    (row: { loss_reason?: string; parent?: string | null }) => row.loss_reason && !row.parent,
  )
  expect(
    Object.fromEntries(lost.map((row: { loss_reason: string; lost: number }) => [row.loss_reason, row.lost])),
  ).toEqual(counts.lost)
  expect((await report('renewals')).total).toMatchObject(counts.renewals)
  expect((await report('occupancy', '')).total).toMatchObject(counts.occupancy)
  const [first = ''] = Object.keys(propertyIds)
  const boxscore = await report('boxscore', `${PERIOD}&property=${propertyIds[first]}`)
  expect(boxscore.total).toMatchObject(counts.byProperty[first] ?? {})
  expect(steps).toHaveLength(8)
})

test('a corrected file changes what it corrects, and half a file brings what it has and says so', async () => {
  const mapping = mappings()['leads.csv'] ?? {}
  const corrected = files['leads.csv'].replace(' PM,Lost,', ' PM,New,')
  await writeFile(join(folder, 'corrected.csv'), corrected)
  const { out } = await importFile('corrected.csv', mapping)
  const rows = counts.rows['leads.csv']
  expect(lineOf(out, 'prospects')).toEqual([rows, 0, 1, rows - 1, 0, 0])
  const lines = files['leads.csv'].split('\r\n')
  await writeFile(join(folder, 'half.csv'), `${lines.slice(0, 400).join('\r\n')}\r\nL-9,"Maple`)
  const half = await importFile('half.csv', mapping)
  expect(half.code).toBe(2)
  expect((await report('activity')).total.leads).toBe(counts.activity.leads)
})

/** The bytes of a text in windows-1252, for the letters that the files have. */
function windows1252(content: string): Buffer {
  const special: Record<string, number> = { '’': 0x92, ë: 0xeb }
  return Buffer.from([...content].map((letter) => special[letter] ?? letter.charCodeAt(0)))
}
