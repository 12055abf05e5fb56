import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bearer, OTHER_MANAGER, type TestServer, testServer } from '../testing/server'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

async function ask(query: string, variables: object = {}, subject: object = {}) {
  const payload = { query, variables }
  const headers = await bearer(subject)
  return (await server.app.inject({ method: 'POST', url: '/api/graphql', headers, payload })).json()
}

const ONE_PROPERTY = { user_id: 202 }

test('the address book is what REST gives', async () => {
  const query =
    'query($input: AddressBookInput) { addressBook(input: $input) { email first_name: firstName last_name: lastName property_id: propertyId user_role: userRole } }'
  for (const [input, search] of [
    [{}, ''],
    [{ propertyId: 12, role: 'agent' }, '?property_id=12&role=agent'],
    [{ propertyId: 21 }, '?property_id=21'],
  ])
    for (const subject of [{}, ONE_PROPERTY]) {
      const { data } = await ask(query, { input }, subject)
      const rest = await server.app.inject({ url: `/api/address-book${search}`, headers: await bearer(subject) })
      expect(data.addressBook).toEqual(rest.json())
    }
  expect((await ask('{ addressBook { email } }')).data.addressBook).toHaveLength(8)
})

test('ids may be declared as GraphQL’s own Int or ID', async () => {
  const asked = (type: string, list: string, values: unknown[]) =>
    ask(
      `query($ids: ${list}, $one: ${type}) { getProspectBatchData(prospectIds: $ids, propertyId: $one) { prospectCount } }`,
      { ids: values, one: values.length > 0 && typeof values[0] === 'string' ? '11' : 11 },
    )
  for (const answer of [
    await asked('Int!', '[Int!]!', [1001, 1002]),
    await asked('ID!', '[ID!]!', ['1001', '1002']),
    await asked('Long!', '[Long!]!', [1001, 1002]),
  ])
    expect(answer).toEqual({ data: { getProspectBatchData: { prospectCount: 2 } } })
  const wrong = await asked('ID!', '[ID!]!', ['1001', 'somebody'])
  expect(wrong.errors[0].message).toContain('whole number below 2^53')
  // What is a number by itself stays one.
  const named = await ask('query($named: Int) { insights(named: $named) { report } }', { named: 2 })
  expect(JSON.stringify(named.errors ?? '')).not.toContain('used in position')
})

describe('batches of prospects named by their ids', () => {
  const fields = '{ propertyId leasingTeamId accessToken batchId prospectCount }'
  const many = async (prospectIds: number[], subject: object = {}) =>
    (
      await ask(
        `query($prospectIds: [Long!]!) { getMultipleProspectBatchData(prospectIds: $prospectIds) ${fields} }`,
        { prospectIds },
        subject,
      )
    ).data.getMultipleProspectBatchData
  const one = async (prospectIds: number[], propertyId: number, subject: object = {}) =>
    (
      await ask(
        `query($ids: [Long!]!, $propertyId: Long!) { getProspectBatchData(prospectIds: $ids, propertyId: $propertyId) ${fields} }`,
        { ids: prospectIds, propertyId },
        subject,
      )
    ).data.getProspectBatchData
  const inside = async ({ batchId, accessToken }: { batchId: string; accessToken: string }) => {
    const url = `/api/get-prospect-batch-tokens-by-id?batch_id=${batchId}&access_token=${accessToken}`
    return (await server.app.inject({ url })).json()
  }

  test('one a property', async () => {
    const made = await many([1007, 1002, 1001, 1001, -5, 999_999])
    expect(made).toMatchObject([
      { propertyId: 11, leasingTeamId: 51, prospectCount: 2 },
      { propertyId: 12, prospectCount: 1 },
    ])
    expect((await inside(made[0])).prospect_ids).toEqual([1001, 1002])
    expect((await inside(made[1])).prospect_ids).toEqual([1007])
  })

  test('of one property alone', async () => {
    const made = await one([1001, 1007], 12)
    expect(made).toMatchObject({ propertyId: 12, prospectCount: 1 })
    expect((await inside(made)).prospect_ids).toEqual([1007])
  })

  test('treats people outside the viewer’s access as missing', async () => {
    expect(await many([2002])).toEqual([])
    // Eli is deleted.
    expect(await many([1005])).toEqual([])
    expect(await many([])).toEqual([])
    expect(await many([1001, 1007], ONE_PROPERTY)).toMatchObject([{ propertyId: 11, prospectCount: 1 }])
    expect(await one([1007], 12, ONE_PROPERTY)).toBeNull()
    expect(await one([1001], 12)).toBeNull()
    expect(await one([2002], 21)).toBeNull()
  })
})

describe('thread batches', () => {
  const batch = 'propertyId leasingTeamId accessToken batchId prospectCount'
  const made = async (name: string, input: string, fields: object, subject: object = {}) =>
    ask(`query($input: ${input}) { ${name}(input: $input) { ${batch} } }`, { input: fields }, subject)
  const inside = async ({ batchId, accessToken }: { batchId: string; accessToken: string }) => {
    const url = `/api/get-prospect-batch-tokens-by-id?batch_id=${batchId}&access_token=${accessToken}`
    return (await server.app.inject(url)).json().prospect_ids
  }

  test('hold whom Activity counts as qualified', async () => {
    // March 8–14: Ann and Bob at Harbor Point, Gus at Sunset Terrace.
    const answered = (fields: object, subject?: object) =>
      made('getQualificationThreadBatchData', 'QualificationThreadBatchInput', fields, subject)
    const { data, errors } = await answered({})
    expect(errors).toBeUndefined()
    const batches = data.getQualificationThreadBatchData
    expect(batches).toMatchObject([
      { propertyId: 11, leasingTeamId: 51, prospectCount: 2 },
      { propertyId: 12, prospectCount: 1 },
    ])
    expect(await inside(batches[0])).toEqual([1001, 1002])
    const narrow = await answered({ row: 'property:12' })
    expect(narrow.data.getQualificationThreadBatchData).toMatchObject([{ propertyId: 12, prospectCount: 1 }])
    const hers = await answered({}, ONE_PROPERTY)
    expect(hers.data.getQualificationThreadBatchData).toMatchObject([{ propertyId: 11, prospectCount: 2 }])
    expect((await answered({ row: 'property:21' })).errors[0].message).toMatch(/no row property:21/)
    expect((await answered({ period: 'soon' })).errors[0].message).toMatch(/period must be/)
  })

  test('hold whose calls are about something', async () => {
    const answered = (fields: object) => made('getIntentsThreadBatchData', 'IntentsThreadBatchInput', fields)
    // Call 6001 is the only one about a tour: Bob's.
    const { data, errors } = await answered({ intent: 'tour' })
    expect(errors).toBeUndefined()
    expect(await inside(data.getIntentsThreadBatchData[0])).toEqual([1002])
    expect((await answered({ intent: 'maintenance' })).data.getIntentsThreadBatchData).toEqual([])
    expect((await answered({ intent: 'wings' })).errors[0].message).toMatch(/intent must be one of tour, price/)
  })
})

test('the properties with tours are those of the gated lists', async () => {
  const { data } = await ask(
    '{ getToursGatedProperties { id name } getGatedProperties { toursGatedProperties { id name } } }',
  )
  expect(data.getToursGatedProperties).toEqual(data.getGatedProperties.toursGatedProperties)
  expect(data.getToursGatedProperties).toHaveLength(2)
})

describe('the transcript of a call', () => {
  const query = `query($threadId: String!) { callTranscript(threadId: $threadId) {
    threadId callId streamId propertyId property agentId agent caller startedAt timeZone duration recordingUrl
    annotations { greeting name preferences prospectInfo prospectInterest prospectSource followup }
    utterances { speaker time transcript } } }`

  test('tells who spoke, when, and what was said', async () => {
    const { data, errors } = await ask(query, { threadId: 'little-6001' })
    expect(errors).toBeUndefined()
    const { utterances, annotations, ...call } = data.callTranscript
    expect(call).toMatchObject({ callId: 6001, propertyId: 11, property: 'Harbor Point', agentId: 102, duration: 240 })
    expect(utterances[0]).toEqual({
      speaker: expect.any(String),
      time: expect.any(Number),
      transcript: expect.any(String),
    })
    for (const index of Object.values(annotations)) if (index !== null) expect(utterances[Number(index)]).toBeTruthy()
  })

  test.each([
    ['other-6001', {}],
    ['little-6001', { user_id: 204, role: 'agent' }],
    ['little-6001', OTHER_MANAGER],
    ['nothing', {}],
    ['', {}],
  ])('%s is not there for %j', async (threadId, subject) => {
    const { errors } = await ask(query, { threadId }, subject)
    expect(errors[0].extensions).toMatchObject({ status: 404 })
  })
})
