import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dateReader } from './dateFormat'
import { parseCsvMapping } from './mapping'
import { translateTable } from './testing'

const translated = async (text: string | Uint8Array, mapping: object, piece?: number) => {
  const { notes, ...made } = await translateTable(text, mapping, piece === undefined ? {} : { piece })
  return { ...made, notes: notes.map(({ field }) => field) }
}

const leads = {
  entity: 'prospects',
  fields: {
    id: { column: 'Lead ID', derive: true },
    property_id: { column: 'Community', values: { 'Maple Court': 11, Sunset: 12 } },
    source: { columns: ['Channel', 'Site'], join: ' / ', otherwise: 'Walk-by' },
    first_name: { column: 'Name', part: 'first' },
    last_name: { column: 'Name', part: 'last' },
    phone: { columns: ['Cell', 'Landline'], join: ' / ' },
    email: { column: 'E-mail' },
    insert_method: { value: 'import' },
    first_contact_channel: { column: 'How', values: { Phone: 'call', Web: 'internet' }, otherwise: 'form' },
    created_at: { column: 'Created', format: 'M/d/yyyy h:mm a' },
    status: { column: 'Stage', values: { New: 'waiting', 'Moved in': 'leased' } },
    is_referral: { column: 'Ref?' },
    birth_on: { column: 'Born', format: 'dd MMM yyyy' },
  },
  skip: [{ column: 'Type', values: ['Test'] }],
}

const table = `Lead ID;Community;Channel;Site;Name;How;Created;Stage;Ref?;Born;Type;Cell;Landline;E-mail;Memo
L-1;maple court;ILS;Zillow;"Reyes, Ana";phone;3/8/2026 2:30 AM;New;yes;02 Jan 1990;;(425) 555-0120;;ana@example.com;
L-2;Sunset;;;Kai Lindholm;Fax;3/8/2026 12:05 PM;moved in;;N/A;;4255550121;425.555.0122;N/A;
L-3;Sunset;;;X;;3/8/2026 1:05 PM;New;;;test;;;;
L-4;Nowhere;;;X;;3/8/2026 1:05 PM;New;;;;;;;
L-5;Sunset;;;X;;13/8/2026 1:05 PM;New;;;;;;;
L-6;Sunset;;;X;;3/8/2026 1:05 PM;Maybe;;;;;;;
L-7;Sunset;;;X;;3/8/2026 1:05 PM;New;perhaps;;;;;;
L-8;Sunset
`

test('a table becomes records by its mapping', async () => {
  const { records, rejections, rows, unused } = await translated(table, leads)
  expect(records).toEqual([
    {
      line: 2,
      id: expect.any(Number),
      property_id: 11,
      source: 'ILS / Zillow',
      first_name: 'Ana',
      last_name: 'Reyes',
      phone: '(425) 555-0120',
      email: 'ana@example.com',
      insert_method: 'import',
      first_contact_channel: 'call',
      // The clock skips this hour in New York; it is read with the offset before.
      created_at: '2026-03-08T07:30:00.000Z',
      status: 'waiting',
      is_referral: true,
      birth_on: '1990-01-02',
    },
    {
      line: 3,
      id: expect.any(Number),
      property_id: 12,
      source: 'Walk-by',
      first_name: 'Kai',
      last_name: 'Lindholm',
      phone: '4255550121 / 425.555.0122',
      insert_method: 'import',
      first_contact_channel: 'form',
      created_at: '2026-03-08T19:05:00.000Z',
      status: 'leased',
    },
  ])
  expect(rejections.map(({ line, id, field, reason }) => [line, id, field, reason])).toEqual([
    [5, 'L-4', 'property_id', 'property_id: “Nowhere” is not among the mapping’s values.'],
    [6, 'L-5', 'created_at', 'created_at: “13/8/2026 1:05 PM” is not a date of the format, from 1970 to 2199.'],
    [7, 'L-6', 'status', 'status: “Maybe” is not among the mapping’s values.'],
    [8, 'L-7', 'is_referral', 'is_referral: “perhaps” is neither yes nor no.'],
    [9, null, '', 'The row has 2 cells, the header 15.'],
  ])
  expect(rows).toEqual({ read: 8, taken: 2, used: 0, skipped: 1, refused: 5 })
  expect(unused).toEqual(['Memo'])
})

const mails = {
  entity: 'messages',
  time_zone: 'America/Denver',
  fields: {
    id: { column: 'No', derive: true },
    property_id: { column: 'P' },
    prospect_id: { column: 'Lead', derive: true },
    channel: { value: 'email' },
    direction: { value: 'inbound' },
    origin: { value: 'agent' },
    sent_at: { column: 'At' },
  },
}

test('a row with a day and no hour says so, unless the mapping does', async () => {
  const rows = 'No,P,Lead,At,Day\n1,11,L-1,2026-03-03,\n2,11,L-1,2026-03-03 10:00,\n3,11,L-1,3/3/2026 12:00 AM,no\n'
  const said = async (mapping: object) => (await translated(rows, mapping)).records.map((record) => record.day_only)
  expect(await said(mails)).toEqual([true, undefined, true])
  const fields = { ...mails.fields, day_only: { column: 'Day' } }
  expect(await said({ ...mails, fields })).toEqual([true, undefined, false])
})

test('tables of one system name each other’s records', async () => {
  const [message] = (await translated('No,P,Lead,At\n1,11,L-1,2026-03-03 10:00\n', mails)).records
  const [lead] = (await translated(table, leads)).records
  expect(message).toMatchObject({ prospect_id: lead?.id, sent_at: '2026-03-03T17:00:00.000Z' })
  const other = await translated('No,P,Lead,At\n1,11,L-1,2026-03-03 10:00\n', { ...mails, system: 'another' })
  expect(other.records[0]?.prospect_id).not.toBe(lead?.id)
})

test('amounts, lists and maps are read as spreadsheets write them', async () => {
  const mapping = {
    entity: 'ad_spend',
    encoding: 'windows-1252',
    fields: {
      id: { column: 'id' },
      property_id: { value: 11 },
      source: { column: 'who' },
      fee_type: { value: 'monthly' },
      amount: { column: 'cost', decimal: ',' },
      starts_on: { column: 'from', format: 'yyyyMMdd' },
    },
  }
  const text = Buffer.from('id\tWHO\tcost\tfrom\n7\tCafé\t$ 1.200,50\t20260301\n', 'latin1')
  expect((await translated(text, mapping)).records).toEqual([
    { line: 2, id: 7, property_id: 11, source: 'Café', fee_type: 'monthly', amount: 1200.5, starts_on: '2026-03-01' },
  ])
})

test('keeps the rows before an unclosed quote', async () => {
  const { records, rows, stopped } = await translated(`${table.slice(0, table.indexOf('L-3'))}"L-3;Sunset;`, leads)
  expect(records).toHaveLength(2)
  expect(rows).toMatchObject({ read: 3, taken: 2, refused: 1 })
  expect(stopped).toContain('The rest is not CSV')
})

const { fields } = leads
test.each([
  ['no JSON', '{', 'The mapping is not JSON'],
  ['a list', [], 'The mapping must be'],
  ['no entity', { fields }, 'The mapping: entity must be one of companies'],
  [
    'an unknown field',
    { ...leads, fields: { ...fields, nickname: { column: 'x' } } },
    'fields.nickname is no field of prospects',
  ],
  ['a missing field', { ...leads, fields: { id: fields.id } }, 'fields.property_id is missing'],
  [
    'nothing to make a field of',
    { ...leads, fields: { ...fields, id: {} } },
    'fields.id must have exactly one of column, columns and value',
  ],
  [
    'a wrong format',
    { ...leads, fields: { ...fields, created_at: { column: 'x', format: 'DD/MM/YYYY' } } },
    'fields.created_at.format must be a date format',
  ],
  ['a wrong zone', { ...leads, time_zone: 'Mars' }, 'time_zone must be a time zone'],
  ['a word that means nothing', { ...leads, fileds: {} }, 'has no field “fileds”'],
  [
    'a property derived from a name',
    { ...leads, fields: { ...fields, property_id: { column: 'x', derive: true } } },
    'fields.property_id.derive',
  ],
])('a mapping with %s is refused in a sentence', (_, mapping, sentence) => {
  expect(() => parseCsvMapping(mapping)).toThrow(sentence)
})

test.each([
  ['', leads, 'The file is empty'],
  ['Lead ID,Name\n', leads, 'The file has no column “Community”. It has: “Lead ID”, “Name”.'],
  [
    'a,a\n',
    { ...leads, fields: { ...fields, property_id: { value: 11 }, id: { column: 'a' } } },
    'The file has 2 columns “a”',
  ],
])('a file that does not fit its mapping is refused whole', async (text, mapping, sentence) => {
  await expect(translated(text, mapping)).rejects.toThrow(sentence)
})

test('formats', () => {
  const read = (format: string, text: string) => {
    const moment = dateReader(format)?.(text, 'America/New_York')
    return moment && new Date(moment.instant).toISOString()
  }
  expect(read('MMM d, yyyy HH:mm:ss', 'Mar 8, 2026 14:05:09')).toBe('2026-03-08T18:05:09.000Z')
  expect(read('d.M.yyyy', '8.3.2026')).toBe('2026-03-08T05:00:00.000Z')
  expect(read('yyyy-MM-ddTHH:mm:ss.SSSXXX', '2026-03-08T14:05:09.250+01:00')).toBe('2026-03-08T13:05:09.250Z')
  expect(read('M/d/yyyy h:mm a', '3/8/2026 12:05 a.m.')).toBe('2026-03-08T05:05:00.000Z')
  expect(read('M/d/yyyy h:mm a', '3/8/2026 13:05 PM')).toBeUndefined()
  expect(read('M/d/yyyy', '2/30/2026')).toBeUndefined()
  expect(read('yyyy', '2026')).toBeUndefined()
})

test('counts every row of any table exactly once', async () => {
  const cell = fc.oneof(
    fc.constantFrom('11', 'Sunset', '', '0', '3/8/2026 1:05 PM', 'New', '"'),
    fc.string({ maxLength: 6 }),
  )
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(cell, { minLength: 1, maxLength: 13 }), { maxLength: 5 }),
      fc.integer({ min: 1, max: 90 }),
      async (rows, piece) => {
        const header = table.slice(0, table.indexOf('\n') + 1)
        const made = await translated(header + rows.map((row) => row.join(';')).join('\n'), leads, piece)
        const { read = 0, taken = 0, skipped = 0, refused = 0 } = made.rows ?? {}
        expect(taken + skipped + refused).toBe(read)
        expect([made.records.length, made.rejections.length]).toEqual([taken, refused])
      },
    ),
    { numRuns: 100 },
  )
})
