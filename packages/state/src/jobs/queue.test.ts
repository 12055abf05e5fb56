import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { eq, sql } from 'drizzle-orm'
import { pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { instant } from '../schema/columns'
import type { State } from '../state'
import { bothStores } from '../testing'
import { jobColumns, newJob } from './columns'
import { onceMarks } from './onceMark'
import { jobQueue } from './queue'
import { retryAt, startWorkers, withHeartbeat } from './workers'

// A kind of job that the product doesn't have, to test the queue by itself.
const uploads = pgTable(
  'test_uploads',
  {
    id: uuid('id').primaryKey(),
    file: text('file').notNull(),
    uploadedTo: text('uploaded_to'),
    markedAt: instant('marked_at'),
    ...jobColumns<'done' | 'failed'>(),
  },
  (table) => [unique('test_uploads_once').on(table.file)],
)
const queue = jobQueue<'done' | 'failed'>('test_uploads')
const marks = onceMarks(queue, 'test_uploads', 'marked_at')

const NOW = new Date('2026-03-10T12:00:00.000Z')
const later = (seconds: number) => new Date(NOW.getTime() + seconds * 1000)
const worker = (owner: string, leaseSeconds = 60) => ({ owner, leaseSeconds })

const { stores, remove } = bothStores()
afterAll(remove)

describe.each(stores)('the job queue on $store', ({ open }) => {
  let state: State
  beforeAll(async () => {
    state = await open()
    await state.db.execute(sql`create table test_uploads (
      id uuid primary key, file text not null unique, uploaded_to text, marked_at timestamptz(3),
      status text not null, reason text, created_at timestamptz(3) not null, finished_at timestamptz(3),
      attempt_at timestamptz(3) not null, attempts integer not null, lease_owner text, lease_until timestamptz(3))`)
  })
  beforeEach(() => state.db.execute(sql`truncate test_uploads`))
  afterAll(() => state.close())

  async function add(file: string, createdAt = NOW, dueAt = createdAt): Promise<string | undefined> {
    const [added] = await state.db
      .insert(uploads)
      .values({ id: randomUUID(), file, ...newJob(createdAt, dueAt) })
      .onConflictDoNothing()
      .returning()
    return added?.id
  }
  const mustAdd = async (...args: Parameters<typeof add>): Promise<string> => {
    const id = await add(...args)
    if (!id) throw new Error('The job was there already.')
    return id
  }
  const read = async (id: string) => (await state.db.select().from(uploads).where(eq(uploads.id, id)))[0]
  /** Simulates a worker that was silent for longer than its lease. */
  const endLeases = () => state.db.execute(sql`update test_uploads set lease_until = now() - interval '1 second'`)

  it('queues a job with the same key once, however many instances add it', async () => {
    const ids = await Promise.all([1, 2, 3, 4].map(() => add('a')))
    expect(ids.filter(Boolean)).toHaveLength(1)
    expect(await state.db.$count(uploads)).toBe(1)
  })

  it('gives each job to one worker, the one that has been due longest first', async () => {
    const second = await mustAdd('second', later(1))
    const first = await mustAdd('first')
    await add('not due yet', NOW, later(3_600))
    const claimed = await Promise.all(['a', 'b', 'c', 'd'].map((name) => queue.claim(state, worker(name), later(1))))
    const ids = claimed.map((job) => job?.id).filter(Boolean)
    expect(ids.toSorted()).toEqual([first, second].toSorted())
    await state.db.execute(sql`update test_uploads set lease_until = null, lease_owner = null`)
    expect((await queue.claim(state, worker('a'), later(1)))?.id).toBe(first)
    expect(await queue.claim(state, worker('b'), later(1))).toMatchObject({
      id: second,
      status: 'running',
      attempts: 2,
    })
    expect(await queue.claim(state, worker('c'), later(3_599))).toBeUndefined()
    expect(await queue.claim(state, worker('c'), later(3_600))).toMatchObject({ attempts: 1 })
  })

  it('gives the job of a worker that died to another one when the lease ends', async () => {
    const id = await mustAdd('a')
    await queue.claim(state, worker('dead'), NOW)
    expect(await queue.claim(state, worker('next'), NOW)).toBeUndefined()
    await endLeases()
    expect(await queue.claim(state, worker('next'), NOW)).toMatchObject({ id, attempts: 2, leaseOwner: 'next' })
  })

  it('prevents writes by a worker whose expired lease another worker has taken over', async () => {
    const id = await mustAdd('a')
    const slow = worker('slow')
    await queue.claim(state, slow, NOW)
    const upload = (to: string, by: typeof slow) =>
      queue.whileLeased(state, id, by, (tx) => tx.update(uploads).set({ uploadedTo: to }).where(eq(uploads.id, id)))
    await endLeases()
    // Nobody has claimed it meanwhile, so the write renews the lease.
    expect(await upload('first', slow)).toBe(true)
    expect(await queue.claim(state, worker('quick'), NOW)).toBeUndefined()
    await endLeases()
    await queue.claim(state, worker('quick'), NOW)
    expect(await upload('second', slow)).toBe(false)
    expect(await queue.renew(state, id, slow)).toBe(false)
    expect(await queue.finish(state, id, slow, { status: 'done', reason: null }, NOW)).toBe(false)
    expect(await queue.retry(state, id, slow, { attemptAt: NOW, reason: null })).toBe(false)
    expect(await read(id)).toMatchObject({ uploadedTo: 'first', status: 'running', leaseOwner: 'quick' })
  })

  it('keeps nothing of a write that fails, and the job stays with its worker', async () => {
    const id = await mustAdd('a')
    await queue.claim(state, worker('a'), NOW)
    const failing = queue.whileLeased(state, id, worker('a'), async (tx) => {
      await tx.update(uploads).set({ uploadedTo: 'half' }).where(eq(uploads.id, id))
      throw new Error('The disk is full.')
    })
    await expect(failing).rejects.toThrow('The disk is full.')
    expect(await read(id)).toMatchObject({ uploadedTo: null, leaseOwner: 'a' })
  })

  it('keeps a job with a worker that takes longer than its lease, by its heartbeat', async () => {
    const id = await mustAdd('a')
    const slow = worker('slow', 2)
    await queue.claim(state, slow, NOW)
    await withHeartbeat(queue, state, { id }, slow, () => sleep(3_000))
    expect(await queue.claim(state, worker('other'), NOW)).toBeUndefined()
    await endLeases()
    expect(await queue.claim(state, worker('other'), NOW)).toMatchObject({ id })
  })

  it('tries a job again after its pause, with the reason it waits for', async () => {
    const id = await mustAdd('a')
    await queue.claim(state, worker('a'), NOW)
    const attemptAt = retryAt(1, [1, 5], NOW)
    expect(await queue.retry(state, id, worker('a'), { attemptAt, reason: 'The server is busy.' })).toBe(true)
    expect(await read(id)).toMatchObject({ status: 'queued', reason: 'The server is busy.', leaseOwner: null })
    expect(await queue.claim(state, worker('a'), later(59))).toBeUndefined()
    expect(await queue.claim(state, worker('b'), later(60))).toMatchObject({ id, attempts: 2 })
  })

  it('never claims a job that was done or given up, until it is queued again by hand', async () => {
    const id = await mustAdd('a')
    await queue.claim(state, worker('a'), NOW)
    const outcome = { status: 'failed' as const, reason: 'Given up after three days.' }
    expect(await queue.finish(state, id, worker('a'), outcome, later(5))).toBe(true)
    expect(await read(id)).toMatchObject({ ...outcome, finishedAt: later(5), leaseOwner: null, leaseUntil: null })
    expect(await queue.claim(state, worker('b'), later(9_999))).toBeUndefined()
    await queue.requeue(state.db, id, later(10))
    expect(await read(id)).toMatchObject({ status: 'queued', reason: null, attempts: 0, finishedAt: null })
    expect(await queue.claim(state, worker('b'), later(10))).toMatchObject({ id, attempts: 1 })
  })

  it('reports before a once-only step whether an earlier attempt may have done it', async () => {
    const id = await mustAdd('a')
    const own = { jobId: id, partId: id }
    const died = worker('died')
    await queue.claim(state, died, NOW)
    expect(await marks.mark(state, own, died, NOW)).toBe('first')
    expect((await read(id))?.markedAt).toEqual(NOW)
    await endLeases()
    const next = worker('next')
    await queue.claim(state, next, NOW)
    // The worker whose lease expired must not do the step; the next one knows that it may have been done.
    expect(await marks.mark(state, own, died, later(1))).toBe('lost')
    expect((await read(id))?.markedAt).toEqual(NOW)
    expect(await marks.mark(state, own, next, later(2))).toBe('again')
  })

  it('frees all leases when a process starts that alone uses the store', async () => {
    const id = await mustAdd('a')
    await queue.claim(state, worker('before the crash', 9_999), NOW)
    await queue.releaseAll(state)
    expect(await queue.claim(state, worker('after it'), NOW)).toMatchObject({ id })
  })

  it('works off the queue with a few workers at once and stops between two jobs', async () => {
    for (let index = 0; index < 7; index += 1) await add(`file ${index}`, later(index))
    let inProgress = 0
    let most = 0
    let bothStarted = () => {}
    const both = new Promise<void>((resolve) => {
      bothStarted = resolve
    })
    const done: string[] = []
    const errors: unknown[] = []
    const own = worker('pool')
    let failures = 1
    const pool = startWorkers({
      concurrency: 2,
      pollMs: 60_000,
      onError: (error) => errors.push(error),
      async workOnce() {
        const job = await queue.claim(state, own, later(60))
        if (!job) return false
        inProgress += 1
        most = Math.max(most, inProgress)
        if (inProgress === 2) bothStarted()
        await both
        inProgress -= 1
        if (failures-- > 0) throw new Error('The first one fails.')
        done.push(job.id)
        await queue.finish(state, job.id, own, { status: 'done', reason: null }, later(60))
        if (done.length === 5) pool.stopClaiming()
        return true
      },
    })
    await pool.runOnce()
    await pool.close()
    expect(most).toBe(2)
    expect(errors).toEqual([new Error('The first one fails.')])
    // The failed job is still leased; a second worker may have been in the middle of a job when the pool stopped.
    expect(done.length).toBeGreaterThanOrEqual(5)
    expect(new Set(done).size).toBe(done.length)
    expect(inProgress).toBe(0)
    expect(await state.db.$count(uploads, eq(uploads.status, 'done'))).toBe(done.length)
    await pool.runOnce()
    expect(await state.db.$count(uploads, eq(uploads.status, 'done'))).toBe(done.length)
  })
})

it.each([
  [1, 60],
  [2, 300],
  [3, 300],
  [40, 300],
])('after attempt %i the pause is %i seconds', (attempts, seconds) => {
  expect(retryAt(attempts, [1, 5], NOW)).toEqual(later(seconds))
})
