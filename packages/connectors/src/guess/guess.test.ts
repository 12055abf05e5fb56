import { describe, expect, it, test } from 'vitest'
import { parseCsvMapping } from '../csv/mapping'
import { testReferenceData } from '../testing'
import { guessDates } from './dates'
import { guessTable, type TableGuess } from './guess'
import { plainWords } from './names'
import { previewTable, readSample, SAMPLE_BYTES } from './sample'
import { valueNames } from './valueWords'
import { ENTITY_LABELS, fieldNames } from './vocabulary'

const properties = [
  { id: 11, name: 'Maple Court' },
  { id: 12, name: 'The Foundry' },
]

const owner = { companyId: 1, properties }

const bytes = (text: string) => new TextEncoder().encode(text)
const guessed = async (text: string) => guessTable(await readSample(bytes(text)), owner)

/** Which column each field comes from. */
const columnsOf = ({ mapping }: TableGuess) =>
  Object.fromEntries(
    Object.entries(mapping.fields).map(([field, { column, columns, value }]) => [
      field,
      column ?? columns ?? { value },
    ]),
  )

describe('leads of different systems are read without a question', () => {
  it('with one name, local times and a stage', async () => {
    const text = `Lead #,Community,Name,Phone,Email,Created (local),Lead source,Stage,Budget
L-1001,Maple Court,"Reyes, Ana",(425) 555-0120,ana@example.com,3/8/2026 2:05 PM,Zillow,Tour scheduled,"$1,901.00"
L-1002,The Foundry,Bo Marsh,425.555.0121,bo@example.com,3/19/2026 9:15 AM,Apartments.com,New,"$2,050.00"
`
    const guess = await guessed(text)
    expect(guess.mapping.entity).toBe('prospects')
    expect(columnsOf(guess)).toEqual({
      id: 'Lead #',
      property_id: 'Community',
      source: 'Lead source',
      first_name: 'Name',
      last_name: 'Name',
      phone: 'Phone',
      email: 'Email',
      insert_method: { value: 'import' },
      first_contact_channel: { value: 'internet' },
      created_at: 'Created (local)',
      status: 'Stage',
    })
    expect(guess.questions).toEqual([])
    expect(guess.assumed).toEqual(['insert_method', 'first_contact_channel'])
    const preview = await previewTable(bytes(text), parseCsvMapping(guess.mapping), testReferenceData)
    expect(preview).toMatchObject({
      rows: [
        {
          line: 2,
          record: { property_id: 11, first_name: 'Ana', last_name: 'Reyes', status: 'booked', phone: '(425) 555-0120' },
        },
        { line: 3, record: { property_id: 12, first_name: 'Bo', status: 'waiting', source: 'Apartments.com' } },
      ],
      ...{ rejected: 0, read: 2 },
    })
  })

  it('with guest cards, two names and ISO times in UTC', async () => {
    const guess =
      await guessed(`GuestCardID;PropertyName;FirstName;LastName;CellPhone;EmailAddress;GuestCardCreated (UTC);AdSource;LeasingConsultant;GuestCardStatus;FirstContactType;LostReason
90001;maple court;Ana;Reyes;4255550120;ana@example.com;2026-03-08T22:05:00Z;ILS - Zillow;Kim Lee;Applied;Phone Call;
90002;Foundry;Bo;Marsh;4255550121;;2026-03-09T17:15:00Z;Drive By;Kim Lee;Lost;Walk-In;Price
`)
    expect(columnsOf(guess)).toEqual({
      id: 'GuestCardID',
      property_id: 'PropertyName',
      agent_id: 'LeasingConsultant',
      source: 'AdSource',
      first_name: 'FirstName',
      last_name: 'LastName',
      phone: 'CellPhone',
      email: 'EmailAddress',
      insert_method: { value: 'import' },
      first_contact_channel: 'FirstContactType',
      created_at: 'GuestCardCreated (UTC)',
      status: 'GuestCardStatus',
      loss_reason: 'LostReason',
    })
    const { created_at, id, agent_id, first_contact_channel } = guess.mapping.fields
    expect(created_at).toEqual({ column: 'GuestCardCreated (UTC)', time_zone: 'UTC' })
    expect(id).toEqual({ column: 'GuestCardID' })
    expect(agent_id).toEqual({ column: 'LeasingConsultant', derive: true })
    expect(first_contact_channel?.values).toEqual({ 'Phone Call': 'call', 'Walk-In': 'walk-in' })
    // `Foundry` alone is not the name of a property.
    expect(guess.questions).toEqual([{ kind: 'value', field: 'property_id', column: 'PropertyName', value: 'Foundry' }])
  })

  it('with an inquiry log that has no ids and no stage', async () => {
    const guess =
      await guessed(`Date Received\tProperty\tGuest Name\tE-mail Address\tPrimary Phone\tHow did you hear about us?\tAssigned To
03-08-2026\tMaple Court Apartments\tAna Reyes\tana@example.com\t425-555-0120\tGoogle\tKim
03-19-2026\tMaple Court Apartments\tBo Marsh\tbo@example.com\t425-555-0121\tGoogle\tKim
`)
    expect(guess.mapping.fields).toMatchObject({
      id: {
        columns: ['Guest Name', 'E-mail Address', 'Primary Phone', 'How did you hear about us?', 'Date Received'],
        derive: true,
      },
      property_id: { values: { 'Maple Court Apartments': 11 } },
      source: { column: 'How did you hear about us?' },
      created_at: { column: 'Date Received', format: 'M-d-yyyy' },
      status: { value: 'waiting' },
    })
    expect(guess.assumed).toContain('id')
    expect(guess.questions).toEqual([])
  })
})

it('asks for stages and properties it does not know, and for what every record needs', async () => {
  const guess = await guessed(`Prospect ID,Community,Status\np1,Harbor,Hot\np2,Maple Court,Leased\n`)
  expect(guess.mapping.fields.status).toEqual({ column: 'Status', values: { Leased: 'leased' } })
  expect(guess.questions).toEqual([
    { kind: 'value', field: 'property_id', column: 'Community', value: 'Harbor' },
    { kind: 'field', field: 'created_at' },
    { kind: 'value', field: 'status', column: 'Status', value: 'Hot' },
  ])
})

it.each([
  [
    'leases',
    'Lease ID,Property,Unit,Lease Signed,Lease Start,Lease End,Monthly Rent,Move In Date\n1,Maple Court,101,2026-03-08,2026-04-01,2027-03-31,"$1,901.00",2026-04-01',
  ],
  ['units', 'Property,Unit Number,Floor Plan,Beds,SqFt\nMaple Court,101,A1,1,"1,050"'],
  ['agents', 'Agent Name,Property,Email\nKim Lee,Maple Court,kim@example.com'],
  [
    'appointments',
    'Appointment ID,Lead ID,Property,Appointment Date,Created On,Tour Type,Status\n1,L-1,Maple Court,3/8/2026 2:00 PM,3/5/2026 9:00 AM,Self-Guided Tour,No Show',
  ],
  ['visits', 'Visit ID,Lead ID,Property,Visit Date,Tour Type\n1,L-1,Maple Court,3/8/2026 2:00 PM,Guided'],
  [
    'calls',
    'Call ID,Property,Call Start,Duration,Direction,Outcome,Caller Number\n1,Maple Court,3/8/2026 2:00 PM,65,Inbound,Missed,4255550120',
  ],
  ['ad_spend', 'Property,Source,Amount,Month\nMaple Court,Zillow,$450.00,3/1/2026'],
])('a table of %s is recognized', async (entity, text) => {
  const guess = await guessed(text)
  expect(guess.mapping.entity).toBe(entity)
})

it('reads a rent with its sign and separators', async () => {
  const guess = await guessed(
    'Lease ID,Property,Unit,Lease Signed,Lease Start,Lease End,Monthly Rent\n1,Maple Court,101,2026-03-08,2026-04-01,2027-03-31,"$1,901.00"',
  )
  expect(columnsOf(guess)).toMatchObject({ monthly_rent: 'Monthly Rent', unit_id: 'Unit', starts_on: 'Lease Start' })
})

it('takes the company from who imports', async () => {
  const guess = await guessed('Agent,Community\nPat Lee,Maple Court\nSam O’Neil,The Foundry\n')
  expect([guess.mapping.entity, guess.questions]).toEqual(['agents', []])
  expect(guess.mapping.fields.company_id).toEqual({ value: 1 })
})

it('tells rows without an id apart by as many columns as that takes', async () => {
  const header = 'Community,Lead #,When,Agent,Shown?'
  const row = 'Maple Court,L-1,2/20/2026 4:30 PM'
  const one = await guessed(`${header}\n${row},Pat Lee,Yes\n`)
  expect(one.mapping.fields.id).toEqual({ columns: ['Lead #', 'When'], derive: true })
  const two = await guessed(`${header}\n${row},Pat Lee,Yes\n${row},Sam O’Neil,Yes\n`)
  expect(two.mapping.fields.id).toEqual({ columns: ['Lead #', 'When', 'Agent'], derive: true })
  // Equal rows are one.
  const same = await guessed(`${header}\n${row},Pat Lee,Yes\n${row},Pat Lee,Yes\n`)
  expect(same.mapping.fields.id).toEqual({ columns: ['Lead #', 'When'], derive: true })
})

it('derives a unit’s and an agent’s id from what other tables call them', async () => {
  const units = await guessed('Community,Unit,Floor plan,Beds\nMaple Court,101,A1,1\nThe Foundry,101,A1,1\n')
  expect(units.mapping.fields.id).toEqual({ columns: ['Unit'], derive: true })
  const agents = await guessed('Agent,Community\nPat Lee,Maple Court\nPat Lee,The Foundry\n')
  expect(agents.mapping.fields.id).toEqual({ columns: ['Agent'], derive: true })
  const lease = (unit: string) => `Lease #,Community,${unit},Signed,From,To,Rent
A-1,Maple Court,101,2/20/2026,3/10/2026,3/9/2027,1901
`
  expect((await guessed(lease('Unit'))).mapping.fields.unit_id).toEqual({ column: 'Unit', derive: true })
  expect((await guessed(lease('Unit ID'))).mapping.fields.unit_id).toEqual({ column: 'Unit ID' })
})

it('knows a tour’s day by its plainest names', async () => {
  const guess = await guessed(
    'Tour #,Community,Lead #,Agent,When,Shown?\nT-1,Maple Court,L-1,Pat Lee,2/20/2026 4:30 PM,Yes\n',
  )
  expect([guess.mapping.entity, guess.questions]).toEqual(['visits', []])
  expect(guess.mapping.fields).toMatchObject({ visited_at: { column: 'When' }, unit_shown: { column: 'Shown?' } })
})

describe('dates', () => {
  it('are read in the order that another column of the table settles', async () => {
    const table = (signed: string) => `Lease #,Community,Unit,Lead #,Type,Signed,From,To,Rent
A-1,Maple Court,101,L-1,New,${signed},3/10/2026,3/9/2027,"$1,901.00"
`
    const us = await guessed(table('2/20/2026'))
    expect([us.questions, us.mapping.fields.starts_on]).toEqual([[], { column: 'From' }])
    const european = await guessed(table('20/2/2026'))
    expect([european.questions, european.mapping.fields.starts_on]).toEqual([
      [],
      { column: 'From', format: 'd/M/yyyy' },
    ])
    const open = await guessed(table('2/3/2026'))
    expect(open.questions.map(({ kind, field }) => [kind, field])).toEqual([
      ['dates', 'signed_at'],
      ['dates', 'starts_on'],
      ['dates', 'ends_on'],
    ])
  })
  it.each<[string[], ReturnType<typeof guessDates>]>([
    [['2026-03-08', '2026-03-09T10:00:00Z'], {}],
    [['3/8/2026 2:05 PM', '12/31/2026 9:00 AM'], {}],
    [['31/12/2026', '1/2/2026'], { format: 'd/M/yyyy' }],
    [['31/12/2026 14:05', '1/2/2026 9:30'], { format: 'd/M/yyyy H:mm' }],
    // Nobody can tell January 2 from February 1.
    [['1/2/2026', '3/4/2026'], { other: 'd/M/yyyy' }],
    [['1-2-2026'], { format: 'M-d-yyyy', other: 'd-M-yyyy' }],
    [['3/28/26'], { format: 'M/d/yy' }],
    [['31.12.2026'], { format: 'd.M.yyyy' }],
    [['Mar 8, 2026'], { format: 'MMM d, yyyy' }],
    [['Mar 8, 2026 2:05 PM'], { format: 'MMM d, yyyy h:mm a' }],
    [['08-Mar-2026'], { format: 'd-MMM-yyyy' }],
    [['yes', 'no'], undefined],
    [[], undefined],
  ])('%j are read as %j', (values, expected) => {
    expect(guessDates(values)).toEqual(expected)
  })

  it('that can be read in two ways are asked for', async () => {
    const guess = await guessed('Lead ID,Community,Created\n7,Maple Court,1/2/2026\n8,Maple Court,3/4/2026')
    expect(guess.questions).toEqual([
      { kind: 'dates', field: 'created_at', column: 'Created', value: '1/2/2026', format: null, other: 'd/M/yyyy' },
    ])
  })
})

it.each([
  ['Lead #', 'lead number'],
  ['Created (local)', 'created'],
  ['moveInDate', 'move in date'],
  ['Guest_Card No.', 'guest card number'],
])('%s is %s', (name, expected) => {
  expect(plainWords(name)).toBe(expected)
})

test('odd headers and values neither break a guess nor enter a mapping', async () => {
  const odd = '__proto__,constructor,,Status,Status\n__proto__,toString,x,__proto__,constructor\n'
  const { mapping } = await guessed(`Lead ID,Community,Created,${odd}`)
  expect(JSON.stringify(mapping)).not.toContain('__proto__')
  const empty = guessTable({ columns: [], rows: [] }, owner)
  expect(empty.mapping.entity).toBeDefined()
})

test('a long file is judged by its start, without the row that is cut', async () => {
  const row = `7,Maple Court,3/28/2026,${'x'.repeat(1_000)}\n`
  const text = `Lead ID,Community,Created,Note\n${row.repeat(400)}`
  const start = bytes(text).subarray(0, SAMPLE_BYTES)
  const { columns, rows } = await readSample(start)
  expect(rows.every((cells) => cells.length === columns.length)).toBe(true)
  const guess = guessTable({ columns, rows }, owner)
  const preview = await previewTable(start, parseCsvMapping(guess.mapping), testReferenceData)
  expect(preview.rejected).toBe(0)
  expect(preview.rows).toHaveLength(5)
})

test('no name of the vocabulary means two fields or values of one entity', async () => {
  const { entityNames, entityOf } = await import('@leaselight/contract')
  const twice: string[] = []
  const seen = new Map<string, string>()
  const note = (key: string, owner: string) => {
    if (seen.has(key) && seen.get(key) !== owner) twice.push(`${key}: ${seen.get(key)}, ${owner}`)
    seen.set(key, owner)
  }
  for (const entity of entityNames.filter((name) => ENTITY_LABELS[name]))
    for (const [field, { values = [] }] of Object.entries(entityOf(entity).fields)) {
      // The first names are certain; later ones yield to a better match.
      for (const name of fieldNames(entity, field).slice(0, 2)) note(`${entity} ${name}`, field)
      for (const value of values)
        for (const name of valueNames(entity, field, value)) note(`${entity}.${field} ${name}`, value)
    }
  expect(twice).toEqual([])
})
