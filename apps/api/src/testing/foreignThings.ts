import { attributeId } from '@leaselight/engine'
import { fixtureCompany } from '@leaselight/sample'
import { addReconciliation } from '@leaselight/state'
import { expect } from 'vitest'
import { foreignCompany } from './foreignCompany'
import { type IdKind, WIDE } from './ids'
import { storedVisits } from './reconciliation'
import { bearer, NOW, type Subject, type TestServer } from './server'

export const viewers = {
  'a manager of everything': { user_id: 201, role: 'manager' },
  'a manager of one property': { user_id: 202, role: 'manager' },
  'an agent of the other property': { user_id: 204, role: 'agent' },
  'an administrator': { user_id: 206, role: 'admin' },
} as const
export type Who = keyof typeof viewers
export const everybody = Object.keys(viewers) as Who[]

/** Objects that exist but aren't accessible to a user, by kind: ids, or names where the parameter uses names. */
type Outside = Record<IdKind, string[]>

const hiddenCompany = {
  property: ['21', '31'],
  agent: ['888'],
  user: ['889'],
  call: ['6888'],
  thread: ['fremd-6001', 'fremd-6888', 'other-6001'],
  prospect: ['2001', '3001'],
  attribute: [],
  trait: [],
  team: [],
  source: ['Fremd Website'],
  campaign: ['40888'],
}
/** Objects created by others, by the user who can't access them. */
const ofAdmins = ['mail', 'mapping', 'feed', 'feedRun', 'feedKey'] as const
const ofUsers = [
  'batch',
  'saved',
  'schedule',
  'watch',
  'pin',
  'accessKey',
  'webhook',
  'reconciliation',
  'timelineNote',
  'delivery',
] as const
const createdKinds = [...ofUsers, ...ofAdmins] as const
type Created = Record<(typeof createdKinds)[number], string[]>
const noneYet = (): Created => ({
  ...{ batch: [], saved: [], schedule: [], watch: [], pin: [], accessKey: [], webhook: [], reconciliation: [] },
  ...{ delivery: [], timelineNote: [] },
  ...{ mail: [], mapping: [], feed: [], feedRun: [], feedKey: [] },
})
const inWorld = (list: readonly { id: number; property_id: number }[] | undefined, property: number) =>
  (list ?? []).filter((one) => one.property_id === property).map(({ id }) => String(id))
/** Everything about a property of their own company that a user may not see. */
const unseen = (property: number, attributes: Record<string, string>) => ({
  property: [...hiddenCompany.property, String(property)],
  call: [...hiddenCompany.call, ...inWorld(fixtureCompany.calls, property)],
  prospect: [...hiddenCompany.prospect, ...inWorld(fixtureCompany.prospects, property)],
  attribute: Object.entries(attributes).map(([key, value]) => String(attributeId(key, value))),
  trait: Object.entries(attributes).map(([key, value]) => `${key}:${value}`),
})
/** What each viewer may not see, when these were created by others. */
const outsideOf = (created: Record<Who, Created>): Record<Who, Outside> => ({
  'a manager of everything': { ...hiddenCompany, ...created['a manager of everything'] },
  'a manager of one property': {
    ...hiddenCompany,
    ...unseen(12, { Region: 'West', Class: 'B' }),
    team: ['52'],
    ...created['a manager of one property'],
  },
  'an agent of the other property': {
    ...hiddenCompany,
    ...unseen(11, { Region: 'East', Class: 'A' }),
    thread: [...hiddenCompany.thread, 'little-6001'],
    team: ['51'],
    ...created['an agent of the other property'],
  },
  'an administrator': { ...hiddenCompany, ...created['an administrator'] },
})

const ownRecords = (): Record<Who, Record<string, string>> => ({
  'a manager of everything': { property: '11', agent: '101', call: '6001', prospect: '1001' },
  'a manager of one property': { property: '11', agent: '101', call: '6001', prospect: '1001' },
  'an agent of the other property': { property: '12', agent: '103' },
  'an administrator': { property: '11', agent: '101', call: '6001', prospect: '1001' },
})

const UUID = '00000000-0000-4000-8000-00000000000'
/** What is nowhere. */
export const absent = (kind: IdKind, index: number): string => {
  if (createdKinds.some((one) => one === kind)) return `${UUID}${index}`
  if (kind === 'trait') return `Region:Nowhere${index}`
  return `${kind === 'thread' || kind === 'source' ? 'Nowhere ' : ''}99009${index}`
}

export interface Ids {
  outside: Record<Who, Outside>
  /** One id of each kind that a viewer may see. */
  own: Record<Who, Record<string, string>>
}

/** Imports a foreign company, and makes one of everything that people make: for each viewer, a colleague and a stranger. */
export async function makeForeignThings(server: TestServer): Promise<Ids> {
  const own = ownRecords()
  const created: Record<Who, Created> = {
    'a manager of everything': noneYet(),
    'a manager of one property': noneYet(),
    'an agent of the other property': noneYet(),
    'an administrator': noneYet(),
  }
  const { now, ...records } = foreignCompany()
  await server.store.load(records, { now: Date.parse(now) })
  const timing = { frequency: 'DAILY', weekdays: [], time: '07:00', time_zone: 'America/New_York', formats: ['csv'] }
  const makes = async (name: string, subject: Partial<Subject> & { user_id: number }, property: string) => {
    const headers = await bearer(subject)
    const make = async (url: string, payload: object) => {
      const response = await server.app.inject({ method: 'POST', url, headers, payload })
      expect([url, response.statusCode]).toEqual([url, 200])
      return response.json()
    }
    const params = { ...WIDE, property_ids: property }
    const [batch] = await make('/api/prospect-batches', { report: 'activity', params, column: 'leads' })
    const { saved_report_id: saved } = await make('/api/saved-reports/create', { name, report: 'activity', params })
    const { id: schedule } = await make('/api/scheduled-reports/create', {
      name,
      report: 'activity',
      params,
      ...timing,
    })
    const { id: delivery } = await make(`/api/scheduled-reports/${schedule}/send-now`, {})
    const { id: watch } = await make('/api/watches', {
      report: 'activity',
      params: { preset: 'last_7_days', property_ids: property },
      column: 'leads',
      condition: 'unusual',
      time_zone: timing.time_zone,
    })
    const { id: pin } = await make('/api/my-page/pins', { report: 'activity', params, kind: 'number', item: 'leads' })
    const { id: accessKey } = await make('/api/keys/links', {
      ...{ name, kind: 'sheet', expires_in_days: 30, report: 'activity', params },
    })
    const { id: webhook } = await make('/api/webhooks', {
      ...{ name, kind: 'slack', address: 'https://hooks.example/x', events: ['report.ready'] },
    })
    // Colleagues see those of their properties.
    const { id: reconciliation } = await addReconciliation(
      server.state,
      storedVisits(subject, subject.company_id === undefined ? 'Visits' : name, Number(property)),
      NOW,
    )
    const { id: timelineNote } = await make('/api/timeline-notes', {
      ...{ text: name, start_date: WIDE.start_date, property_ids: [Number(property)] },
    })
    return {
      ...{ batch: String(batch.batch_id), saved, schedule, watch, pin, accessKey, webhook, reconciliation, delivery },
      timelineNote,
    }
  }
  const foreign = await makes('Fremdbericht', { company_id: 3, user_id: 201 }, '31')
  // What a user creates is inaccessible to everyone else, colleagues and strangers alike.
  const colleague = await makes('Fremdbericht', { user_id: 203, role: 'analytics_user' }, '11')
  await server.app.deliverNow()
  const headers = await bearer({ company_id: 3, user_id: 1, role: 'admin' })
  const mails = await server.app.inject({ url: '/api/outbox', headers })
  const foreignFeed = await makesFeed(server, 'Fremde Leads', headers, 31)
  Object.assign(
    own['an administrator'],
    await makesFeed(server, 'Own leads', await bearer(viewers['an administrator']), 11),
  )
  for (const who of everybody) {
    Object.assign(own[who], await makes('Mine', viewers[who], own[who].property ?? ''))
    for (const kind of ofUsers) created[who][kind].push(foreign[kind])
    for (const kind of ['saved', 'schedule', 'watch', 'pin', 'accessKey', 'webhook'] as const)
      created[who][kind].push(colleague[kind])
    created[who].mail.push(...mails.json().rows.map(({ id }: { id: string }) => id))
    expect(created[who].mail.length).toBeGreaterThan(0)
    for (const kind of ['mapping', 'feed', 'feedRun', 'feedKey'] as const) created[who][kind].push(foreignFeed[kind])
  }
  return { outside: outsideOf(created), own }
}

/** Creates a mapping, and a feed with a key and a run. */
async function makesFeed(server: TestServer, name: string, headers: { authorization: string }, property: number) {
  const make = async (method: 'POST' | 'PUT', url: string, payload: object | string) => {
    const type = typeof payload === 'string' ? { 'content-type': 'text/csv' } : {}
    const response = await server.app.inject({ method, url, headers: { ...headers, ...type }, payload })
    expect([url, response.statusCode]).toEqual([url, 200])
    return response.json().id
  }
  const mapping = await make('PUT', '/api/import-mappings', {
    ...{ name, kind: 'mits', mapping: { properties: { '*': property } } },
  })
  const feed = await make('POST', '/api/feeds', {
    ...{ name, kind: 'mits', mapping_id: mapping, source: 'upload', rhythm: 'daily' },
  })
  const feedKey = await make('POST', `/api/feeds/${feed}/keys`, {})
  return { mapping, feed, feedKey, feedRun: await make('POST', `/api/feeds/${feed}/upload`, 'x') }
}
