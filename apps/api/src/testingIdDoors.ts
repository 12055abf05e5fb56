import { reportParams } from '@leaselight/model'
import { reports } from '@leaselight/reports'
import { openingColumns } from './routes/reports'

/** What is there and not for them, by kind; numbers and names of the other companies, and of properties they don't see. */
export interface Outside {
  property: string[]
  agent: string[]
  call: string[]
  thread: string[]
  prospect: string[]
  /** Filled with what the third company made. */
  batch: string[]
  saved: string[]
  schedule: string[]
  delivery: string[]
  campaign: string[]
}
export type Kind = keyof Outside

/** How a door is asked. */
export interface Request {
  method?: 'GET' | 'POST' | 'PUT'
  url: string
  payload?: object
}
/** A door that takes an id. */
export interface IdDoor {
  what: string
  kind: Kind
  /** Whether several ids go in at once; then one of one's own may go along. */
  list?: boolean
  ask: (ids: string[]) => Request
}

export const WIDE = { start_date: '2026-03-01', end_date: '2026-03-14' }
export const query = (params: Record<string, string>) => new URLSearchParams(params).toString()
export const graphql = (text: string): Request => ({ method: 'POST', url: '/api/graphql', payload: { query: text } })
const base64 = (text: string) => Buffer.from(text).toString('base64url')

type Add = (what: string, kind: Kind, ask: (ids: string[]) => Request, many?: boolean) => void

/** What `fill` adds, as a list. */
function gathered(fill: (add: Add) => void): IdDoor[] {
  const list: IdDoor[] = []
  fill((what, kind, ask, many = false) => void list.push({ what, kind, ask, ...(many && { list: true }) }))
  return list
}

/** Every door of a report that takes an id, with the id put in; there are hundreds. */
export const reportIdDoors = (): IdDoor[] => gathered(addReportDoors)

/** Every other one. */
export const otherIdDoors = (): IdDoor[] => gathered(addOtherDoors)

function addReportDoors(add: Add): void {
  for (const report of reports) {
    const { key, apiKey } = report
    const known = reportParams(report)
    const dates = 'start_date' in known ? WIDE : {}
    const [column] = openingColumns(report)
    const params: [string, Kind][] = [
      ['property_ids', 'property'],
      ['property', 'property'],
      ['agent_ids', 'agent'],
      ['call_ids', 'call'],
    ]
    for (const [name, kind] of params) {
      if (!(name in known)) continue
      const many = name.endsWith('s')
      const asked = (ids: string[]) => query({ ...dates, [name]: ids.join(',') })
      add(`${key}?${name}`, kind, (ids) => ({ url: `/api/reports/${key}?${asked(ids)}` }), many)
      add(
        `${key}/export?${name}`,
        kind,
        (ids) => ({ url: `/api/reports/${key}/export?format=csv&${asked(ids)}` }),
        many,
      )
      if (column)
        add(
          `${key}/members?${name}`,
          kind,
          (ids) => ({ url: `/api/reports/${key}/members?column=${column}&${asked(ids)}` }),
          many,
        )
    }
    if (report.rows[0] === 'property' || report.groupByOptions?.includes('property')) {
      const grouped: Record<string, string> = report.groupByOptions?.includes('property')
        ? { group_by: 'property' }
        : {}
      const inRow = ([id = '']: string[]) => `property:${id}`
      add(`${key}?parent`, 'property', (ids) => ({
        url: `/api/reports/${key}?${query({ ...dates, ...grouped, parent: inRow(ids) })}`,
      }))
      if (column) {
        const row = (ids: string[]) => query({ ...dates, ...grouped, column, row: inRow(ids) })
        add(`${key}/members?row`, 'property', (ids) => ({ url: `/api/reports/${key}/members?${row(ids)}` }))
        add(`batches of ${key}`, 'property', (ids) => ({
          method: 'POST',
          url: '/api/prospect-batches',
          payload: { report: key, params: { ...dates, ...grouped }, column, row: inRow(ids) },
        }))
      }
    }
    if ('property_ids' in known && 'start_date' in known)
      add(
        `GraphQL ${apiKey}`,
        'property',
        (ids) =>
          graphql(
            `{ ${apiKey[0]?.toLowerCase()}${apiKey.slice(1)}(input: {startDate: "2026-03-01", endDate: "2026-03-14", propertyIds: [${ids.join(',')}]}) { rows { key } notes } }`,
          ),
        true,
      )
  }
}

function addOtherDoors(add: Add): void {
  add('activity/property/…/agents', 'property', ([id]) => ({
    url: `/api/reports/activity/property/${id}/agents?${query(WIDE)}`,
  }))
  add('appointments/past/…/prospects', 'property', ([id]) => ({
    url: `/api/reports/appointments/past/${base64(`property:${id}`)}/prospects?${query(WIDE)}`,
  }))
  add('address-book', 'property', ([id]) => ({ url: `/api/address-book?property_id=${id}` }))
  add('recording', 'call', ([id]) => ({ url: `/api/calls/${id}/recording` }))
  add('batch', 'batch', ([id]) => ({ url: `/api/get-prospect-batch-tokens-by-id?batch_id=${id}` }))
  add('messages', 'property', ([id]) => ({ url: `/api/messages?property_id=${id}` }))
  add('a message', 'property', ([id]) => ({
    method: 'POST',
    url: '/api/messages',
    payload: { property_id: Number(id), body: 'Hello' },
  }))
  for (const [method, path] of [
    ['GET', ''],
    ['PUT', ''],
    ['POST', '/duplicate'],
  ] as const)
    add(`saved ${method}${path}`, 'saved', ([id]) => ({
      method,
      url: `/api/saved-reports/${id}${path}`,
      ...(method !== 'GET' && { payload: { name: 'Mine' } }),
    }))
  for (const door of ['delete', 'restore'])
    for (const [kind, place] of [
      ['saved', 'saved-reports'],
      ['schedule', 'scheduled-reports'],
    ] as const)
      add(`${place}/${door}`, kind, ([id]) => ({ method: 'PUT', url: `/api/${place}/${door}/${id}`, payload: {} }))
  add('schedule', 'schedule', ([id]) => ({ url: `/api/scheduled-reports/${id}` }))
  for (const door of ['pause', 'resume'])
    add(`schedule ${door}`, 'schedule', ([id]) => ({
      method: 'PUT',
      url: `/api/scheduled-reports/${id}/${door}`,
      payload: {},
    }))
  add('schedule of one saved', 'saved', ([id]) => ({
    method: 'POST',
    url: '/api/scheduled-reports/create',
    payload: {
      name: 'Mine',
      saved_report_id: id,
      frequency: 'DAILY',
      weekdays: [],
      time: '07:00',
      time_zone: 'America/New_York',
      formats: ['csv'],
    },
  }))
  add('subscribers', 'schedule', ([id]) => ({
    method: 'POST',
    url: `/api/my-reports/scheduled/${id}/subscribers/add`,
    payload: { emails: ['maria@harborpine.example'] },
  }))
  add('delivery', 'delivery', ([id]) => ({ url: `/api/deliveries/${id}` }))
  add('deliveries of a schedule', 'schedule', ([id]) => ({ url: `/api/deliveries?schedule_id=${id}` }))
  add('retry', 'delivery', ([id]) => ({ method: 'POST', url: `/api/deliveries/${id}/retry`, payload: {} }))
  add('GraphQL callTranscript', 'thread', ([id]) =>
    graphql(`{ callTranscript(threadId: "${id}") { caller utterances { transcript } } }`),
  )
  add('GraphQL addressBook', 'property', ([id]) => graphql(`{ addressBook(input: {propertyId: ${id}}) { email } }`))
  add(
    'GraphQL marketingSources',
    'property',
    (ids) => graphql(`{ marketingSources(propertyIds: [${ids.join(',')}]) { source } }`),
    true,
  )
  add(
    'GraphQL getMultipleProspectBatchData',
    'prospect',
    (ids) => graphql(`{ getMultipleProspectBatchData(prospectIds: [${ids.join(',')}]) { propertyId prospectCount } }`),
    true,
  )
  add('GraphQL getProspectBatchData', 'prospect', ([id]) =>
    graphql(
      `{ a: getProspectBatchData(prospectIds: [${id}], propertyId: 11) { prospectCount } b: getProspectBatchData(prospectIds: [${id}], propertyId: 31) { prospectCount } }`,
    ),
  )
}
