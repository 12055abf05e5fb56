import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { BATCH_HOURS, createProspectBatches, readProspectBatch } from '../access/prospectBatches'
import { redeemSignOnAttempt, SIGN_ON_MINUTES, saveSignOnAttempt } from '../access/signOn'
import { issueTicket, redeemTicket } from '../access/tickets'
import { readFlagSettings, writeFlagSetting } from '../flags'
import {
  finishImportRun,
  heartbeatImportRun,
  interruptImportRuns,
  interruptLostRuns,
  recentImportRuns,
  recordImportRun,
  startImportRun,
} from '../importRuns'
import { addReconciliation, listReconciliations, MAX_RECONCILIATIONS, readReconciliation } from '../reconciliations'
import { importRuns, prospectBatches, prospectBatchMembers, tickets } from '../schema'
import type { State } from '../state'
import { bothStores } from '../testing'
import { purgeExpired, RECONCILIATION_DAYS } from './housekeeping'

const NOW = new Date('2026-03-10T12:00:00.123Z')
const later = (seconds: number) => new Date(NOW.getTime() + seconds * 1000)

const { stores, remove } = bothStores()
afterAll(remove)

describe.each(stores)('the store on $store', ({ open, embedded }) => {
  let state: State
  beforeAll(async () => {
    state = await open()
  })
  beforeEach(async () => {
    await state.db.delete(prospectBatches)
    await state.db.delete(tickets)
    await state.db.delete(importRuns)
  })
  afterAll(() => state.close())

  it('responds, and knows whether it is embedded', async () => {
    await state.ping()
    expect(state.embedded).toBe(embedded)
  })

  it('completes a sign-on attempt once, in time, for the browser that started it', async () => {
    const attempt = { state: 'state-1', browser: 'browser-1', nonce: 'nonce-1', next: '/calls' }
    const store = state
    const take = (state: string, browser: string, at = NOW) => redeemSignOnAttempt(store, { state, browser }, at)
    await saveSignOnAttempt(state, attempt, NOW)
    expect(await take('state-1', 'browser-2')).toBeUndefined()
    expect(await take('state-2', 'browser-1')).toBeUndefined()
    expect(await take('state-1', 'browser-1', later(SIGN_ON_MINUTES * 60))).toBeUndefined()
    const both = await Promise.all([take('state-1', 'browser-1'), take('state-1', 'browser-1')])
    expect(both.filter(Boolean)).toEqual([{ nonce: 'nonce-1', next: '/calls' }])
    await saveSignOnAttempt(state, attempt, NOW)
    await purgeExpired(state, later(SIGN_ON_MINUTES * 60))
    expect(await take('state-1', 'browser-1')).toBeUndefined()
  })

  it('stores the latest flags of each company and removes a setting', async () => {
    const set = (companyId: number, flag: string, value: boolean | null, at = NOW) =>
      writeFlagSetting(state, { companyId, flag, value, setBy: 7 }, at)
    await Promise.all([set(31, 'omnibar', true), set(31, 'ai_sms', false), set(32, 'omnibar', false)])
    await set(31, 'omnibar', false, later(5))
    expect(await readFlagSettings(state, 31)).toEqual([
      { flag: 'ai_sms', value: false, setBy: 7, setAt: NOW },
      { flag: 'omnibar', value: false, setBy: 7, setAt: later(5) },
    ])
    await set(31, 'omnibar', null)
    await set(31, 'omnibar', null)
    expect((await readFlagSettings(state, 31)).map(({ flag }) => flag)).toEqual(['ai_sms'])
    expect(await readFlagSettings(state, 32)).toMatchObject([{ flag: 'omnibar', value: false }])
    expect(await readFlagSettings(state, 33)).toEqual([])
  })

  describe('prospect batches', () => {
    const owner = { companyId: 1, userId: 7 }

    it('returns the distinct prospects of a batch to the holder of its token', async () => {
      const big = Number.MAX_SAFE_INTEGER
      const created = await createProspectBatches(
        state,
        owner,
        [
          { propertyId: 10, leasingTeamId: 3, prospectIds: [5, big, 5, 2] },
          { propertyId: 11, leasingTeamId: null, prospectIds: [9] },
        ],
        NOW,
      )
      expect(
        created.map(({ propertyId, leasingTeamId, prospectCount }) => [propertyId, leasingTeamId, prospectCount]),
      ).toEqual([
        [10, 3, 3],
        [11, null, 1],
      ])
      const [first, second] = created
      if (!first || !second) throw new Error('Two batches were asked for.')
      expect(await readProspectBatch(state, first, later(1))).toEqual({
        batchId: first.batchId,
        companyId: 1,
        propertyId: 10,
        leasingTeamId: 3,
        prospectIds: [2, 5, big],
        expiresAt: later(BATCH_HOURS * 3600),
      })
      expect(
        await readProspectBatch(state, { batchId: second.batchId, accessToken: first.accessToken }, NOW),
      ).toBeUndefined()
    })

    it('rejects a wrong token, a malformed id, and a batch after 24 hours', async () => {
      const [batch] = await createProspectBatches(
        state,
        owner,
        [{ propertyId: 10, leasingTeamId: 3, prospectIds: [1] }],
        NOW,
      )
      if (!batch) throw new Error('A batch was asked for.')
      expect(await readProspectBatch(state, { ...batch, accessToken: '' }, NOW)).toBeUndefined()
      expect(await readProspectBatch(state, { ...batch, accessToken: `${batch.accessToken}x` }, NOW)).toBeUndefined()
      expect(await readProspectBatch(state, { ...batch, batchId: "1' or '1'='1" }, NOW)).toBeUndefined()
      expect(await readProspectBatch(state, batch, later(BATCH_HOURS * 3600 - 1))).toBeDefined()
      expect(await readProspectBatch(state, batch, later(BATCH_HOURS * 3600))).toBeUndefined()
    })

    it('stores no token unhashed', async () => {
      const [batch] = await createProspectBatches(
        state,
        owner,
        [{ propertyId: 10, leasingTeamId: 3, prospectIds: [1] }],
        NOW,
      )
      const { ticket } = await issueTicket(state, { companyId: 1, userId: 7, viewer: {}, request: {} }, NOW)
      const kept = JSON.stringify([
        await state.db.select().from(prospectBatches),
        await state.db.select().from(tickets),
      ])
      expect(kept).not.toContain(batch?.accessToken)
      expect(kept).not.toContain(ticket)
    })

    it('stores more prospects than one statement allows, and an empty batch', async () => {
      const prospectIds = Array.from({ length: 70_000 }, (_, index) => index + 1)
      const [large, empty] = await createProspectBatches(
        state,
        owner,
        [
          { propertyId: 10, leasingTeamId: 3, prospectIds },
          { propertyId: 11, leasingTeamId: 3, prospectIds: [] },
        ],
        NOW,
      )
      if (!large || !empty) throw new Error('Two batches were asked for.')
      expect((await readProspectBatch(state, large, NOW))?.prospectIds).toEqual(prospectIds)
      expect((await readProspectBatch(state, empty, NOW))?.prospectIds).toEqual([])
      expect(await createProspectBatches(state, owner, [], NOW)).toEqual([])
    })

    it('stores all batches or none', async () => {
      const batches = [
        { propertyId: 10, leasingTeamId: 3, prospectIds: [1] },
        { propertyId: 11, leasingTeamId: 3, prospectIds: [Number.NaN] },
      ]
      await expect(createProspectBatches(state, owner, batches, NOW)).rejects.toThrow()
      expect(await state.db.select().from(prospectBatches)).toEqual([])
    })
  })

  describe('tickets', () => {
    const wanted = {
      companyId: 1,
      userId: 7,
      viewer: { role: 'manager', propertyIds: [10, 11] },
      request: { report: 'activity', title: 'Größe “quoted” \\ 1' },
    }

    it('open once', async () => {
      const { ticket, expiresAt } = await issueTicket(state, wanted, NOW)
      expect(expiresAt).toEqual(later(60))
      expect(await redeemTicket(state, ticket, later(1))).toEqual(wanted)
      expect(await redeemTicket(state, ticket, later(2))).toBeUndefined()
    })

    it('open for exactly one of twenty simultaneous requests', async () => {
      const { ticket } = await issueTicket(state, wanted, NOW)
      const answers = await Promise.all(Array.from({ length: 20 }, () => redeemTicket(state, ticket, later(1))))
      expect(answers.filter((answer) => answer !== undefined)).toEqual([wanted])
    })

    it('expire after a minute, and unknown ones open nothing', async () => {
      const { ticket } = await issueTicket(state, wanted, NOW)
      expect(await redeemTicket(state, ticket, later(60))).toBeUndefined()
      expect(await redeemTicket(state, 'made up', NOW)).toBeUndefined()
      expect(await redeemTicket(state, ticket, later(59))).toEqual(wanted)
    })
  })

  describe('import runs', () => {
    const run = { companyId: 1, entity: 'prospects', source: 'api' }

    it('are stored from beginning to end and keep their first outcome', async () => {
      const id = await startImportRun(state, run, NOW)
      expect(await finishImportRun(state, id, { status: 'done', account: { taken: 3 } }, later(5))).toBe(true)
      expect(await finishImportRun(state, id, { status: 'failed', account: {} }, later(6))).toBe(false)
      expect(await recentImportRuns(state, {})).toEqual([
        {
          ...{ id, ...run, startedAt: NOW, finishedAt: later(5), seenAt: expect.any(Date), account: { taken: 3 } },
          status: 'done',
        },
      ])
    })

    it('store their progress, and are interrupted after a long silence', async () => {
      const [gone, going] = [await startImportRun(state, run, NOW), await startImportRun(state, run, NOW)]
      await state.db.update(importRuns).set({ seenAt: sql`now() - interval '3 minutes'` })
      await heartbeatImportRun(state, going, { rows: 7 })
      await interruptLostRuns(state, later(1))
      const found = new Map((await recentImportRuns(state, {})).map((one) => [one.id, one]))
      expect(found.get(gone)).toMatchObject({ status: 'interrupted', finishedAt: later(1) })
      expect(found.get(going)).toMatchObject({ status: 'running', account: { progress: { rows: 7 } } })
      // Late updates have no effect.
      await heartbeatImportRun(state, gone, { rows: 8 })
      expect(await finishImportRun(state, gone, { status: 'done', account: {} }, later(2))).toBe(false)
      await finishImportRun(state, going, { status: 'done', account: {} }, later(2))
    })

    it("are listed newest first, a company's own and never another's", async () => {
      const finished = { status: 'done' as const, account: {}, finishedAt: later(9) }
      const mine = await recordImportRun(state, { ...run, ...finished, startedAt: later(1) })
      const others = await recordImportRun(state, { ...run, companyId: 2, ...finished, startedAt: later(2) })
      const operators = await recordImportRun(state, {
        entity: 'all',
        source: '/data',
        ...finished,
        startedAt: later(3),
      })
      const ids = async (filter: { companyId?: number; limit?: number }) =>
        (await recentImportRuns(state, filter)).map((found) => found.id)
      expect(await ids({})).toEqual([operators, others, mine])
      expect(await ids({ companyId: 1 })).toEqual([mine])
      expect(await ids({ limit: 1 })).toEqual([operators])
    })

    it('that a crash left running are marked at the next start', async () => {
      const id = await startImportRun(state, run, NOW)
      expect(await interruptImportRuns(state, later(60))).toBe(1)
      expect(await interruptImportRuns(state, later(61))).toBe(0)
      expect(await recentImportRuns(state, {})).toMatchObject([{ id, status: 'interrupted', finishedAt: later(60) }])
    })
  })

  it('deletes what has expired, members included, and nothing else', async () => {
    const owner = { companyId: 1, userId: 7 }
    const batch = { propertyId: 10, leasingTeamId: 3, prospectIds: [1, 2] }
    await createProspectBatches(state, owner, [batch], NOW)
    const [fresh] = await createProspectBatches(state, owner, [batch], later(3600))
    await issueTicket(state, { companyId: 1, userId: 7, viewer: {}, request: {} }, NOW)
    expect(await purgeExpired(state, later(BATCH_HOURS * 3600))).toEqual({ tickets: 1, batches: 1 })
    const members = await state.db.select({ batchId: prospectBatchMembers.batchId }).from(prospectBatchMembers)
    expect(members.map((member) => member.batchId)).toEqual([fresh?.batchId, fresh?.batchId])
  })

  it('keeps the latest reconciliations for a while, and forgets their files', async () => {
    const made = {
      ...{ companyId: 1, createdBy: 7, fileName: 'a.csv', startOn: '2026-03-01', endOn: '2026-03-07', madeAt: null },
      ...{ mapping: {}, columns: [], hasSources: false, content: { rows: ['Ann'] }, leftOut: [], found: [] },
    }
    const first = await addReconciliation(state, made, NOW)
    for (let index = 1; index <= MAX_RECONCILIATIONS; index++) await addReconciliation(state, made, later(index))
    const other = await addReconciliation(state, { ...made, companyId: 2 }, NOW)
    const listed = await listReconciliations(state, 1)
    expect(listed).toHaveLength(MAX_RECONCILIATIONS)
    expect(listed.map(({ id }) => id)).not.toContain(first.id)
    expect(JSON.stringify(listed)).not.toContain('Ann')
    expect(await readReconciliation(state, 1, other.id)).toBeUndefined()
    await purgeExpired(state, later(RECONCILIATION_DAYS * 86_400))
    expect(await listReconciliations(state, 2)).toEqual([])
    expect(await listReconciliations(state, 1)).toHaveLength(MAX_RECONCILIATIONS)
    await purgeExpired(state, later(RECONCILIATION_DAYS * 86_400 + MAX_RECONCILIATIONS))
    expect(await listReconciliations(state, 1)).toEqual([])
  })
})
