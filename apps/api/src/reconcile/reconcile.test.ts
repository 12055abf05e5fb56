import { parseXlsx, pdfLines } from '@leaselight/files/testing'
import { type Json, reconcileLines, reconcileReasons, renameKeys, toSnake } from '@leaselight/model'
import { readReconciliation } from '@leaselight/state'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { setSampleReconciliation } from '../start/sampleReconciliation'
import { plainCount } from '../testing/plainBoxscore'
import { reconcileHelpers, wrongVisits } from '../testing/reconciling'
import { requestHelpers } from '../testing/requests'
import { schemaErrors } from '../testing/responseSchemas'
import { seeded } from '../testing/seeded'
import { bearer, NOW, OTHER_MANAGER, type Subject, type TestServer, testServer } from '../testing/server'
import { WEEK as week, wrongBoxscore } from '../testing/wrongBoxscore'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

const { ask, ok } = requestHelpers(
  () => server,
  () => NOW,
)
const { bring, reconcile } = reconcileHelpers(() => server)

describe('a deliberately wrong list of visits', () => {
  test('has every difference named', async () => {
    const made = await reconcile(wrongVisits)
    expect(await schemaErrors(server.app, 'Reconciliation', made)).toBeNull()
    expect(made).toMatchObject({
      ...{ answer: '2 of 2 lines differ. All 9 records are explained.', form: 'records', unexplained: 0 },
      left_out: [{ says: '“Maple Court” is none of your properties.', rows: 1 }],
    })
    expect(made.compared).toMatchObject([
      { label: 'Visits', property: 'Harbor Point', theirs: 5, ours: 2, difference: 3, unexplained: 0 },
      { label: 'Visits', property: 'Sunset Terrace', theirs: 3, ours: 3, difference: 0, unexplained: 0 },
    ])
    const named = made.named.map((one: Record<string, unknown>) => [one.property, one.effect, one.reason, one.says])
    expect(named).toEqual([
      ['Harbor Point', 1, 'notProspect', 'Dora Diaz is marked not a prospect here, so Visits leaves it out.'],
      ['Harbor Point', 1, 'day', 'Their file has Cleo Chen on Mar 12. Here it is Thu, Mar 5, 2026, 2:00 PM.'],
      ['Harbor Point', 1, 'property', 'Their file has Fay Foster at Harbor Point. Here it is Sunset Terrace.'],
      ['Harbor Point', 1, 'deleted', 'Eli is deleted here.'],
      ['Harbor Point', -1, 'notTheirs', 'Max Moore is here, on Wed, Mar 11, 2026, 12:00 PM, and not in their file.'],
      [
        ...['Sunset Terrace', -1, 'day'],
        'Their file has Kai Klein on Mar 15. Here it is Sat, Mar 14, 2026, 11:40 PM. Kai Klein is dated Sat, Mar 14, 2026, 11:40 PM here. In Eastern Time that is Mar 15.',
      ],
      ['Sunset Terrace', -1, 'property', 'Their file has Fay Foster at Harbor Point. Here it is Sunset Terrace.'],
      ['Sunset Terrace', 1, 'notImported', 'Nina New is not here.'],
      ['Sunset Terrace', 1, 'notImported', 'Lena Lopez is here, but without a visit.'],
    ])
    // The Boxscore of these days and this property says so in its files, and no other one.
    const boxscore = async (format: string, days: object = week) =>
      server.app.inject({
        url: `/api/reports/boxscore/export?${new URLSearchParams({ format, property: '11', ...days })}`,
        headers: await bearer(),
      })
    const mark = '1 line reconciled with your property system, Sun, Mar 15, 12:00 PM ET: 0 unexplained.'
    expect((await boxscore('csv')).body).toContain(mark)
    expect((await boxscore('csv', { ...week, start_date: '2026-03-09' })).body).not.toContain('unexplained')
    expect((await pdfLines((await boxscore('pdf')).rawPayload)).join(' ')).toContain('0 unexplained')
    const file = async (format: string) =>
      server.app.inject({ url: `/api/reconciliations/${made.id}/export?format=${format}`, headers: await bearer() })
    const csv = await file('csv')
    expect(csv.headers['content-disposition']).toContain('reconciliation-2026-03-08-2026-03-14.csv')
    expect(csv.body.split('\r\n')[1]).toContain('Harbor Point,Visits,Not a prospect,Dora Diaz')
    const [sheet] = parseXlsx((await file('xlsx')).rawPayload)
    expect(sheet?.rows).toHaveLength(10)
  })
})

describe('totals', () => {
  test('of every line equal those of the Boxscore', async () => {
    const columns = reconcileLines.map(({ label }) => label)
    const file = `${['Property', ...columns].join()}\nHarbor Point${',0'.repeat(columns.length)}\n`
    const { compared } = await reconcile(file)
    const totals = Object.fromEntries(
      await Promise.all(
        ['boxscore', 'boxscore-resident'].map(async (report) => {
          const { total } = await ok('GET', `/api/reports/${report}?property=11&${new URLSearchParams(week)}`)
          return [report, total] as const
        }),
      ),
    )
    const ours = Object.fromEntries(
      reconcileLines.map(({ key, report, columns: of }) => [
        key,
        of.reduce((sum, column) => sum + totals[report][toSnake(column)], 0),
      ]),
    )
    expect(ours).toMatchObject({
      leads: 5,
      prospects: 4,
      visits: 2,
      leases: 3,
      totalUnits: 6,
      totalOccupied: 3,
      vacant: 3,
    })
    expect(Object.fromEntries(compared.map((one: { line: string; ours: number }) => [one.line, one.ours]))).toEqual(
      ours,
    )
  })

  test('are explained by whole groups, and stay unexplained otherwise', async () => {
    const file = 'Property,Prospects,Visits,Leases\nHarbor Point,5,3,9\n'
    const { compared, named, answer } = await reconcile(file)
    expect(answer).toBe('3 of 3 lines differ. 6 unexplained.')
    expect(compared).toMatchObject([
      { line: 'prospects', difference: 1, unexplained: 0, reasons: [{ reason: 'notProspect', records: 1 }] },
      { line: 'visits', difference: 1, unexplained: 0 },
      { line: 'leases', difference: 6, unexplained: 6 },
    ])
    expect(named[0]).toMatchObject({ name: 'Dora Diaz', reason: 'notProspect', our_prospect_id: 1004 })
  })
})

describe('a reconciliation', () => {
  test('covers only the properties that its reader sees, and only its owner or an administrator deletes it', async () => {
    const noah = { user_id: 202 }
    const carla = { user_id: 204, role: 'agent' }
    const all = await reconcile(wrongVisits)
    const seen = await ok('GET', `/api/reconciliations/${all.id}`, undefined, noah)
    expect(seen.properties).toEqual(['Harbor Point'])
    expect(JSON.stringify(seen.named)).not.toContain('Sunset')
    expect(JSON.stringify(seen.compared)).not.toContain('Sunset')
    const own = await reconcile(wrongVisits, noah)
    expect(own.left_out).toContainEqual({ says: '“Sunset Terrace” is none of your properties.', rows: 4 })
    expect((await ask('GET', `/api/reconciliations/${own.id}`, undefined, carla)).status).toBe(404)
    const empty = { user_id: 205, role: 'agent' }
    expect((await ok('GET', '/api/reconciliations', undefined, empty)).reconciliations).toEqual([])
    expect(await schemaErrors(server.app, 'Reconciliations', await ok('GET', '/api/reconciliations'))).toBeNull()
    const both = await ok('GET', '/api/reconciliations?property=11')
    // Made at one instant, they are in no order of time.
    const mine = both.reconciliations.find(({ id }: { id: string }) => id === own.id)
    expect(mine).toMatchObject({ properties: ['Harbor Point'], lines: 1, records: 5 })
    const listed = await ok('GET', `/api/reconciliations?start_date=2026-03-08&end_date=2026-03-14&property=12`)
    expect(listed.reconciliations.map(({ id }: { id: string }) => id)).not.toContain(own.id)
    expect((await ask('DELETE', `/api/reconciliations/${all.id}`, undefined, noah)).status).toBe(400)
    await ok('DELETE', `/api/reconciliations/${all.id}`, undefined, { user_id: 206, role: 'admin' })
    expect((await ask('GET', `/api/reconciliations/${all.id}`)).status).toBe(404)
  })

  test('is the same over GraphQL', async () => {
    const summary =
      'id fileName startDate endDate properties lines differing records unexplained checkedAt createdAt mine'
    const fields = `${summary} answer form more leftOut { says rows }
      compared { line label propertyId property theirs ours difference unexplained hints reasons { reason label records } }
      named { line label propertyId property reason reasonLabel effect name unit theirRow theirId theirDay
        ourId ourProspectId ourDay says todo }`
    const graphql = async (query: string, variables: object = {}, subject: Partial<Subject> = {}) =>
      ok('POST', '/api/graphql', { query, variables }, subject)
    const input = { file: wrongVisits, startDate: week.start_date, endDate: week.end_date, fileName: 'visits.csv' }
    const create = `mutation($input: CreateReconciliationInput!) { createReconciliation(input: $input) { ${fields} } }`
    const made = (await graphql(create, { input })).data.createReconciliation
    const rest = async (id: string, subject: Partial<Subject> = {}) => {
      const { checked_at: _, ...answer } = await ok('GET', `/api/reconciliations/${id}`, undefined, subject)
      return answer
    }
    const inSnake = ({ checkedAt: _, ...answer }: Record<string, Json>) => renameKeys(answer, toSnake)
    expect(inSnake(made)).toEqual(await rest(made.id))
    expect(made.named).toHaveLength(9)
    const noah = { user_id: 202 }
    const read = `{ reconciliation(id: "${made.id}") { ${fields} } reconciliations(property: 11) { ${summary} } }`
    const { data } = await graphql(read, {}, noah)
    expect(inSnake(data.reconciliation)).toEqual(await rest(made.id, noah))
    const listed = (await ok('GET', '/api/reconciliations?property=11', undefined, noah)).reconciliations
    expect(data.reconciliations.map((one: Json) => renameKeys(one, toSnake))).toEqual(listed)
    // What REST's preview tells, with a mapping that the mutation takes.
    const { body: preview } = await bring('/preview', {}, wrongVisits)
    const tried = `query($file: String!, $mapping: String) { reconciliationPreview(file: $file, mapping: $mapping) {
      columns rows sample mapping unknownProperties unknownLines words communityNames lines { key label }
      properties { id name } leftOut { says rows } read problem } }`
    const guessed = (await graphql(tried, { file: wrongVisits })).data.reconciliationPreview
    const { mapping: written, ...others } = guessed
    const { mapping: ofRest, ...rested } = preview
    expect([renameKeys(others, toSnake), JSON.parse(written)]).toEqual([rested, ofRest])
    expect((await graphql(tried, { file: wrongVisits, mapping: written })).data.reconciliationPreview).toEqual(guessed)
    expect((await graphql(tried, { file: wrongVisits, mapping: '{' })).errors[0].message).toBe('mapping must be JSON.')
    // As over REST: a file that can't be read, a viewer of nothing, an owner alone.
    const wrong = await graphql(create, { input: { ...input, mapping: '{' } })
    expect(wrong.errors[0].message).toBe('mapping must be JSON.')
    const removal = `mutation { deleteReconciliation(id: "${made.id}") }`
    expect((await graphql(removal, {}, noah)).errors[0].message).toMatch(/^Only the user who brought this file/)
    expect((await graphql(removal, {}, OTHER_MANAGER)).errors[0].message).toBe('There is no such reconciliation.')
    expect((await graphql(removal)).data.deleteReconciliation).toBe(made.id)
    expect((await ask('GET', `/api/reconciliations/${made.id}`)).status).toBe(404)
  })

  test('takes the mapping of the last file with the same columns', async () => {
    const file = 'Site,Traffic,Walks\nHP,5,2\n'
    const mapping = {
      form: 'columns',
      property: 'Site',
      communities: { HP: 11 },
      lines: { Traffic: 'leads', Walks: 'visits' },
    }
    const made = await bring('', { mapping, ...week, file_name: 'x.csv' }, file)
    expect(made.body).toMatchObject({ answer: 'All 2 lines agree.' })
    expect((await bring('/preview', {}, file)).body.mapping).toMatchObject(mapping)
  })

  test('says what is wrong with a file', async () => {
    const line = { mapping: { form: 'columns', property: 'Site', lines: { Leads: 'leads' } }, ...week }
    const refusal = async (first: object, file: string) => (await bring('', first, file)).body.error.message
    expect(await refusal(line, '')).toBe('The file is empty. Choose another one.')
    expect(await refusal(line, 'Property,Leads\nHarbor Point,1\n')).toBe('The file has no column “Site”.')
    expect(await refusal({ ...line, start_date: 'soon' }, 'Site,Leads\nx,1\n')).toBe(
      'Choose the first and the last day of their report.',
    )
    expect(await refusal(line, 'Site,Leads\nNowhere,1\n')).toBe(
      'Nothing in the file can be compared. Check the properties and the lines.',
    )
    const example = await server.app.inject({ url: '/api/reconciliations/example', headers: await bearer() })
    expect((await bring('/preview', {}, example.body)).body).toMatchObject({
      problem: null,
      read: 5,
      unknown_lines: [],
    })
  })

  test('shows no real name in a sales demo, which brings no file', async () => {
    const { id } = await reconcile(wrongVisits)
    const demo = { 'x-demo': 'true' }
    expect((await bring('/preview', {}, wrongVisits, {}, demo)).status).toBe(400)
    for (const url of [`/api/reconciliations/${id}`, `/api/reconciliations/${id}/export`, '/api/reconciliations']) {
      const { body } = await server.app.inject({ url, headers: { ...(await bearer()), ...demo } })
      for (const name of ['Dora', 'Diaz', 'Cleo', 'Fay', 'Kai', 'Nina', 'Max Moore', 'Harbor Point', 'Sunset Terrace'])
        expect([url, body.includes(name)]).toEqual([url, false])
    }
  })

  test('does not take in people who were erased', async () => {
    await server.store.facts.insert('erased', [
      { company_id: 1, prospect_id: 1003, erased_at: '2026-03-15 12:00:00.000' },
    ])
    const made = await reconcile(wrongVisits.replace('Cleo Chen,', 'Cleo Chen,1003'))
    expect(made.left_out).toContainEqual({ says: 'People who were erased here.', rows: 1 })
    expect(JSON.stringify(made)).not.toContain('Cleo Chen')
    const stored = await readReconciliation(server.state, 1, made.id)
    expect(JSON.stringify(stored)).toContain('Dora Diaz')
    expect(JSON.stringify(stored)).not.toContain('Cleo Chen')
  })
})

test('the sample has a boxscore of its property system, of the days that the Boxscore opens with', async () => {
  await server.state.run((db) => db.execute('delete from reconciliations'))
  await setSampleReconciliation(server.store.facts, server.state, NOW)
  // A second start leaves what is there.
  await setSampleReconciliation(server.store.facts, server.state, NOW)
  const { reconciliations } = await ok('GET', '/api/reconciliations')
  expect(reconciliations).toMatchObject([{ file_name: 'property-system-boxscore.csv', unexplained: 0, mine: false }])
  const detail = await ok('GET', `/api/reconciliations/${reconciliations[0].id}`)
  expect(detail.answer).toContain('records are explained.')
  const reasons = detail.named.map((one: Record<string, unknown>) => [one.label, one.reason])
  expect(reasons).toEqual(
    expect.arrayContaining([
      ['Visits', 'notImported'],
      ['Visits', 'notTheirs'],
    ]),
  )
})

const WORLD_SEED = Number(process.env.RANDOM_SEED ?? Math.floor(Math.random() * 2 ** 31))

test(`a random wrong file of every line is named record by record, as by a plain recount (RANDOM_SEED=${WORLD_SEED})`, async () => {
  const random = seeded(WORLD_SEED)
  const below = (most: number) => Math.floor(random() * most)
  const { tables, company, houses, rows, expected, file, mapping } = wrongBoxscore(below)
  const vera = {
    ...{ id: 601, company_id: 6, username: 'vera', email: 'vera@quill.example', first_name: 'Vera' },
    ...{ last_name: 'Quill', role: 'manager', property_ids: [] },
  }
  await server.store.load({ companies: [company], properties: houses, users: [vera], ...tables })
  const { status, body } = await bring('', { mapping, ...week, file_name: 'all.csv' }, file, {
    ...{ company_id: 6, user_id: 601 },
  })
  expect([status, body.error, body.left_out, body.unexplained]).toEqual([200, undefined, [], 0])

  const found = body.named.map((one: Record<string, unknown>) => [
    ...[one.line, one.name || one.unit, one.property_id, one.effect, one.reason],
  ])
  expect(found.map(String).sort()).toEqual(expected.map(String).sort())
  // Every line has differences, and every reason comes.
  expect(new Set(expected.map(([line]) => line))).toEqual(new Set(reconcileLines.map(({ key }) => key)))
  expect(new Set(expected.map(([, , , , reason]) => reason))).toEqual(new Set(reconcileReasons))
  const isTheirs = ({ day }: { day: string }) => day === '' || (day >= week.start_date && day <= week.end_date)
  for (const { id } of houses)
    for (const [line, ours] of Object.entries(plainCount(tables, id))) {
      const theirs = rows.filter((row) => row.line === line && row.property === id && isTheirs(row)).length
      const one = body.compared.find((each: Record<string, unknown>) => each.line === line && each.property_id === id)
      expect([id, line, one]).toMatchObject([id, line, { theirs, ours, difference: theirs - ours, unexplained: 0 }])
    }
})
