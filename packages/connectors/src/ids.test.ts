import fc from 'fast-check'
import { expect, test } from 'vitest'
import { translateTable } from './csv/testing'
import { Ids } from './ids'
import { leadManagement, translateXml } from './mits/testing'

const named = (entity: string, more: object) => ({
  entity,
  system: 'crm',
  fields: { id: { column: 'Name', derive: true }, property_id: { column: 'P' }, name: { column: 'Name' }, ...more },
})
const units = named('units', {
  floorplan: { value: 'A1' },
  bedrooms: { value: 1 },
  area_sqft: { value: 700 },
})
const agents = named('agents', { company_id: { value: 1 } })
const leases = {
  entity: 'leases',
  system: 'crm',
  fields: {
    id: { columns: ['Name', 'No'], derive: true },
    property_id: { column: 'P' },
    unit_id: { column: 'Name', derive: true },
    agent_id: { column: 'Name', derive: true },
    kind: { value: 'new' },
    signed_at: { value: '2026-03-01T12:00:00Z' },
    starts_on: { value: '2026-04-01' },
    ends_on: { value: '2027-03-31' },
    monthly_rent: { value: 1500 },
  },
}

const lines = (rows: readonly (readonly [property: number, name: string])[]) =>
  `P,Name,No\n${rows.map(([property, name], index) => `${property},${name},${index}`).join('\n')}\n`

test('as many records come out as go in, whatever names two properties share, and references find them', async () => {
  const row = fc.tuple(fc.constantFrom(11, 12), fc.constantFrom('101', '102', 'A-1', 'Ana Lee', 'Bo', 'L-1'))
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(row, { selector: (one) => one.join(), maxLength: 12 }), async (rows) => {
      const [homes, staff, signed] = await Promise.all(
        [units, agents, leases].map((mapping) => translateTable(lines(rows), mapping)),
      )
      for (const made of [homes, staff, signed]) {
        expect(made?.rejections).toEqual([])
        expect(new Set(made?.records.map(({ id }) => id)).size).toBe(rows.length)
      }
      const idsOf = (made: typeof homes, field: string) => made?.records.map((record) => record[field])
      expect(idsOf(signed, 'unit_id')).toEqual(idsOf(homes, 'id'))
      expect(idsOf(signed, 'agent_id')).toEqual(idsOf(staff, 'id'))
    }),
    { numRuns: 50 },
  )
})

test('a MITS file and a table of the same system derive the same ids', async () => {
  const xml = leadManagement(
    '<Prospect><Identification IDType="ProspectID" IDValue="L-1"/><Customers><Customer Type="prospect"><Lease><LeaseFromDate>2026-04-01</LeaseFromDate><LeaseToDate>2027-03-31</LeaseToDate><CurrentRent>1500</CurrentRent><UnitName>9C</UnitName></Lease></Customer></Customers><Events><Event EventType="LeaseSign" EventDate="2026-03-02T09:00:00"><Agent><AgentName>Ana Lee</AgentName></Agent></Event></Events></Prospect>',
  )
  const { records } = await translateXml(xml, { settings: { system: 'crm', properties: { '*': 12 } } })
  const [home] = (await translateTable(lines([[12, '9c']]), units)).records
  const [agent] = (await translateTable(lines([[12, 'ANA LEE']]), agents)).records
  const prospect = {
    entity: 'touches',
    system: 'crm',
    fields: {
      id: { column: 'No', derive: true },
      property_id: { column: 'P' },
      prospect_id: { column: 'Name', derive: true },
      source: { value: 'Zillow' },
      touched_at: { value: '2026-03-01T12:00:00Z' },
    },
  }
  const [touch] = (await translateTable(lines([[12, 'L-1']]), prospect)).records
  expect(records.leases?.[0]).toMatchObject({ unit_id: home?.id, agent_id: agent?.id, prospect_id: touch?.prospect_id })
})

const unitsBy = (id: object) => ({ ...units, fields: { ...units.fields, id } })

test.each([
  ['derived for the whole company', { column: 'Name', derive: 'company' }],
  ['the source’s own', { column: 'Name' }],
])('an id that is %s is rejected at a second property', async (_, id) => {
  const text = lines([
    [11, '101'],
    [11, '101'],
    [12, '101'],
    [12, '102'],
  ])
  const { records, rejections, notes } = await translateTable(text, unitsBy(id))
  expect(records.map(({ line }) => line)).toEqual([2, 3, 5])
  expect(rejections.map(({ line, field, reason }) => [line, field, reason])).toEqual([
    [
      4,
      'id',
      'id: an earlier row has the same id at property 11, this one is at property 12. "derive": true makes ids that differ by property.',
    ],
  ])
  expect(notes).toContainEqual({ field: 'id', reason: 'An earlier row has the same id; the last one counts.' })
})

test('ids are found again however many there are', () => {
  const ids = new Ids()
  const key = (name: number) => ({ entity: 'units' as const, companyId: 1, system: 's', propertyId: 1, key: `${name}` })
  const first = Array.from({ length: 5_000 }, (_, name) => {
    const id = ids.of(key(name)) ?? 0
    expect(ids.claim(id, (name % 3) + 1)).toBe('new')
    return id
  })
  expect(new Set(first).size).toBe(5_000)
  for (const [name, id] of first.entries()) {
    expect(ids.of(key(name))).toBe(id)
    expect(ids.claim(id, (name % 3) + 1)).toBe('again')
    expect(ids.claim(id, 9)).toEqual({ moved: (name % 3) + 1 })
  }
})

const agentsBy = (id: object) => ({ ...agents, fields: { ...agents.fields, id, name: { column: 'Who' } } })
const roster = 'P,Name,Who\n11,A7,Ana\n12,A7,Ana Lee\n12,B2,Bo\n11,A7,Ana\n'

test('an agent whose id is unique throughout the company serves every property it comes at', async () => {
  const { records, rejections } = await translateTable(roster, agentsBy({ column: 'Name', derive: 'company' }))
  expect(rejections).toEqual([])
  expect(records.map(({ property_id, property_ids, name }) => [property_id, property_ids, name])).toEqual([
    [11, undefined, 'Ana'],
    [11, [11, 12], 'Ana Lee'],
    [12, undefined, 'Bo'],
    [11, [11, 12], 'Ana'],
  ])
  expect(new Set(records.map(({ id }) => id)).size).toBe(2)
})

test('two agents of one plain id are told apart by their names', async () => {
  const { records, rejections } = await translateTable(
    'P,Name,Who\n11,7,Ana\n12,7,ANA\n12,8,Bo\n11,8,Kim\n',
    agentsBy({ column: 'Name' }),
  )
  expect(records.map(({ id, property_ids }) => [id, property_ids])).toEqual([
    [7, undefined],
    [7, [11, 12]],
    [8, undefined],
  ])
  expect(rejections.map(({ line, reason }) => [line, reason])).toEqual([
    [5, 'id: an earlier row has the same id with another name. "derive": true makes ids that differ by property.'],
  ])
})

test('an agent of a MITS file with an id serves every property it comes at', async () => {
  const at = (property: string, agent: string) =>
    `<Prospect><Identification IDType="ProspectID" IDValue="p-${property}"/><Identification IDType="PropertyID" IDValue="${property}"/><Events><Event EventType="Email" EventDate="2026-03-02T09:00:00"><Agent>${agent}</Agent></Event></Events></Prospect>`
  const agentsOf = async (agent: string) => {
    const { records } = await translateXml(leadManagement(at('oak', agent), at('maple', agent)), {
      settings: { properties: { maple: 11, oak: 12 } },
    })
    return records.agents?.map(({ property_id, property_ids }) => [property_id, property_ids])
  }
  expect(await agentsOf('<AgentID IDValue="A7"/>')).toEqual([[11, [11, 12]]])
  expect(await agentsOf('<AgentName><FirstName>Ana</FirstName></AgentName>')).toEqual([
    [12, undefined],
    [11, undefined],
  ])
})

// A change of the derivation would import every record of every installation a second time.
test('ids stay what they are', async () => {
  const [unit] = (await translateTable(lines([[11, 'A-1']]), units)).records
  const [former] = (await translateTable(lines([[11, 'A-1']]), unitsBy({ column: 'Name', derive: 'company' }))).records
  const { records } = await translateXml(
    leadManagement(
      '<Prospect><Identification IDType="ProspectID" IDValue="p1"/><Events><Event EventType="EmailFromProspect" EventDate="2026-03-02T09:00:00"/></Events></Prospect>',
    ),
  )
  expect([unit?.id, former?.id, records.prospects?.[0]?.id, records.messages?.[0]?.id]).toEqual([
    8541720229028643, 1130698235226620, 3777270474609968, 647850978361828,
  ])
})
