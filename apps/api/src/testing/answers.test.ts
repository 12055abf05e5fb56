import { afterAll, beforeAll, expect, test } from 'vitest'
import { documented } from './idRoutes'
import { answerErrors } from './responseSchemas'
import { bearer, IMPORT_SECRET, type TestServer, testServer } from './server'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

const json = (operation: { responses?: Record<string, object> }): boolean =>
  JSON.stringify(operation.responses?.['200'] ?? {}).includes('"application/json"')

/** JSON operations that this test does not call, each with the reason. */
const elsewhere: Readonly<Record<string, string>> = {
  signIn: 'asks the CRM; account/crm.test.ts',
  refreshSession: 'asks the CRM; account/crm.test.ts',
  requestPassword: 'asks the CRM; account/crm.test.ts',
  profile: 'asks the CRM; account/crm.test.ts',
  singleSignOnSession: 'needs a provider; account/singleSignOn/routes.test.ts',
  retryDelivery: 'needs a delivery that failed; sharing/deliveries/deliver.test.ts',
  readSubscription: 'needs the link of a mail; sharing/schedules/service.test.ts',
  unsubscribe: 'needs the link of a mail; sharing/schedules/service.test.ts',
  resubscribe: 'needs the link of a mail; sharing/schedules/service.test.ts',
  uploadToFeed: 'needs a file; feeds/uploads.test.ts',
  readFeedRun: 'needs a file; feeds/uploads.test.ts',
  allowFeedRemoval: 'needs a file that was stopped; feeds/uploads.test.ts',
  runFeed: 'needs a folder; feeds/folders.test.ts',
  createCompany: 'needs a company that is not there; setup/routes.test.ts',
  openSetupLink: 'needs a setup link; testing/processes.test.ts',
  createFirstAdministrator: 'needs a setup link; testing/processes.test.ts',
  listRecordedPeople: 'needs the operator’s key; testing/processes.test.ts',
  importSourceFile: 'needs a file of another system; import/connectorRoutes.test.ts',
  previewTable: 'needs the start of a table; import/preview.test.ts',
  readGuestReport: 'needs the secret of a link; keys/keys.test.ts',
  previewReconciliation: 'needs a file; reconcile/reconcile.test.ts',
  createReconciliation: 'needs a file; reconcile/reconcile.test.ts',
  readReconciliation: 'needs a file; reconcile/reconcile.test.ts',
  deleteReconciliation: 'needs a file; reconcile/reconcile.test.ts',
  setFindingRule: 'needs a finding; findings/findings.test.ts',
}

const week = { start_date: '2026-03-08', end_date: '2026-03-14' }
const report = { report: 'activity', params: { ...week, property_ids: [11] } }
const timing = { frequency: 'WEEKLY', weekdays: [1], time: '07:00', time_zone: 'America/New_York' }
const emails = ['ana@harborpine.example']

/** Calls an operation as its user would, and checks the response against the document. */
const called = new Set<string>()
async function call(operationId: string, at: Record<string, unknown> = {}, payload?: object | string) {
  const found = documented(server.app).find(({ operation }) => operation.operationId === operationId)
  if (!found) throw new Error(`There is no operation ${operationId}.`)
  const names = [...found.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  const query = new URLSearchParams(
    Object.entries(at).flatMap(([name, value]) => (names.includes(name) ? [] : [[name, String(value)]])),
  )
  const path = found.path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(at[name])))
  const response = await server.app.inject({
    method: found.method as 'GET',
    url: `${path}?${query}`,
    headers: {
      ...(await bearer({ user_id: 206, role: 'admin' })),
      ...(typeof payload === 'string' && { 'content-type': 'application/x-ndjson', 'x-import-key': IMPORT_SECRET }),
    },
    ...(payload !== undefined && { payload }),
  })
  expect([operationId, response.statusCode, response.statusCode === 200 ? '' : response.body]).toEqual([
    operationId,
    200,
    '',
  ])
  expect([operationId, await answerErrors(server.app, operationId, response.json())]).toEqual([operationId, null])
  called.add(operationId)
  return response.json()
}

test('what people make, share and set is answered as the document says', async () => {
  const saved = await call('createSavedReport', {}, { name: 'Mine', ...report })
  await call('createSavedReportByCreate', {}, { name: 'Mine too', ...report })
  await call('createSavedReportAtRoot', {}, { name: 'Also mine', ...report })
  await call('listSavedReports')
  await call('readSavedReport', saved)
  await call('changeSavedReport', { id: saved.id }, { name: 'Renamed' })
  await call('duplicateSavedReport', { id: saved.id }, {})
  await call('deleteSavedReport', { id: saved.id }, {})
  await call('restoreSavedReport', { id: saved.id }, {})

  const body = { name: 'Weekly', ...report, ...timing, formats: ['csv'], note: 'Hello', emails }
  const { id } = await call('createScheduledReport', {}, body)
  await call('createScheduledReportByCreate', {}, body)
  await call('previewTiming', {}, timing)
  await call('readScheduledReport', { id })
  await call('changeScheduledReport', { id }, { name: 'Every week' })
  await call('pauseScheduledReport', { id }, {})
  await call('resumeScheduledReport', { id }, {})
  const delivery = await call('sendScheduledReportNow', { id }, {})
  await call('addSubscribers', { id }, { emails: ['carla@harborpine.example'] })
  await call('removeSubscribers', { id }, { emails: ['carla@harborpine.example'] })
  await call('deleteScheduledReport', { id }, {})
  await call('restoreScheduledReport', { id }, {})

  await call('shareReport', {}, { ...report, emails, formats: ['csv'], note: 'Look' })
  await call('shareInsights', {}, { emails })
  await call('sendMessage', {}, { property_id: 11, body: 'Hello' })
  await server.app.deliverNow()
  await call('listMessages')
  await call('listScheduledReports')
  await call('listDeliveries')
  await call('readDelivery', { id: delivery.id })
  const outbox = await call('listOutbox')
  expect(outbox.total).toBeGreaterThan(2)
  await call('readOutboxMail', { id: outbox.rows[0].id })

  const number = { ...report, params: { preset: 'last_7_days' }, column: 'leads', row: null, condition: 'unusual' }
  await call('previewWatch', {}, { ...number, time_zone: timing.time_zone })
  const watch = await call('createWatch', {}, { ...number, time_zone: timing.time_zone })
  await call('listWatches')
  await call('readWatch', { id: watch.id })
  await call('changeWatch', { id: watch.id }, { paused: true })
  await call('deleteWatch', { id: watch.id }, {})
  await call('restoreWatch', { id: watch.id }, {})

  const pin = await call('createPin', {}, { ...report, kind: 'number', item: 'leads' })
  await call('renamePin', { id: pin.id }, { name: 'Leads now' })
  await call('orderPins', {}, { pin_ids: [pin.id] })
  await call('setStartPage', {}, { start_page: true })
  await call('readMyPage')
  await call('deletePin', { id: pin.id }, {})
  await call('restorePin', { id: pin.id }, {})

  const goals = { goal: 'leases', targets: [{ property_id: 11, month: '2026-03', target: 12 }] }
  await call('setGoals', {}, goals)
  const table = { goal: 'visits', text: 'Property,Mar 2026\nHarbor Point,12\nNowhere,1' }
  await call('previewGoals', {}, table)
  await call('importGoals', {}, table)
  await call('listGoals', { goal: 'leases', year: 2026 })
  await call('readGoalsYearBefore', { goal: 'leases' })
  await call('readWelcome')
  await call('markWelcomeRead')
  await call('readGoalPace', { month: '2026-03' })

  const timelineNote = await call('createTimelineNote', {}, { text: 'Phones down', start_date: '2026-03-03' })
  await call('listTimelineNotes', { start_date: '2026-03-01', end_date: '2026-03-14' })
  await call('changeTimelineNote', { id: timelineNote.id }, { end_date: '2026-03-04' })
  await call('deleteTimelineNote', { id: timelineNote.id })

  await call('createApiKey', {}, { name: 'Dashboard', expires_in_days: 7 })
  const link = await call('createLink', {}, { ...report, name: 'Owners', kind: 'guest', expires_in_days: 7 })
  await call('listKeys')
  const slack = { name: 'Channel', kind: 'slack', address: 'https://hooks.example/x', events: ['report.ready'] }
  await call('listReconciliations')
  const webhook = await call('createWebhook', {}, slack)
  await call('listWebhooks')
  await call('changeWebhook', { id: webhook.id }, { paused: true })
  await call('deleteWebhook', { id: webhook.id })
  await call('revokeKey', { id: link.id })

  expect((await call('readAuditLog')).total).toBeGreaterThan(10)
  await call('addInsightsSubscribers', {}, {})
  await call('listInsightsSubscribers')
  await call('removeInsightsSubscribers', {}, { emails: ['adam@harborpine.example'] })
  await call('readMailRules')
  await call('changeMailRules', {}, { outside: 'listed', domains: ['example.com'] })
  await call('listFlags')
  await call('listWaitingFindings')
  await call('setFlag', {}, { flag: 'omnibar', value: null })
}, 300_000)

test('so are what the server says of itself, imports and people', async () => {
  for (const operationId of ['config', 'health', 'readiness', 'addressBook', 'whatChanged', 'importContract'])
    await call(operationId)
  await call(
    'importRecords',
    { entity: 'agents' },
    '{"id":101,"company_id":1,"property_id":11,"name":"Alice Archer"}\n{}',
  )
  await call('listImports')
  const mits = { kind: 'mits', mapping: { properties: { maple: 11 } } }
  const mapping = await call('saveImportMapping', {}, { name: 'Leads', ...mits })
  await call('listImportMappings')
  const feed = { name: 'leads.xml', kind: 'mits', mapping_id: mapping.id, source: 'upload', rhythm: 'weekly' }
  const { id } = await call('createFeed', {}, feed)
  await call('changeFeed', { id }, { ...feed, grace_hours: 12 })
  const { id: key } = await call('createFeedKey', { id }, {})
  await call('pauseFeed', { id }, {})
  await call('resumeFeed', { id }, {})
  await call('listFeeds')
  await call('listFeedRuns', { id })
  await call('revokeFeedKey', { id, key })
  await call('deleteFeed', { id })
  await call('deleteImportMapping', { id: mapping.id })
  const [batch] = await call('createProspectBatches', {}, { ...report, column: 'leads' })
  await call('readProspectBatch', { batch_id: batch.batch_id })
  await call('createTicket', {}, { path: '/api/reports/activity/export?format=csv' })
  await call('readSetup')
  await call('dismissSetupLine', {}, { line: 'users', dismissed: true })
  await call('addProperties', {}, { properties: [{ name: 'Cedar Court', time_zone: 'America/Denver' }] })
  const una = { first_name: 'Una', last_name: 'User', email: 'una@harborpine.example', role: 'manager' }
  await call('addUser', {}, { ...una, user_id: 299 })
  await call('erasePeople', {}, { prospect_ids: [99_999] })
  await call('peopleToErase', {}, { prospect_ids: [1001] })
}, 300_000)

test('so are every report and the records behind its numbers, at each of their addresses', async () => {
  const ids: Readonly<Record<string, string>> = { property: '11', date: '2026-03-10', encoded: 'cHJvcGVydHk6MTE' }
  for (const { path, operation } of documented(server.app)) {
    const { operationId = '', tags, parameters = [] } = operation
    if (!tags?.includes('Reports') || !json(operation) || called.has(operationId) || operationId in elsewhere) continue
    const [, dimension = ''] = /\/([\w-]+)\/\{id\}/.exec(path) ?? []
    // Rows of other kinds are opened by a key that the report has today.
    const column = parameters.find(({ name }) => name === 'column')?.schema.enum?.[0]
    const at = { id: ids[dimension] ?? '1', encoded: ids.encoded, ...(column && { column }) }
    const known = parameters.map(({ name }) => name)
    await call(
      operationId,
      Object.fromEntries(Object.entries(at).filter(([name]) => known.includes(name))),
      path === '/api/call-log' ? {} : undefined,
    )
  }
}, 300_000)

test('no JSON operation is left out', () => {
  const all = documented(server.app).filter(({ operation }) => json(operation))
  const missing = all.map(({ operation }) => operation.operationId ?? '').filter((name) => !called.has(name))
  expect(missing.sort()).toEqual(Object.keys(elsewhere).sort())
})
