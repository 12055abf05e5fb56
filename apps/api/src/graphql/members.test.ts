import { toSnake } from '@leaselight/model'
import { reports } from '@leaselight/reports'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { snakeJson } from '../http/snake'
import { drillableColumns } from '../reports/requests'
import { bearer, type TestServer, testServer } from '../testing/server'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

const ROW = `id prospectId name phone phoneE164 email status source lastContact what when at timeZone property agent details`
const PAGE = `about columns { key label format varies } rows { ${ROW} } total length searched waiting page pageSize`

async function ask(query: string, headers: Record<string, string>) {
  const response = await server.app.inject({ method: 'POST', url: '/api/graphql', headers, payload: { query } })
  return response.json()
}

// What GraphQL says is null, REST may leave out.
const plain = (page: unknown) =>
  JSON.parse(String(snakeJson(page)), (_key, value) => (value === null ? undefined : value))

const opening = reports.flatMap((report) => {
  const [column] = drillableColumns(report)
  const evidence = Object.keys(report.columns).find((key) => report.columns[key]?.evidence !== undefined)
  return [column, evidence].flatMap((one) => (one ? [[report.apiKey, report.key, one] as const] : []))
})

test.each(opening)('the list behind a number of %s is what REST gives for %s', async (apiKey, key, column) => {
  const name = `${apiKey.charAt(0).toLowerCase()}${apiKey.slice(1)}Members`
  const headers = await bearer()
  const { data, errors } = await ask(`{ ${name}(input: { column: "${column}", pageSize: 5 }) { ${PAGE} } }`, headers)
  expect(errors).toBeUndefined()
  const url = `/api/reports/${key}/members?column=${toSnake(column)}&page_size=5`
  expect(plain(data[name])).toEqual(plain((await server.app.inject({ url, headers })).json()))
})

test('a person’s phone and email are in the list, and samples in a sales demo', async () => {
  const query = '{ activityReportMembers(input: { column: "leads" }) { total rows { name phone email } } }'
  const headers = await bearer()
  const { rows, total } = (await ask(query, headers)).data.activityReportMembers
  expect(total).toBe(rows.length)
  const known = rows.filter(({ email }: { email: string | null }) => email !== null)
  expect(known.length).toBeGreaterThan(0)
  const shown = (await ask(query, { ...headers, 'x-demo': 'true' })).data.activityReportMembers.rows
  for (const { email, name } of known) {
    expect(JSON.stringify(shown)).not.toContain(email)
    expect(JSON.stringify(shown)).not.toContain(name)
  }
})

test('the list is found and sorted as REST does it', async () => {
  const part = 'column: "leads", find: "web", sort: "-when"'
  const headers = await bearer()
  const { data } = await ask(`{ activityReportMembers(input: { ${part} }) { ${PAGE} } }`, headers)
  const url = '/api/reports/activity/members?column=leads&find=web&sort=-when'
  expect(plain(data.activityReportMembers)).toEqual(plain((await server.app.inject({ url, headers })).json()))
})

test('a number that opens no list is a sentence', async () => {
  const { errors } = await ask('{ activityReportMembers(input: { column: "wings" }) { total } }', await bearer())
  expect(errors[0].message).toMatch(/^column must be one of /)
})
