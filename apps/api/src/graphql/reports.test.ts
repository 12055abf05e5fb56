import {
  columnsOfLines,
  isByWeek,
  isRecordList,
  judgementStates,
  possibleRowDimensions,
  type ReportDefinition,
  toSnake,
} from '@leaselight/model'
import { reportsOfRun } from '@leaselight/tests/seed'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { snakeJson } from '../http/snake'
import { bearer, onlyProperty, type TestServer, testServer } from '../testing/server'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

async function ask(query: string, variables: object = {}, subject: object = {}) {
  const headers = await bearer(subject)
  const response = await server.app.inject({
    method: 'POST',
    url: '/api/graphql',
    headers,
    payload: { query, variables },
  })
  return { status: response.statusCode, ...response.json() }
}

/** REST's parameters as GraphQL's input has them. */
const inInput = ({ property, property_ids: ids }: Record<string, string>) => ({
  ...(property && { property: Number(property) }),
  ...(ids && { propertyIds: ids.split(',').map(Number) }),
})

/** Every field of a type, selected from the schema's introspection. */
async function fieldsOf(type: string): Promise<string> {
  const { data } = await ask('query($type: String!) { __type(name: $type) { fields { name } } }', { type })
  return data.__type.fields.map((field: { name: string }) => field.name).join(' ')
}

/** The extras of a report, rows with all their fields. */
async function extrasOf({ metadata = {} }: ReportDefinition, apiKey: string): Promise<string> {
  const row = await fieldsOf(`${apiKey}Row`)
  return Object.entries(metadata)
    .map(([name, { kind }]) => (kind === 'rows' ? `${name} { ${row} }` : name))
    .join(' ')
}

const judgementFields = 'state tone direction deviations low high change words'
const states = new Set(judgementStates.map((state) => state.toUpperCase()))
const isState = (field: string, value: unknown): value is string =>
  field !== 'key' && typeof value === 'string' && states.has(value)

test.each(reportsOfRun())('%s is what REST gives', async (key, report) => {
  const { apiKey } = report
  const name = apiKey.charAt(0).toLowerCase() + apiKey.slice(1)
  const input = `${apiKey}Input`
  const columns = (await fieldsOf(`${apiKey}Judgement`)).split(' ')
  const judged = `{ ${columns.map((column) => `${column} { ${judgementFields} }`).join(' ')} }`
  const lines = columnsOfLines(report)
  const ranges = lines.map((column) => `${column} { low high }`).join(' ')
  const answer = `report period { start end } priorPeriod { start end } asOf today timeZone propertyTimeZones notes
    rows { ${await fieldsOf(`${apiKey}Row`)} } total { ${await fieldsOf(`${apiKey}Total`)} }
    priorTotal { ${await fieldsOf(`${apiKey}Total`)} } series { ${await fieldsOf(`${apiKey}Point`)} }
    coverage { first last properties { propertyId first last } } appliedDefaults { parameter value }
    judgement ${judged} rowJudgements { key states { ${columns.join(' ')} } }
    ${report.charts.some(isByWeek) ? 'pointDays' : ''}
    ${lines.length > 0 ? `usualRanges { start end ranges { ${ranges} } }` : ''}
    ${possibleRowDimensions(report).includes('hour') ? 'officeHours { weekday hour open }' : ''}
    ${isRecordList(report) ? 'recordsByHour' : ''}
    freshness { newestFactAt importedAt notices } ${await extrasOf(report, apiKey)}`
  const inputs: Record<string, unknown>[] = [{}, { ...inInput(onlyProperty(report, 11)), depth: 'ALL' }]
  for (const groupBy of report.groupByOptions ?? []) inputs.push({ groupBy })
  if (report.charts.some(isByWeek)) inputs.push({ points: 'WEEKS' })
  for (const variables of inputs) {
    const { data, errors } = await ask(`query($input: ${input}) { ${name}(input: $input) { ${answer} } }`, {
      input: variables,
    })
    expect(errors).toBeUndefined()
    const query = new URLSearchParams(variables.depth ? onlyProperty(report, 11) : {})
    if (variables.depth) query.set('depth', 'all')
    if (typeof variables.groupBy === 'string') query.set('group_by', variables.groupBy)
    if (variables.points) query.set('points', 'weeks')
    const rest = (await server.app.inject({ url: `/api/reports/${key}?${query}`, headers: await bearer() })).json()
    // What a row of this grouping does not have is null here and absent there; states are in capitals here, and
    // parameters are those of the input.
    const plain = JSON.parse(String(snakeJson(data[name])), (field, value) => {
      if (field === 'parameter') return toSnake(value)
      return value === null ? undefined : isState(field, value) ? value.toLowerCase() : value
    })
    const { prior_rows: _rows, prior_series: _series, ...same } = rest
    if (lines.length === 0) delete same.usual_ranges
    expect(plain).toEqual(JSON.parse(JSON.stringify(same), (_key, value) => (value === null ? undefined : value)))
  }
})

test('who and where, as the product starts', async () => {
  const { data, errors } = await ask(`{
    allAgents { id agentId companyId propertyId propertyIds name isDeleted }
    company { id name isDeleted lmaAccess timeZone today featureFlags { key value } banners { type message } }
    allProperties { id name address owningManagerId timeZone leasingTeamId attributes { key value } }
    getGatedProperties { properties { id name } toursGatedProperties { id name } callIntelGatedProperties { id }
      callTranscriptGatedProperties { id } aiGatedProperties { id } aiEmailGatedProperties { id }
      aiChatGatedProperties { id } aiSmsGatedProperties { id } callIntelStandaloneProperties { id } }
    userData { userId username email fullname role groupIds companyId propertyIds }
    marketingSources { id source parent isPaid attributes { key value } }
    getCustomAttributes { attributeKey attributeValueList }
  }`)
  expect(errors).toBeUndefined()
  expect(data.company).toMatchObject({
    id: 1,
    name: 'Harbor & Pine Homes',
    today: '2026-03-15',
    lmaAccess: true,
    banners: [],
  })
  expect(data.userData).toMatchObject({ userId: 201, fullname: 'Maria Moss', propertyIds: [11, 12] })
  expect(data.allProperties.map((property: { name: string }) => property.name)).toEqual([
    'Harbor Point',
    'Sunset Terrace',
  ])
  expect(data.marketingSources).toContainEqual({
    id: 302,
    source: 'Apartments.com Diamond',
    parent: 'Apartments.com',
    isPaid: true,
    attributes: [{ key: 'Type', value: 'ILS' }],
  })
  expect(data.getCustomAttributes).toContainEqual({ attributeKey: 'Region', attributeValueList: ['East', 'West'] })
})

test('a person of one property hears of it alone', async () => {
  const { data } = await ask(
    '{ allAgents { propertyId } allProperties { id } userData { propertyIds } }',
    {},
    { user_id: 202 },
  )
  expect(new Set(data.allAgents.map((agent: { propertyId: number }) => agent.propertyId))).toEqual(new Set([11]))
  expect([data.allProperties, data.userData]).toEqual([[{ id: 11 }], { propertyIds: [11] }])
})

test('an agent of several properties is at each of them that the person sees', async () => {
  const agent = { id: 9001, company_id: 1, property_id: 12, property_ids: [12, 11], name: 'Roving Rhea' }
  await server.store.load({ agents: [agent] })
  const found = async (user_id: number) =>
    (await ask('{ allAgents { name propertyId propertyIds } }', {}, { user_id })).data.allAgents.filter(
      ({ name }: { name: string }) => name === agent.name,
    )
  expect(await found(201)).toEqual([{ name: agent.name, propertyId: 12, propertyIds: [12, 11] }])
  expect(await found(202)).toEqual([{ name: agent.name, propertyId: 11, propertyIds: [11] }])
})

test('sources can be requested by property, for visible properties only', async () => {
  const query = 'query($ids: [Int]) { marketingSources(propertyIds: $ids) { source } }'
  const sources = async (ids: number[]) =>
    (await ask(query, { ids })).data.marketingSources.map(({ source }: { source: string }) => source)
  expect(await sources([21])).toEqual([])
  expect((await sources([11])).length).toBeGreaterThan(0)
  expect(await sources([-1])).toEqual(await sources([]))
})

test('a report leaves with the columns and opened rows that are asked for, as over REST', async () => {
  const fileOf = async (input: Record<string, unknown>) => {
    const query = 'mutation($input: ExportActivityReportInput!) { exportActivityReport(input: $input) { content } }'
    const { data } = await ask(query, { input: { preset: 'last_7_days', ...input } })
    return Buffer.from(data.exportActivityReport.content, 'base64')
  }
  const csv = (await fileOf({ format: 'CSV', columns: ['prospects'], plain: true })).toString()
  expect(csv).toContain('Prospects')
  expect(csv).not.toContain('Leases')
  const [closed, opened] = [await fileOf({ format: 'PDF' }), await fileOf({ format: 'PDF', opened: ['property:11'] })]
  expect(opened.length).toBeGreaterThan(closed.length)
})

test('a report leaves as a file, base64', async () => {
  for (const format of ['CSV', 'PDF', 'csv']) {
    const query = `mutation { exportActivityReport(input: { format: ${format}, preset: "last_7_days" }) { content filename } }`
    const { content, filename } = (await ask(query)).data.exportActivityReport
    expect(filename).toMatch(new RegExp(`\\.${format.toLowerCase()}$`))
    const text = Buffer.from(content, 'base64').toString('latin1')
    expect(text).toMatch(format === 'PDF' ? /^%PDF/ : /Harbor Point/)
  }
  // By a variable as well.
  const query = 'mutation($input: ExportActivityReportInput!) { exportActivityReport(input: $input) { filename } }'
  const { data } = await ask(query, { input: { format: 'csv', preset: 'last_7_days' } })
  expect(data.exportActivityReport.filename).toMatch(/\.csv$/)
})

test.each([
  ['{ activityReport(input: { preset: "soon" }) { report } }', /preset must be one of/],
  ['{ activityReport(input: { parent: "property:21" }) { report } }', /There is no row property:21/],
  ['{ activityReport(input: { propertyIds: [1.5] }) { report } }', /whole number|Long/],
  ['{ nothing }', /Cannot query field/],
  ['{ ', /Syntax Error/],
])('%s is answered with a sentence', async (query, sentence) => {
  const { errors } = await ask(query)
  expect(errors[0].message).toMatch(sentence)
  expect(JSON.stringify(errors)).not.toMatch(/stack|node_modules|\.ts:/)
})

test.each([[null], [[]], [7], [{}], [{ query: 7 }], [{ query: '{company{id}}', variables: 'x' }]])(
  'the body %j is no 500',
  async (payload) => {
    const headers = { ...(await bearer()), 'content-type': 'application/json' }
    const response = await server.app.inject({
      method: 'POST',
      url: '/api/graphql',
      headers,
      payload: JSON.stringify(payload),
    })
    expect(response.statusCode).toBeGreaterThanOrEqual(400)
    expect(response.statusCode).toBeLessThan(500)
  },
)

test('a question that is too deep or too long is refused', async () => {
  const aliases = Array.from({ length: 100 }, (_, index) => `a${index}: company { id }`).join(' ')
  expect((await ask(`{ ${aliases} }`)).errors[0].message).toBeTruthy()
})
