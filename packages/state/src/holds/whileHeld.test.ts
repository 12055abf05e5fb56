import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { erasePeopleState } from '../erase'
import { finishImportRun, recentImportRuns, startImportRun } from '../importRuns'
import { listDeliveries, queueDelivery } from '../sharing/deliveries'
import { claimDelivery, markHanded, markSent, saveToOutbox, updateRecipient } from '../sharing/deliveryQueue'
import { addSchedule } from '../sharing/schedules'
import { addSubscribers, subscribersOf } from '../sharing/subscribers'
import type { State } from '../state'
import { bothStores } from '../testing'
import { whileHeld } from './whileHeld'

const NOW = new Date('2026-03-10T12:00:00.000Z')
const content = {
  role: 'manager',
  demo: false,
  name: 'Activity',
  report: 'activity',
  params: {},
  formats: [],
  note: null,
}
const share = { ...content, kind: 'share' as const, companyId: 1, userId: 7, timeZone: 'UTC' }
const worker = { owner: 'worker', leaseSeconds: 60 }
const mail = {
  ...{ companyId: 1, kind: 'share' as const, sender: 's@x.example', recipient: 'a@x.example', subject: 'Activity' },
  ...{ html: 'Ana Cruz', plain: 'Ana Cruz', headers: {}, attachments: [] },
}
const { stores, remove } = bothStores()
afterAll(remove)

describe.each(stores)('holding a company on $store', ({ open }) => {
  let state: State
  beforeAll(async () => {
    state = await open()
  })
  afterAll(() => state.close())

  const send = async () => {
    await queueDelivery(state, { ...share, to: [{ email: 'a@x.example', name: null }] }, NOW)
    const delivery = await claimDelivery(state, worker, NOW)
    const [recipient] = delivery?.recipients ?? []
    if (!recipient) throw new Error('The delivery was to be claimed.')
    return recipient
  }

  it('lets no mail that was in preparation go, and none be prepared', async () => {
    const recipient = await send()
    await whileHeld(state, 1, async () => {
      expect(await markHanded(state, recipient, worker, NOW)).toBe(false)
      expect(await saveToOutbox(state, mail, recipient, worker, 'Kept.', NOW)).toBe(false)
      expect(await claimDelivery(state, worker, NOW)).toBeUndefined()
      await queueDelivery(state, { ...share, companyId: 2, to: [{ email: 'b@x.example', name: null }] }, NOW)
      expect(await claimDelivery(state, worker, NOW)).toMatchObject({ companyId: 2 })
    })
    // It is prepared anew.
    expect(await claimDelivery(state, worker, NOW)).toMatchObject({ companyId: 1, recipients: [{ id: recipient.id }] })
    await markSent(state, recipient.id, NOW, null)
  })

  it('waits for the mail that its server has already, so that it does not go twice', async () => {
    const recipient = await send()
    expect(await updateRecipient(state, recipient, worker, { status: 'running' })).toBe(true)
    expect(await markHanded(state, recipient, worker, NOW)).toBe(true)
    let isSent = false
    const held = whileHeld(state, 1, async () => isSent)
    await sleep(250)
    isSent = true
    await markSent(state, recipient.id, NOW, null)
    expect(await held).toBe(true)
  })

  it('waits for imports of the company and of the operator, and lets new ones wait', async () => {
    const own = { companyId: 1, entity: 'prospects', source: 'api' }
    const running = await startImportRun(state, { entity: 'all', source: 'folder' }, NOW)
    const order: string[] = []
    const held = whileHeld(state, 1, async () => {
      order.push('held')
      const waiting = startImportRun(state, own, NOW).then((id) => {
        order.push('imported')
        return id
      })
      await startImportRun(state, { ...own, companyId: 2 }, NOW)
      order.push('erased')
      return { waiting }
    })
    await sleep(250)
    order.push('imported before')
    await finishImportRun(state, running, { status: 'done', account: {} }, NOW)
    await (await held).waiting
    expect(order).toEqual(['imported before', 'held', 'erased', 'imported'])
    expect(await recentImportRuns(state, { companyId: 1 })).toHaveLength(1)
  })

  it('takes erased people off lists, and keeps addresses of one mail different', async () => {
    const timing = { frequency: 'DAILY' as const, weekdays: [], dayOfMonth: null, time: '07:00', timeZone: 'UTC' }
    const owner = { companyId: 1, userId: 7 }
    const { id = '' } = (await addSchedule(state, owner, { ...content, kind: 'report', timing }, NOW)) ?? {}
    const emails = ['ana@x.example', 'bea@x.example', 'cy@x.example']
    await addSubscribers(state, id, emails, { role: 'manager', now: NOW })
    const latest = new Date(NOW.getTime() + 1_000)
    await queueDelivery(state, { ...share, to: emails.map((email) => ({ email, name: null })) }, latest)
    const redact = (text: string) => text.replace(/(ana|bea)@x.example/, '[erased]')
    const rows = await erasePeopleState(state, 1, { prospects: [], users: [] }, redact)
    expect(rows.filter(({ left }) => left > 0)).toEqual([])
    expect((await subscribersOf(state, [id])).map(({ email }) => email)).toEqual(['cy@x.example'])
    const [delivery] = await listDeliveries(state, { companyId: 1, limit: 1 })
    const reached = delivery?.recipients.map(({ email }) => email) ?? []
    expect(reached).toEqual([
      expect.stringMatching(/^\[erased\] /),
      expect.stringMatching(/^\[erased\] /),
      'cy@x.example',
    ])
    expect(new Set(reached).size).toBe(3)
    await erasePeopleState(state, 1, { prospects: [], users: [7] }, (text) => text)
    expect(await listDeliveries(state, { companyId: 1, limit: 9 })).toEqual([])
    expect(await subscribersOf(state, [id])).toEqual([])
  })
})
