import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { eraseCompanyState } from '../erase'
import { deliveries, feedKeys, feedLists, feedRuns, feeds } from '../schema'
import type { State } from '../state'
import { purgeExpired } from '../store/housekeeping'
import { bothStores } from '../testing'
import { changeIncident } from './feedIncidents'
import { createFeedKey, feedOfKey, listFeedKeys, revokeFeedKey } from './feedKeys'
import { type FeedList, listedByOthers, type RecordOwners, readFeedList, writeFeedList } from './feedLists'
import {
  allowRemoval,
  claimFeedRun,
  feedsAfterRestore,
  finishFeedRun,
  latestFeedRuns,
  newFeedRunId,
  queueFeedRun,
  readFeedRun,
  updateFeedRun,
} from './feedRuns'
import { changeFeed, createFeed, deleteFeed, type FeedSettings, listFeeds, queueDueFetches, readFeed } from './feeds'
import { deleteImportMapping, saveImportMapping } from './mappings'

const NOW = new Date('2026-03-10T12:00:00.000Z')
const later = (seconds: number) => new Date(NOW.getTime() + seconds * 1000)
const owner = { companyId: 1, userId: 7 }
const worker = (name: string) => ({ owner: name, leaseSeconds: 60 })

const upload: FeedSettings = {
  ...{ name: 'leads.csv', kind: 'contract', entity: 'prospects', mappingId: null, source: 'upload', folder: null },
  ...{ url: null, rhythm: 'daily', graceHours: 6, fetchTime: null, fetchWeekday: null, nextFetchAt: null },
  ...{ timeZone: 'America/New_York', extent: 'partial', maxRemovedPercent: 10, maxRejectedPercent: 0, paused: false },
}

const { stores, remove } = bothStores()
afterAll(remove)

describe.each(stores)('feeds on $store', ({ open }) => {
  let state: State
  beforeAll(async () => {
    state = await open()
  })
  beforeEach(() => state.db.execute(sql`truncate feeds, deliveries cascade`))
  afterAll(() => state.close())

  async function make(change: Partial<FeedSettings> = {}, companyId = 1) {
    const feed = await createFeed(state, { ...owner, companyId }, { ...upload, ...change }, NOW)
    if (typeof feed === 'string') throw new Error(`The feed is ${feed}.`)
    return feed
  }
  async function arrive(feed: { id: string; companyId: number }, at = NOW, machine: string | null = 'here') {
    const id = newFeedRunId()
    const file = { fileName: 'leads.csv', fileKey: null, location: id, machine, bytes: 10 }
    await queueFeedRun(state, { id, feedId: feed.id, companyId: feed.companyId, trigger: 'upload', ...file }, at)
    return id
  }
  const claim = async (name: string, machine = 'here', at = later(100)) =>
    (await claimFeedRun(state, worker(name), machine, at))?.id
  const end = (id: string, feedId: string, name: string, status: 'done' | 'stopped' | 'failed', at = later(100)) =>
    finishFeedRun(state, { id, feedId }, worker(name), { status, reason: null, result: { rows: 3 } }, at)

  it('have a name and a folder of their own within their company', async () => {
    const feed = await make({ source: 'folder', folder: 'leads' })
    expect(await createFeed(state, owner, upload, NOW)).toBe('taken')
    expect(await createFeed(state, owner, { ...upload, name: 'b', folder: 'leads' }, NOW)).toBe('taken')
    const foreign = await make({ folder: 'leads' }, 2)
    const other = await make({ name: 'other' })
    expect(await changeFeed(state, 1, other.id, { name: 'leads.csv' }, NOW)).toBe('taken')
    expect(await changeFeed(state, 1, feed.id, { graceHours: 2, name: 'leads.csv' }, NOW)).toMatchObject({
      graceHours: 2,
    })
    expect(await changeFeed(state, 2, feed.id, { graceHours: 3 }, NOW)).toBeUndefined()
    expect((await listFeeds(state, 1)).map(({ name }) => name)).toEqual(['leads.csv', 'other'])
    expect(await deleteFeed(state, 1, foreign.id)).toBe(false)
    expect(await deleteFeed(state, 2, foreign.id)).toBe(true)
  })

  it('lose a mapping that is deleted, and nothing else', async () => {
    const saved = { name: 'Leads', kind: 'csv', mapping: {} } as const
    const mapping = await saveImportMapping(state, owner, saved, NOW)
    const feed = await make({ kind: 'csv', mappingId: mapping?.id ?? null })
    await deleteImportMapping(state, 1, mapping?.id ?? '')
    expect(await readFeed(state, feed.id)).toEqual({ ...feed, mappingId: null })
  })

  it('open by their keys until a key is revoked, and store no key', async () => {
    const feed = await make()
    const made = await createFeedKey(state, { ...owner, feedId: feed.id }, NOW)
    const key = made?.key ?? ''
    expect(await feedOfKey(state, key, later(5))).toEqual({ feedId: feed.id, companyId: 1 })
    expect(await feedOfKey(state, `${key}x`, later(5))).toBeUndefined()
    expect(await listFeedKeys(state, [feed.id])).toMatchObject([{ ending: key.slice(-4), lastUsedAt: later(5) }])
    expect(JSON.stringify(await state.db.select().from(feedKeys))).not.toContain(key)
    expect(await revokeFeedKey(state, newFeedRunId(), made?.id ?? '', NOW)).toBe(false)
    expect(await revokeFeedKey(state, feed.id, made?.id ?? '', NOW)).toBe(true)
    expect(await feedOfKey(state, key, later(6))).toBeUndefined()
    expect(await listFeedKeys(state, [feed.id])).toEqual([])
  })

  it('import their files in order, one at a time, each on the machine that has it', async () => {
    const [feed, other] = [await make(), await make({ name: 'other' })]
    const [first, second] = [await arrive(feed), await arrive(feed, later(1))]
    const elsewhere = await arrive(other, later(2), 'there')
    expect(await claim('a')).toBe(first)
    expect(await claim('b')).toBeUndefined()
    expect(await claim('b', 'there')).toBe(elsewhere)
    // The worker of the first one dies: the first one is still the next.
    await state.db.execute(sql`update feed_runs set lease_until = now() - interval '1 second' where id = ${first}`)
    expect(await claim('b')).toBe(first)
    expect(await end(first, feed.id, 'a', 'done')).toBe(false)
    expect(await end(first, feed.id, 'b', 'done')).toBe(true)
    expect(await claim('b')).toBe(second)
    expect(await readFeed(state, feed.id)).toMatchObject({ lastSuccessAt: later(100) })
    await end(second, feed.id, 'b', 'failed')
    const runs = (await latestFeedRuns(state, [feed.id], 5)).get(feed.id)
    expect(runs?.map(({ status, rows }) => [status, rows])).toEqual([
      ['failed', 3],
      ['done', 3],
    ])
  })

  it('queue the same file of a folder once while it is open', async () => {
    const feed = await make()
    const file = { fileName: 'a', fileKey: 'a:1:2', location: '/a', machine: 'here', bytes: 1 }
    const queue = () =>
      queueFeedRun(state, { id: newFeedRunId(), feedId: feed.id, companyId: 1, trigger: 'folder', ...file }, NOW)
    expect(await Promise.all([queue(), queue(), queue()])).toEqual(expect.arrayContaining([true, false, false]))
    const id = (await claim('a')) ?? ''
    expect(await queue()).toBe(false)
    await end(id, feed.id, 'a', 'done')
    expect(await queue()).toBe(true)
  })

  it('let a stopped file be allowed, unless a later one has been imported', async () => {
    const feed = await make()
    const stopped = await arrive(feed)
    await claim('a')
    await end(stopped, feed.id, 'a', 'stopped')
    const allow = () => allowRemoval(state, { feedId: feed.id, id: stopped, userId: 9 }, later(200))
    expect(await allow()).toBe(true)
    expect(await allow()).toBe(false)
    expect(await readFeedRun(state, stopped)).toMatchObject({ status: 'queued', removalAllowedBy: 9 })
    await claim('a', 'here', later(300))
    await end(stopped, feed.id, 'a', 'stopped')
    const next = await arrive(feed, later(400))
    await claim('a', 'here', later(500))
    await end(next, feed.id, 'a', 'done')
    expect(await allow()).toBe(false)
  })

  it('fetch what is due once, however many instances look', async () => {
    const feed = await make({ source: 'url', url: 'https://x.example/a.csv', nextFetchAt: NOW })
    await make({ name: 'paused', source: 'url', nextFetchAt: NOW, paused: true })
    const look = () => queueDueFetches(state, later(5), () => later(3600))
    const queued = await Promise.all([look(), look(), look()])
    expect(queued.reduce((sum, one) => sum + one)).toBe(1)
    expect(await readFeed(state, feed.id)).toMatchObject({ nextFetchAt: later(3600) })
    const id = (await claim('a', 'anywhere')) ?? ''
    expect(await updateFeedRun(state, id, worker('a'), { machine: 'anywhere', location: '/x' })).toBe(true)
  })

  it('list records by the thousand, and tell which of them others list', async () => {
    const [feed, other] = [await make(), await make({ name: 'other' })]
    const runOf = async (one: typeof feed) => {
      const runId = await arrive(one)
      await claim(one.name)
      return { runId, feedId: one.id, companyId: 1 }
    }
    const [run, otherRun] = [await runOf(feed), await runOf(other)]
    const many = new Map(Array.from({ length: 12_001 }, (_, at) => [at + 1, 11] as const))
    const list: FeedList = new Map<string, RecordOwners>([
      ['prospects', many],
      ['transcripts', new Map([['thread-1', 12]])],
    ])
    expect(await writeFeedList(state, run, worker(feed.name), list)).toBe(true)
    expect(await writeFeedList(state, run, worker('nobody'), new Map())).toBe(false)
    expect(await readFeedList(state, feed.id)).toEqual(list)
    await writeFeedList(state, otherRun, worker(other.name), new Map([['prospects', new Map([[5, 11]])]]))
    const scope = { companyId: 1, feedId: feed.id, entity: 'prospects' }
    expect(await listedByOthers(state, scope, new Set([4, 5]))).toEqual(new Set([5]))
    expect(await listedByOthers(state, { ...scope, companyId: 2 }, new Set([5]))).toEqual(new Set())
  })

  it('tell of what is wrong once, however many instances notice', async () => {
    const feed = await make()
    const mail = {
      ...{
        companyId: 1,
        userId: 0,
        kind: 'feed' as const,
        role: null,
        demo: false,
        timeZone: 'UTC',
        name: 'leads.csv is late',
      },
      ...{ report: null, params: {}, formats: [], note: 'Late.', to: [{ email: 'a@x.example', name: null }] },
    }
    const noticed = await Promise.all([1, 2, 3].map(() => changeIncident(state, feed, 'late', mail, NOW)))
    expect(noticed.filter(Boolean)).toHaveLength(1)
    expect(await state.db.$count(deliveries)).toBe(1)
    const late = { ...feed, incident: 'late' as const }
    expect(await changeIncident(state, late, null, mail, later(5))).toBe(true)
    expect(await readFeed(state, feed.id)).toMatchObject({ incident: null, incidentAt: null })
  })

  it('expect nothing of a backup: files that waited are to be sent again', async () => {
    const feed = await make()
    const id = await arrive(feed)
    await feedsAfterRestore(state.db, later(50))
    expect(await readFeedRun(state, id)).toMatchObject({ status: 'failed', reason: expect.stringContaining('backup') })
    expect(await readFeed(state, feed.id)).toMatchObject({ expectedSince: later(50) })
  })

  it('go with their company, and their old runs go by themselves', async () => {
    const [feed, foreign] = [await make(), await make({}, 2)]
    const old = await arrive(feed)
    await claim('a')
    await end(old, feed.id, 'a', 'done')
    await arrive(foreign)
    await purgeExpired(state, later(179 * 86_400))
    expect(await state.db.$count(feedRuns)).toBe(2)
    await purgeExpired(state, later(181 * 86_400))
    expect(await state.db.$count(feedRuns)).toBe(1)
    const erased = await eraseCompanyState(state, 1)
    expect(erased).toContainEqual({ table: 'feeds', found: 1, left: 0 })
    expect([await state.db.$count(feeds), await state.db.$count(feedLists)]).toEqual([1, 0])
  })
})
