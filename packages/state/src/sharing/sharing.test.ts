import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { eraseCompanyState, erasePeopleState } from '../erase'
import type { State } from '../state'
import { purgeExpired } from '../store/housekeeping'
import { bothStores } from '../testing'
import {
  countManualRecipientsSince,
  deliveryJobs,
  listDeliveries,
  type NewDelivery,
  queueDelivery,
  readDelivery,
  retryDelivery,
} from './deliveries'
import { claimDelivery, markHanded, markSent, releaseDelivery, saveToOutbox, updateRecipient } from './deliveryQueue'
import { queueDueRuns } from './dueRuns'
import { installationKey, mailRulesOf, setMailRules } from './mailRules'
import { listOutbox, readOutboxMail } from './outbox'
import { changeSavedReport, listSavedReports, readSavedReport, saveReport, setSavedReportDeleted } from './savedReports'
import {
  addSchedule,
  changeSchedule,
  insightsSchedule,
  listSchedules,
  type NewSchedule,
  readSchedule,
  setScheduleDeleted,
} from './schedules'
import { addSubscribers, removeSubscribers, setUnsubscribed, subscribersOf } from './subscribers'

const NOW = new Date('2026-03-10T12:00:00.000Z')
const later = (seconds: number) => new Date(NOW.getTime() + seconds * 1000)
const DAY = 86_400
const owner = { companyId: 1, userId: 7 }
const others = [
  { companyId: 1, userId: 8 },
  { companyId: 2, userId: 7 },
]
const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000'

const daily: NewSchedule = {
  kind: 'report',
  role: 'manager',
  demo: false,
  name: 'Mornings',
  report: 'activity',
  params: { preset: 'yesterday' },
  timing: { frequency: 'DAILY', weekdays: [], dayOfMonth: null, time: '07:00', timeZone: 'America/New_York' },
  formats: ['csv'],
  note: null,
}
const share: NewDelivery = {
  ...owner,
  kind: 'share',
  role: 'manager',
  demo: false,
  timeZone: 'UTC',
  name: 'Activity',
  report: 'activity',
  params: {},
  formats: [],
  note: null,
  to: [
    { email: 'a@x.example', name: 'A' },
    { email: 'b@x.example', name: null },
  ],
}
const worker = (name: string, leaseSeconds = 60) => ({ owner: name, leaseSeconds })

const { stores, remove } = bothStores()
afterAll(remove)

describe.each(stores)('sharing on $store', ({ open }) => {
  let state: State
  beforeAll(async () => {
    state = await open()
  })
  beforeEach(() =>
    state.db.execute(
      sql`truncate saved_reports, scheduled_reports, schedule_subscribers, deliveries, delivery_recipients, outbox_mails, mail_rules cascade`,
    ),
  )
  afterAll(() => state.close())

  it('stores reports for their owner alone and undoes a deletion', async () => {
    const made = await saveReport(state, owner, { name: 'Mine', report: 'activity', params: { preset: 'today' } }, NOW)
    const id = made?.id ?? ''
    await saveReport(state, owner, { name: 'Another', report: 'calls', params: {} }, NOW)
    expect((await listSavedReports(state, owner)).map(({ name }) => name)).toEqual(['Another', 'Mine'])
    for (const other of others) {
      expect(await listSavedReports(state, other)).toEqual([])
      expect(await readSavedReport(state, other, id)).toBeUndefined()
      expect(await changeSavedReport(state, other, id, { name: 'Theirs' }, NOW)).toBeUndefined()
      expect(await setSavedReportDeleted(state, other, id, NOW)).toBeUndefined()
    }
    await changeSavedReport(state, owner, id, { params: { preset: 'yesterday' } }, later(5))
    expect(await readSavedReport(state, owner, id)).toMatchObject({
      name: 'Mine',
      params: { preset: 'yesterday' },
      updatedAt: later(5),
    })
    await setSavedReportDeleted(state, owner, id, later(6))
    expect(await readSavedReport(state, owner, id)).toBeUndefined()
    expect(await setSavedReportDeleted(state, owner, id, null)).toMatchObject({ id })
    await setSavedReportDeleted(state, owner, id, later(7))
    await purgeExpired(state, later(8 + 30 * DAY))
    expect(await setSavedReportDeleted(state, owner, id, null)).toBeUndefined()
  })

  it('knows when a schedule is due next, paused and deleted too', async () => {
    const made = await addSchedule(state, owner, daily, NOW)
    const id = made?.id ?? ''
    expect(made?.nextRunAt).toEqual(new Date('2026-03-11T11:00:00Z'))
    for (const other of others) {
      expect(await readSchedule(state, other, id)).toBeUndefined()
      expect(await changeSchedule(state, other, id, { paused: true }, NOW)).toBeUndefined()
      expect(await setScheduleDeleted(state, other, id, true, NOW)).toBeUndefined()
    }
    expect((await changeSchedule(state, owner, id, { paused: true }, NOW))?.nextRunAt).toBeNull()
    expect((await changeSchedule(state, owner, id, { name: 'Later' }, NOW))?.nextRunAt).toBeNull()
    expect((await changeSchedule(state, owner, id, { paused: false }, later(DAY)))?.nextRunAt).toEqual(
      new Date('2026-03-12T11:00:00Z'),
    )
    const noon = { ...daily.timing, time: '09:00' }
    expect((await changeSchedule(state, owner, id, { timing: noon }, NOW))?.nextRunAt).toEqual(
      new Date('2026-03-10T13:00:00Z'),
    )
    await setScheduleDeleted(state, owner, id, true, NOW)
    expect(await listSchedules(state, owner, 'report')).toEqual([])
    expect(await queueDueRuns(state, later(9 * DAY))).toBe(0)
    // Runs that were due while it was deleted are not sent later.
    expect((await setScheduleDeleted(state, owner, id, false, later(9 * DAY)))?.nextRunAt).toEqual(
      new Date('2026-03-19T13:00:00Z'),
    )
  })

  it('remembers who unsubscribed, and lets nobody else subscribe them again', async () => {
    const { id = '' } = (await addSchedule(state, owner, daily, NOW)) ?? {}
    await addSubscribers(state, id, ['a@x.example', 'b@x.example'], { role: 'manager', now: NOW })
    expect(await setUnsubscribed(state, { scheduleId: id, email: 'a@x.example' }, later(1))).toBeTruthy()
    expect(await setUnsubscribed(state, { scheduleId: id, email: 'z@x.example' }, later(1))).toBeUndefined()
    await removeSubscribers(state, id, ['a@x.example', 'b@x.example'])
    await addSubscribers(state, id, ['a@x.example'], { role: 'manager', now: later(2) })
    expect(await subscribersOf(state, [id])).toMatchObject([{ email: 'a@x.example', unsubscribedAt: later(1) }])
  })

  it('creates one morning page list per user, however many requests come at once', async () => {
    const { kind: _kind, ...fresh } = daily
    const made = await Promise.all([1, 2, 3].map(() => insightsSchedule(state, owner, fresh, NOW)))
    expect(new Set(made.map(({ id }) => id)).size).toBe(1)
    expect(await listSchedules(state, owner, 'report')).toEqual([])
  })

  it('queues only the latest missed run, once, for its subscribers', async () => {
    const { id = '' } = (await addSchedule(state, owner, daily, NOW)) ?? {}
    await addSubscribers(state, id, ['a@x.example', 'b@x.example'], { role: 'manager', now: NOW })
    await setUnsubscribed(state, { scheduleId: id, email: 'b@x.example' }, NOW)
    expect(await queueDueRuns(state, NOW)).toBe(0)
    const back = new Date('2026-03-13T11:00:01Z')
    const queued = await Promise.all([1, 2, 3, 4].map(() => queueDueRuns(state, back)))
    expect(queued.reduce((sum, count) => sum + count, 0)).toBe(1)
    const found = await listDeliveries(state, { ...owner, limit: 9 })
    expect(found).toMatchObject([
      { dueAt: new Date('2026-03-13T11:00:00Z'), missedRuns: 2, recipients: [{ email: 'a@x.example' }] },
    ])
    expect((await readSchedule(state, owner, id))?.nextRunAt).toEqual(new Date('2026-03-14T11:00:00Z'))
  })

  it('gives a delivery to one worker until the lease ends', async () => {
    await queueDelivery(state, share, NOW)
    const claims = await Promise.all(['a', 'b', 'c'].map((name) => claimDelivery(state, worker(name, 1), NOW)))
    const taken = claims.find((claim) => claim !== undefined)
    expect(claims.filter((claim) => claim !== undefined)).toHaveLength(1)
    const { id = '', leaseOwner, recipients = [] } = taken ?? {}
    const first = worker(leaseOwner ?? '', 1)
    const [a, b] = recipients
    if (!a || !b) throw new Error('Two people were to get it.')
    expect(await deliveryJobs.renew(state, id, first)).toBe(true)
    expect(await updateRecipient(state, a, first, { status: 'running', attempts: 1 })).toBe(true)
    expect(await updateRecipient(state, a, worker('z'), { status: 'failed' })).toBe(false)
    const overslept = sql`update deliveries set lease_until = now() - interval '1 second'`
    await state.db.execute(overslept)
    // No one has taken over the job, so the worker gets a new lease.
    expect(await markHanded(state, a, first, NOW)).toBe(true)
    expect(await claimDelivery(state, worker('second'), NOW)).toBeUndefined()
    await state.db.execute(overslept)
    const second = worker('second')
    expect(await claimDelivery(state, second, NOW)).toMatchObject({ id, attempts: 2 })
    expect(await markHanded(state, a, first, later(1))).toBe(false)
    expect(await deliveryJobs.renew(state, id, first)).toBe(false)
    expect(await claimDelivery(state, worker('third'), NOW)).toBeUndefined()
    await markSent(state, a.id, later(1), null)
    expect(await releaseDelivery(state, id, second, { attemptAt: later(60), reason: 'Away.' }, NOW)).toBe('queued')
    expect(await claimDelivery(state, second, later(59))).toBeUndefined()
    expect(await claimDelivery(state, second, later(60))).toMatchObject({ id, reason: 'Away.' })
    await deliveryJobs.releaseAll(state)
    expect(await claimDelivery(state, worker('fourth'), later(60))).toMatchObject({ id })
    expect(await updateRecipient(state, b, worker('fourth'), { status: 'failed', reason: 'No such person.' })).toBe(
      true,
    )
    expect(await releaseDelivery(state, id, worker('fourth'), { attemptAt: NOW, reason: null }, later(61))).toBe(
      'failed',
    )
    expect(await retryDelivery(state, { companyId: 1, userId: 8 }, id, NOW)).toBe(false)
    expect(await retryDelivery(state, owner, id, later(62))).toBe(true)
    expect((await readDelivery(state, owner, id))?.recipients.map(({ status }) => status)).toEqual(['sent', 'queued'])
    expect(await retryDelivery(state, owner, UNKNOWN_ID, NOW)).toBe(false)
    for (const other of others) expect(await readDelivery(state, other, id)).toBeUndefined()
    expect(await countManualRecipientsSince(state, owner, later(-1))).toBe(2)
    expect(await countManualRecipientsSince(state, owner, NOW)).toBe(0)
  })

  it('stores a mail in the outbox once and shows it to its company', async () => {
    await queueDelivery(state, { ...share, to: share.to.slice(0, 1) }, NOW)
    const claimed = await claimDelivery(state, worker('a'), NOW)
    const [recipient] = claimed?.recipients ?? []
    if (!recipient) throw new Error('Somebody was to get it.')
    const { id } = recipient
    const mail = {
      companyId: 1,
      kind: 'share' as const,
      sender: 'us@x.example',
      recipient: 'a@x.example',
      subject: 'Activity',
      html: '<p>Größe</p>',
      plain: 'Größe',
      headers: {},
      attachments: [],
    }
    expect(await saveToOutbox(state, mail, recipient, worker('b'), 'No mail server.', NOW)).toBe(false)
    expect(await saveToOutbox(state, mail, recipient, worker('a'), 'No mail server.', NOW)).toBe(true)
    expect(await saveToOutbox(state, mail, recipient, worker('a'), 'No mail server.', NOW)).toBe(true)
    expect(await listOutbox(state, { companyId: 1 }, { limit: 9, offset: 0 })).toMatchObject({
      total: 1,
      mails: [{ id }],
    })
    expect(await listOutbox(state, { companyId: 2 }, { limit: 9, offset: 0 })).toEqual({ total: 0, mails: [] })
    expect(await readOutboxMail(state, { companyId: 2 }, id)).toBeUndefined()
    expect((await readOutboxMail(state, { companyId: 1 }, id))?.plain).toBe('Größe')
    expect(await releaseDelivery(state, claimed?.id ?? '', worker('a'), { attemptAt: NOW, reason: null }, NOW)).toBe(
      'skipped',
    )
  })

  it('skips a delivery without recipients, with a reason', async () => {
    expect(await queueDelivery(state, { ...share, to: [] }, NOW)).toMatchObject({
      status: 'skipped',
      reason: 'No one is subscribed.',
    })
    expect(await claimDelivery(state, worker('a'), NOW)).toBeUndefined()
  })

  it('stores mail rules per company and one installation key', async () => {
    expect(await mailRulesOf(state, 1)).toEqual({ outside: 'anyone', domains: [] })
    await setMailRules(state, owner, { outside: 'listed', domains: ['x.example'] }, NOW)
    await setMailRules(state, owner, { outside: 'listed', domains: ['y.example'] }, NOW)
    expect(await mailRulesOf(state, 1)).toEqual({ outside: 'listed', domains: ['y.example'] })
    expect(await mailRulesOf(state, 2)).toEqual({ outside: 'anyone', domains: [] })
    const keys = await Promise.all([1, 2, 3].map(() => installationKey(state, 'links')))
    expect(new Set(keys).size).toBe(1)
    expect(keys[0]).toHaveLength(43)
  })

  it('erases people and companies, and nothing else', async () => {
    for (const { companyId, userId } of [owner, ...others]) {
      const params = { search: 'ana cruz', preset: 'today' }
      await saveReport(state, { companyId, userId }, { name: 'Ana and others', report: 'call-log', params }, NOW)
      await addSchedule(state, { companyId, userId }, { ...daily, note: 'For Ana Cruz' }, NOW)
      await queueDelivery(state, { ...share, companyId, userId }, NOW)
    }
    const without = (text: string) => text.replace(/ana cruz/i, '…')
    const gone = await erasePeopleState(state, 1, { prospects: [5], users: [] }, without)
    expect(gone.filter(({ found }) => found > 0)).toEqual([
      { table: 'saved_reports', found: 2, left: 0, kept: true },
      { table: 'scheduled_reports', found: 2, left: 0, kept: true },
    ])
    const [mine] = await listSavedReports(state, owner)
    expect(mine).toMatchObject({ name: 'Ana and others', params: { search: '…', preset: 'today' } })
    const [theirs] = await listSavedReports(state, { companyId: 2, userId: 7 })
    expect(theirs).toMatchObject({ params: { search: 'ana cruz' } })

    const rows = await eraseCompanyState(state, 1)
    const found = Object.fromEntries(rows.map((row) => [row.table, [row.found, row.left]]))
    expect(found).toMatchObject({ saved_reports: [2, 0], scheduled_reports: [2, 0], deliveries: [2, 0] })
    expect(found.delivery_recipients).toEqual([4, 0])
    expect(await listSavedReports(state, owner)).toEqual([])
    expect(await listSavedReports(state, { companyId: 2, userId: 7 })).toEqual([theirs])
    expect(await listDeliveries(state, { companyId: 2, userId: 7, limit: 5 })).toHaveLength(1)
  })
})
