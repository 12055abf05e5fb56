import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { fixtureCompany } from '@leaselight/sample'
import { alignColumns, describeError, print, printError } from '../../console/console'
import { parseSettings } from '../../settings/settings'
import { freePort } from '../../start/freePort'
import { mailServer } from '../mailServer'
import { ISSUER, SECRET } from '../server'
import { actUntil, IMPORT_KEY, importRecords, makeFeed, USERS } from './clients'
import { kinds, newLedgers } from './ledger'
import { KilledServer } from './server'
import { type Outcome, verify } from './verify'

const USAGE = `npm run soak -- [--minutes N]
Kills a server again and again while clients import, save, schedule, share, erase and upload, and counts what is lost.`

const ALIVE_MS = { least: 1_000, most: 7_000 }
/** Without a mail for so long nothing is queued any more: a schedule's first run may be two minutes away. */
const QUIET_MS = 150_000

async function run(): Promise<boolean> {
  const { values } = parseArgs({ options: { minutes: { type: 'string', default: '3' } } })
  const minutes = Number(values.minutes)
  if (!(minutes > 0)) throw new Error(USAGE)
  const dataDir = await mkdtemp(join(tmpdir(), 'leaselight-soak-'))
  const mails = await mailServer()
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const env = {
    ...{ PORT: String(port), HOST: '127.0.0.1', DATA_DIR: dataDir, SMTP_URL: mails.url, PUBLIC_URL: url },
    ...{ CRM_URL: 'http://127.0.0.1:1', CRM_JWT_SECRET: SECRET, CRM_ISSUER: ISSUER, IMPORT_KEY: `1:${IMPORT_KEY}` },
    ...{ SAMPLE: 'off', BUILD_WEB: 'off', LOG_LEVEL: 'silent', MAIL_LEASE_SECONDS: '5', EXPORT_LIMIT: '10000' },
    UV_THREADPOOL_SIZE: '16',
  }
  const server = new KilledServer(url, env)
  try {
    await server.start()
    await fill(url)
    const ledgers = newLedgers()
    const feed = await makeFeed(url)
    const stop = new AbortController()
    const clients = kinds.map((kind) => actUntil(stop.signal, kind, { url, feed, ledger: ledgers[kind] }))
    // A client that fails ends the soak; it is awaited below.
    for (const client of clients) client.catch(() => stop.abort())
    const end = Date.now() + minutes * 60_000
    while (Date.now() < end && !stop.signal.aborted) {
      await sleep(ALIVE_MS.least + Math.random() * (ALIVE_MS.most - ALIVE_MS.least))
      await server.kill()
      await server.start()
    }
    stop.abort()
    await Promise.all(clients)
    await settle(() => mails.mails.length)
    await server.stop()
    const { outcomes, problem } = await verify(parseSettings(env), ledgers, mails.mails)
    printSummary(minutes, server.kills, outcomes)
    if (problem !== undefined) print(problem)
    return problem === undefined && outcomes.every(({ lost, doubled }) => lost + doubled === 0)
  } finally {
    await server.stop()
    await mails.close()
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function fill(url: string): Promise<void> {
  const { companies = [], properties = [], agents = [] } = fixtureCompany
  const users = USERS.map((id) => ({
    ...{ id, company_id: 1, username: `user-${id}`, email: `user-${id}@harborpine.example` },
    ...{ first_name: 'Una', last_name: `Number ${id}`, role: 'admin' },
  }))
  for (const [entity, records] of Object.entries({ companies, properties, agents, users }))
    if (!(await importRecords(url, entity, records))) throw new Error(`The ${entity} were not imported.`)
}

/**
 * Waits until no mail has come for a while: then every schedule has run and every upload is imported. A busy machine may
 * have hundreds of mails queued by then, so there is no other end.
 */
async function settle(arrived: () => number): Promise<void> {
  for (let last = { count: -1, at: Date.now() }; Date.now() - last.at < QUIET_MS; await sleep(1_000))
    if (arrived() !== last.count) last = { count: arrived(), at: Date.now() }
}

function printSummary(minutes: number, kills: number, outcomes: readonly Outcome[]): void {
  const cells = outcomes.map(({ kind, acknowledged, unknown, lost, doubled, documented }) => [
    ...[kind, ...[acknowledged, unknown, lost, doubled, documented].map((count) => count.toLocaleString('en-US'))],
  ])
  const head = ['', 'acknowledged', 'no answer', 'lost', 'doubled', 'came again under its number']
  print(`${kills} kills in ${minutes} minutes, ${new Date().toISOString().slice(0, 10)}, Node ${process.version}`)
  for (const line of alignColumns([head, ...cells], [1, 2, 3, 4, 5])) print(line)
}

try {
  process.exitCode = (await run()) ? 0 : 1
} catch (error) {
  printError(describeError(error))
  process.exitCode = 1
}
