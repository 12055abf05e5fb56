import { readdir, readFile } from 'node:fs/promises'
import { createServer, connect as openSocket, type Socket } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createProspectBatches } from '../access/prospectBatches'
import { inSnapshot, replaceRows, rowSums, stateLevel } from '../copy'
import { changeIncident } from '../feeds/feedIncidents'
import { allowRemoval, newFeedRunId, queueFeedRun } from '../feeds/feedRuns'
import { changeFeed, createFeed, queueDueFetches } from '../feeds/feeds'
import { setFindingRule } from '../findings/rules'
import { saveGoals } from '../goals/goals'
import { pauseSeals, writeSeals } from '../installation'
import { addPin } from '../myPage/myPage'
import { issueSetupCode } from '../setup'
import { deliveryJobs, queueDelivery, retryDelivery } from '../sharing/deliveries'
import { queueDueRuns } from '../sharing/dueRuns'
import { addSchedule } from '../sharing/schedules'
import { addSubscribers } from '../sharing/subscribers'
import type { State } from '../state'
import { type TempPostgres, tempPostgres } from '../testing'
import { addWebhook, queueWebhookCalls } from '../webhooks/webhooks'
import { StoreUnavailable } from './errors'
import { openState } from './open'

const NOW = new Date('2026-03-10T12:00:00Z')

/** A proxy to a server that breaks a connection at its nth message, counted from `cutAt`. */
async function cuttingProxy(target: number) {
  let left = Number.POSITIVE_INFINITY
  const sockets = new Set<Socket>()
  const server = createServer((near) => {
    const far = openSocket(target, '127.0.0.1')
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.once('close', () => sockets.delete(socket))
    }
    near.once('close', () => far.destroy())
    far.once('close', () => near.destroy())
    far.pipe(near)
    near.on('data', (chunk: Buffer) => {
      if (left-- > 0) return far.write(chunk)
      left = Number.POSITIVE_INFINITY
      near.resetAndDestroy()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port.')
  return {
    port: address.port,
    /** Breaks the connection at the nth message from now on, 0 for the next. */
    cutAt: (message: number) => {
      left = message
    },
    /** Whether it has broken the connection since. */
    hasCut: () => left === Number.POSITIVE_INFINITY,
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const owner = { companyId: 1, userId: 3 }
const delivery = {
  ...owner,
  kind: 'share' as const,
  role: 'manager',
  demo: false,
  timeZone: 'America/New_York',
  name: 'Activity',
  report: 'activity',
  params: {},
  formats: [],
  note: null,
  to: [{ email: 'a@x.example', name: null }],
}
const schedule = {
  ...{ kind: 'report' as const, role: null, demo: false, name: 'Activity', report: 'activity', params: {} },
  timing: { frequency: 'DAILY' as const, time: '09:00', timeZone: 'America/New_York', weekdays: [], dayOfMonth: null },
  ...{ formats: [], note: null },
}
const feedSettings = {
  ...{ name: 'Leads', kind: 'contract' as const, entity: 'prospects', mappingId: null, source: 'url' as const },
  ...{ folder: null, url: 'https://x.example', rhythm: 'daily' as const, graceHours: 6, fetchTime: '08:00' },
  ...{ fetchWeekday: null, nextFetchAt: NOW, timeZone: 'America/New_York', extent: 'partial' as const },
  ...{ maxRemovedPercent: 10, maxRejectedPercent: 0, paused: false },
}

const webhookSettings = {
  ...{ role: 'manager', demo: false, name: 'Chat', kind: 'slack' as const, url: 'https://x.example/hook' },
  ...{ secret: null, events: ['finding' as const] },
}
const happening = {
  ...{ event: 'finding' as const, subject: 'one', title: 'Calls fell', details: [], url: 'https://x.example' },
  happenedAt: NOW,
}

/** A transaction, with what puts there what it works on, so that each attempt runs all of its statements. */
interface Transaction {
  ready?: string
  work: (state: State) => Promise<unknown>
}

/** Every transaction of the store, by the files that have them. */
async function transactionsOn(direct: State): Promise<Record<string, Transaction[]>> {
  const { id: scheduleId = '' } = (await addSchedule(direct, owner, schedule, NOW)) ?? {}
  await addSubscribers(direct, scheduleId, ['b@x.example'], { role: 'manager', now: NOW })
  const feed = await createFeed(direct, owner, feedSettings, NOW)
  if (typeof feed === 'string') throw new Error(`The feed is ${feed}.`)
  const runId = newFeedRunId()
  const file = { fileName: 'leads.csv', fileKey: null, location: runId, machine: 'here', bytes: 10 }
  await queueFeedRun(direct, { id: runId, feedId: feed.id, companyId: 1, trigger: 'upload', ...file }, NOW)
  const { id: deliveryId = '' } = (await queueDelivery(direct, delivery, NOW)) ?? {}
  const webhook = await addWebhook(direct, owner, webhookSettings, NOW)
  if (!webhook) throw new Error('There are too many webhooks.')
  const worker = { owner: 'one', leaseSeconds: 60 }
  return {
    'access/prospectBatches.ts': [
      {
        work: (state) =>
          createProspectBatches(state, owner, [{ propertyId: 2, leasingTeamId: null, prospectIds: [4, 5] }], NOW),
      },
    ],
    'feeds/feedIncidents.ts': [
      {
        ready: `update feeds set incident = null`,
        work: (state) => changeIncident(state, { id: feed.id, incident: null }, 'late', delivery, NOW),
      },
    ],
    'feeds/feedRuns.ts': [
      {
        ready: `update feed_runs set status = 'stopped'`,
        work: (state) => allowRemoval(state, { feedId: feed.id, id: runId, userId: 3 }, NOW),
      },
    ],
    'findings/rules.ts': [
      { work: (state) => setFindingRule(state, { ...owner, finding: 'one' }, 'dismissed', null, NOW) },
    ],
    'myPage/myPage.ts': [
      {
        work: (state) =>
          addPin(
            state,
            owner,
            { name: null, kind: 'number', item: 'leads', report: 'activity', params: { preset: 'today' } },
            NOW,
          ),
      },
    ],
    'goals/goals.ts': [
      {
        work: (state) =>
          saveGoals(
            state,
            { companyId: 1, goal: 'leases', setBy: 3 },
            [
              { propertyId: 2, month: '2026-03', target: 9 },
              { propertyId: 3, month: '2026-03', target: null },
              { attribute: 'Region', value: 'East', month: '2026-03', target: 30 },
            ],
            NOW,
          ),
      },
    ],
    'feeds/feeds.ts': [
      { work: (state) => changeFeed(state, 1, feed.id, { graceHours: 2 }, NOW) },
      {
        ready: `delete from feed_runs where trigger = 'schedule'; update feeds set next_fetch_at = '2026-03-10T12:00:00Z'`,
        work: (state) => queueDueFetches(state, NOW, () => new Date(NOW.getTime() + 86_400_000)),
      },
    ],
    'jobs/queue.ts': [
      {
        ready: `update deliveries set status = 'running', lease_owner = 'one', lease_until = now() + interval '1 minute' where id = '${deliveryId}'`,
        work: (state) =>
          deliveryJobs.whileLeased(state, deliveryId, worker, (db) =>
            db.execute(sql`update deliveries set reason = 'later' where id = ${deliveryId}`),
          ),
      },
    ],
    'sharing/deliveries.ts': [
      { work: (state) => queueDelivery(state, delivery, NOW) },
      {
        ready: `update deliveries set status = 'failed'; update delivery_recipients set status = 'failed'`,
        work: (state) => retryDelivery(state, owner, deliveryId, NOW),
      },
    ],
    'sharing/dueRuns.ts': [
      {
        ready: `delete from deliveries where kind = 'schedule'; update scheduled_reports set next_run_at = '2026-03-10T11:00:00Z'`,
        work: (state) => queueDueRuns(state, NOW),
      },
    ],
    'sharing/subscribers.ts': [
      { work: (state) => addSubscribers(state, scheduleId, ['c@x.example'], { role: 'manager', now: NOW }) },
    ],
    'webhooks/webhooks.ts': [
      { work: (state) => queueWebhookCalls(state, webhook, [happening], new Date(NOW.getTime() + 1), NOW) },
    ],
    'setup.ts': [{ work: (state) => issueSetupCode(state, NOW) }],
    'installation.ts': [
      { work: (state) => pauseSeals(state, NOW) },
      { work: (state) => writeSeals(state, [{ table: 'messages', seal: {}, damage: null }], NOW, null) },
    ],
    // Last, because it replaces every row.
    'copy.ts': [
      { work: (state) => inSnapshot(state, (db) => rowSums(db, 'tickets')) },
      {
        work: (state) =>
          replaceRows(
            state,
            stateLevel,
            async () => undefined,
            async () => ({ kind: 'restore', source: 'a folder', finishedAt: NOW, parts: {} }),
          ),
      },
    ],
  }
}

let postgres: TempPostgres
let proxy: Awaited<ReturnType<typeof cuttingProxy>>
/** Past the proxy. */
let direct: State
let state: State
let transactions: Record<string, Transaction[]>

beforeAll(async () => {
  postgres = await tempPostgres()
  const url = new URL(await postgres.createDatabase())
  direct = await openState({ databaseUrl: url.href })
  proxy = await cuttingProxy(Number(url.port))
  url.port = String(proxy.port)
  url.hostname = '127.0.0.1'
  state = await openState({ databaseUrl: url.href })
  transactions = await transactionsOn(direct)
})
afterAll(async () => {
  await Promise.all([state.close(), direct.close()])
  await proxy.close()
  await postgres.remove()
})

test('names every file of the store that has transactions', async () => {
  const folder = fileURLToPath(new URL('..', import.meta.url))
  const files = (await readdir(folder, { recursive: true })).filter((name) => /(?<!\.test)\.ts$/.test(name))
  const found: string[] = []
  for (const name of files) {
    const uses = (await readFile(join(folder, name), 'utf8')).match(/\bdb\.transaction\(|db\n\s*\.transaction\(/g)
    if (uses) found.push(...uses.map(() => name))
  }
  expect(found.sort()).toEqual(
    Object.entries(transactions)
      .flatMap(([name, works]) => works.map(() => name))
      .sort(),
  )
})

test('returns connections that break at BEGIN to the pool', async () => {
  const [{ work } = { work: async () => undefined }] = transactions['sharing/deliveries.ts'] ?? []
  // More often than the pool has connections.
  for (let time = 0; time < 12; time++) {
    await state.ping()
    proxy.cutAt(0)
    await expect(work(state)).rejects.toThrow(StoreUnavailable)
  }
})

test('a connection that breaks at any message of any transaction is a sentence, and the next request works', async () => {
  const faults: unknown[] = []
  const onFault = (error: unknown) => faults.push(error)
  process.on('uncaughtException', onFault)
  for (const [file, works] of Object.entries(transactions))
    for (const { ready, work } of works) {
      let broken = 0
      for (;;) {
        if (ready) await direct.db.execute(sql.raw(ready))
        // The pool has a connection, so that the messages counted are the transaction's own.
        await state.ping()
        proxy.cutAt(broken)
        const outcome = await work(state).catch((error: unknown) => error)
        if (!proxy.hasCut()) break
        if (outcome instanceof Error) expect(outcome, file).toBeInstanceOf(StoreUnavailable)
        broken++
        await work(state)
      }
      proxy.cutAt(Number.POSITIVE_INFINITY)
      // Begin, a statement and commit at least.
      expect(broken, file).toBeGreaterThanOrEqual(3)
    }
  process.off('uncaughtException', onFault)
  expect(faults).toEqual([])
})
