import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { RUN, SHORT_LIVED } from '@leaselight/run'
import { type TempPostgres, tempPostgres } from '@leaselight/state/testing'
import { halfOfRun } from '@leaselight/tests/ofRun'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type MailServer, mailServer } from '../../testing/mailServer'
import { NOW, tokenFor } from '../../testing/tokens'

// Real processes, a real PostgreSQL and a real mail server; kill -9 and a process that sleeps through its lease.

interface Instance {
  child: ChildProcess
  url: string
  folder: string
}

const hour = (count: number) => new Date(NOW.getTime() + count * 3_600_000).toISOString()
const running = new Set<Instance>()
/** How often each address was heard of, and what lets those go on that the mail server keeps waiting. */
const heard = new Map<string, number>()
const waiting = new Map<string, () => void>()
const wait = (address: string) => new Promise<void>((resolve) => waiting.set(address, resolve))
const isFirst = (step: string, address: string): boolean => {
  const times = (heard.get(`${step} ${address}`) ?? 0) + 1
  heard.set(`${step} ${address}`, times)
  return times === 1
}

let postgres: TempPostgres
let mails: MailServer
let dataDir: string
/** What a webhook's address got: the ids of events, and what it answers, which may wait. */
let hook: Server
let hookAddress: string
const told: { id: string; body: string }[] = []
let answerHook: (body: string) => Promise<number> = async () => 200
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'leaselight-kill-'))
  postgres = await tempPostgres()
  hook = createServer(async (request, response) => {
    const body = await text(request)
    told.push({ id: String(request.headers['leaselight-delivery']), body })
    response.writeHead(await answerHook(body)).end()
  }).listen(0, 'localhost')
  await once(hook, 'listening')
  hookAddress = `localhost:${(hook.address() as AddressInfo).port}`
  mails = await mailServer({
    onRcptTo: async ({ address }, _session, done) => {
      if (address.startsWith('before') && isFirst('rcpt', address)) await wait(address)
      done()
    },
    beforeAccept: async (mail) => {
      const address = mail.envelopeTo[0] ?? ''
      if (address.startsWith('after') && isFirst('data', address)) {
        await wait(address)
        // The sender has gone: like every mail server this one has not taken what it never confirmed.
        throw new Error('Nobody is there any more.')
      }
      if (address.startsWith('taken') && isFirst('data', address)) {
        // Taken, but the word of it comes too late.
        mails.mails.push(mail)
        await wait(address)
        throw new Error('Nobody is there any more.')
      }
    },
  })
})
afterEach(async () => {
  for (const release of waiting.values()) release()
  waiting.clear()
  heard.clear()
  await Promise.all([...running].map(kill))
  mails.mails.length = 0
  told.length = 0
  answerHook = async () => 200
})
afterAll(async () => {
  hook.closeAllConnections()
  hook.close()
  await mails.close()
  await postgres.remove()
  await rm(dataDir, { recursive: true, force: true })
})

async function start(env: Record<string, string>): Promise<Instance> {
  const { NODE_OPTIONS: _none, ...own } = process.env
  const script = fileURLToPath(new URL('./instance.ts', import.meta.url))
  const child = spawn(process.execPath, [...SHORT_LIVED, RUN, script], {
    env: { ...own, SMTP_URL: mails.url, WEBHOOK_PRIVATE_HOSTS: hookAddress, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  for await (const line of createInterface({ input: child.stdout })) {
    const instance = { child, ...JSON.parse(line) }
    running.add(instance)
    return instance
  }
  throw new Error('The instance ended before it was ready.')
}

async function kill(instance: Instance): Promise<void> {
  running.delete(instance)
  const gone = new Promise((resolve) => instance.child.once('exit', resolve))
  instance.child.kill('SIGKILL')
  await gone
  await rm(instance.folder, { recursive: true, force: true })
}

async function ask({ url }: Instance, path: string, body?: object) {
  const exp = Math.floor(NOW.getTime() / 1000) + 30 * 86_400
  const response = await fetch(url + path, {
    method: body ? 'POST' : 'GET',
    headers: {
      authorization: `Bearer ${await tokenFor({}, { claims: { exp } })}`,
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  expect([path, response.status]).toEqual([path, 200])
  return response.json()
}
const shareTo = async (instance: Instance, ...emails: string[]): Promise<string> =>
  (await ask(instance, '/api/share-report', { report: 'activity', emails })).delivery.id

/** Waits until it is so. */
async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  const end = Date.now() + 60_000
  while (!(await isSo())) {
    if (Date.now() > end) throw new Error('What was waited for did not come.')
    await sleep(50)
  }
}
const statuses = async (instance: Instance, id: string): Promise<string[]> =>
  (await ask(instance, `/api/deliveries/${id}`)).recipients.map(({ status }: { status: string }) => status)
const isOver = async (instance: Instance, id: string) =>
  ['sent', 'failed', 'skipped'].includes((await ask(instance, `/api/deliveries/${id}`)).status)
const times = (address: string) => mails.mails.filter(({ envelopeTo }) => envelopeTo[0] === address).length

/** Kills an instance while deliveries are in every state, and starts another one in its place. */
async function killAndStartAgain(env: Record<string, string>): Promise<Instance> {
  const first = await start({ ...env, NOW: hour(0) })
  const sent = await shareTo(first, 'sent-a@x.example')
  await until(() => isOver(first, sent))
  const ids = [
    await shareTo(first, 'sent-b@x.example', 'before-c@x.example', 'waits-d@x.example'),
    await shareTo(first, 'after-e@x.example'),
    await shareTo(first, 'taken-f@x.example'),
  ]
  await until(() => waiting.size === 3)
  // Everybody is busy, so this one waits.
  const queued = await shareTo(first, 'queued-g@x.example')
  expect(await Promise.all([...ids, queued].map((id) => statuses(first, id)))).toEqual([
    ['sent', 'running', 'queued'],
    ['running'],
    ['running'],
    ['queued'],
  ])
  await kill(first)
  for (const release of waiting.values()) release()
  waiting.clear()

  const second = await start({ ...env, NOW: hour(1) })
  for (const id of [...ids, queued]) await until(() => isOver(second, id))
  expect(await Promise.all([sent, ...ids, queued].map((id) => statuses(second, id)))).toEqual([
    ['sent'],
    ['sent', 'sent', 'sent'],
    ['sent'],
    ['sent'],
    ['sent'],
  ])
  for (const name of ['sent-a', 'sent-b', 'before-c', 'waits-d', 'after-e', 'queued-g'])
    expect([name, times(`${name}@x.example`)]).toEqual([name, 1])
  // Nobody can know whether a mail whose confirmation never came was taken: it comes again under the same number,
  // by which mailboxes know it, and the delivery says so.
  const twice = mails.mails.filter(({ envelopeTo }) => envelopeTo[0] === 'taken-f@x.example')
  expect(twice).toHaveLength(2)
  expect(new Set(twice.map(({ messageId }) => messageId)).size).toBe(1)
  const [recipient] = (await ask(second, `/api/deliveries/${ids[2]}`)).recipients
  expect(recipient).toMatchObject({ attempts: 2, reason: expect.stringMatching(/may have come twice/) })
  return second
}

/**
 * Kills an instance at each step of a webhook's job: after what happened and before its call is queued or made, while the
 * address works on the call, and after the address took it but before its answer came.
 */
async function killWhileTelling(env: Record<string, string>, before: Instance): Promise<void> {
  const address = `http://${hookAddress}/hook`
  await ask(before, '/api/webhooks', { name: 'Ours', kind: 'signed', address, events: ['report.ready'] })
  await kill(before)
  const first = await start({ ...env, NOW: hour(2) })
  const ready = async (instance: Instance, name: string) => {
    const body = { report: 'activity', name, emails: [`${name}@x.example`] }
    const { delivery } = await ask(instance, '/api/share-report', body)
    await until(() => isOver(instance, delivery.id))
  }
  const idsOf = (name: string) => told.flatMap(({ id, body }) => (body.includes(name) ? [id] : []))
  const neverAnswers = () => new Promise<number>(() => {})

  // The address is asked and doesn't answer.
  answerHook = neverAnswers
  await ready(first, 'hook-asked')
  await until(() => idsOf('hook-asked').length === 1)
  // Both workers of the queue are busy then, so the third waits in the table.
  await ready(first, 'hook-taken')
  await until(() => idsOf('hook-taken').length === 1)
  await ready(first, 'hook-waits')
  await kill(first)
  expect(idsOf('hook-waits')).toEqual([])

  // Killed again as soon as the first of them comes a second time.
  const second = await start({ ...env, NOW: hour(3) })
  await until(() => idsOf('hook-asked').length === 2)
  await kill(second)

  answerHook = async () => 200
  const third = await start({ ...env, NOW: hour(4) })
  await until(async () => {
    const [{ calls: log }] = await ask(third, '/api/webhooks')
    return log.length === 3 && log.every(({ status }: { status: string }) => status === 'sent')
  })
  for (const name of ['hook-asked', 'hook-taken', 'hook-waits']) {
    const ids = idsOf(name)
    // At least once, always with the same id, by which the receiver drops a second one.
    expect([name, ids.length >= 1, new Set(ids).size]).toEqual([name, true, 1])
  }
  expect(new Set(told.map(({ id }) => id)).size).toBe(3)
  expect(idsOf('hook-asked').length).toBeGreaterThanOrEqual(3)
  await sleep(500)
  const calls = told.length
  await ready(third, 'hook-last')
  await until(() => idsOf('hook-last').length === 1)
  expect(told.length).toBe(calls + 1)
}

/** What a kill leaves behind, by the store that keeps it. */
const stories: [name: string, story: () => Promise<void>][] = [
  [
    'loses nothing and repeats nothing avoidable after kill -9 in every state, mails and webhooks, on PGlite',
    async () => {
      const last = await killAndStartAgain({ DATA_DIR: dataDir })
      await killWhileTelling({ DATA_DIR: dataDir }, last)
    },
  ],
  [
    'does the same on PostgreSQL, where two instances send each mail once even when one is suspended',
    async () => {
      const env = { DATABASE_URL: await postgres.createDatabase() }
      const one = await killAndStartAgain(env)
      const slow = await shareTo(one, 'before-slow@x.example')
      await until(() => waiting.has('before-slow@x.example'))
      one.child.kill('SIGSTOP')
      const two = await start({ ...env, NOW: hour(1) })
      await until(() => isOver(two, slow))
      one.child.kill('SIGCONT')
      // It wakes up with the mail half handed over, and finds that it is no longer its own.
      waiting.get('before-slow@x.example')?.()
      const many = Array.from({ length: 16 }, (_, index) => `p${index}@x.example`)
      const ids = await Promise.all(many.map((email, index) => shareTo(index % 2 ? one : two, email, `q-${email}`)))
      for (const id of ids) await until(() => isOver(one, id))
      await sleep(500)
      for (const email of ['before-slow@x.example', ...many, ...many.map((email) => `q-${email}`)])
        expect([email, times(email)]).toEqual([email, 1])
    },
  ],
]
test.each(halfOfRun(stories))('%s', { timeout: 300_000 }, (_, story) => story())
