import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Ids } from '../ids'
import { testReferenceData } from '../testing'
import { leadManagement, prospectXml, randomProspect, translateXml } from './testing'

/** Ids that a person can read: the key itself, numbered as it comes. */
const shown = (records: readonly Record<string, unknown>[] | undefined) =>
  records?.map((record) =>
    Object.fromEntries(Object.entries(record).filter(([field]) => !/(^|_)id$/.test(field) || field === 'property_id')),
  )

const ana = `<Prospect>
  <Customers>
    <Customer Type="roommate"><Name><FirstName>Kai</FirstName><LastName>Lindholm</LastName></Name></Customer>
    <Customer Type="prospect">
      <Identification IDType="ProspectID" IDValue="p100" OrganizationName="Elsewhere"/>
      <Identification IDType="PropertyID" IDValue="Maple"/>
      <Name><NamePrefix/><FirstName>Reyes, Ana</FirstName><LastName>0</LastName></Name>
      <Phone PhoneType="home"><PhoneNumber>0</PhoneNumber></Phone>
      <Phone PhoneType="cell"><PhoneNumber>(555) 010-0199</PhoneNumber></Phone>
      <Email>0</Email><Email> ana.reyes@example.com </Email>
      <Lease><LeaseFromDate>2026-04-01T00:00:00</LeaseFromDate><LeaseToDate>2027-03-31</LeaseToDate><CurrentRent>1,450.50</CurrentRent></Lease>
    </Customer>
  </Customers>
  <CustomerPreferences><DesiredUnit><MarketingName>4b</MarketingName></DesiredUnit><Comment/></CustomerPreferences>
  <Events>
    <Event EventType="LeaseSign" EventDate="2026-03-12T16:00:00"/>
    <Event EventType="Show" EventDate="2026-03-05T14:10:00"><Agent><AgentID IDValue="A7"/><AgentName><FirstName>Bo</FirstName><LastName>Lee</LastName></AgentName></Agent></Event>
    <Event EventType="Approve" EventDate="2026-03-11T00:00:00"/>
    <Event EventType="EmailToProspect" EventDate="2026-03-03T10:30:00"><Agent><AgentID IDValue="A7"/></Agent><TransactionSource>ILS - Zillow</TransactionSource></Event>
    <Event EventType="Application" EventDate="2026-03-11T09:00:00"/>
    <Event EventType="Appointment" EventDate="2026-03-05T14:00:00"><EventID IDValue="e9"/></Event>
    <Event EventType="EmailFromProspect" EventDate="2026-03-03T09:45:00"><FirstContact>true</FirstContact><TransactionSource>ILS - Zillow</TransactionSource></Event>
    <Event EventType="Carrier Pigeon" EventDate="2026-03-04T09:45:00"/>
    <Event EventType="Hold" EventDate="2026-03-04T09:50:00"/>
    <Event EventType="CallToProspect" EventDate="0001-01-01T00:00:00"/>
  </Events>
</Prospect>`

test('converts a prospect’s events into records, in whatever order the file has them', async () => {
  const { records, rejections, read, notes } = await translateXml(leadManagement(ana), {
    settings: { properties: { maple: 11 }, sources: { 'ILS - Zillow': 'Zillow' } },
  })
  expect(shown(records.prospects)).toEqual([
    {
      property_id: 11,
      source: 'Zillow',
      first_name: 'Ana',
      last_name: 'Reyes',
      phone: '(555) 010-0199',
      email: 'ana.reyes@example.com',
      insert_method: 'email',
      first_contact_channel: 'email',
      created_at: '2026-03-03T14:45:00.000Z',
      status: 'leased',
      is_referral: false,
    },
  ])
  const [prospect] = records.prospects ?? []
  const agents = records.agents ?? []
  expect(shown(agents)).toEqual([{ property_id: 11, name: 'Bo Lee' }])
  expect(prospect?.agent_id).toBe(agents[0]?.id)
  expect(shown(records.messages)).toEqual([
    { property_id: 11, channel: 'email', direction: 'inbound', origin: 'agent', sent_at: '2026-03-03T14:45:00.000Z' },
    { property_id: 11, channel: 'email', direction: 'outbound', origin: 'agent', sent_at: '2026-03-03T15:30:00.000Z' },
  ])
  expect(records.messages?.map((message) => message.prospect_id)).toEqual([prospect?.id, prospect?.id])
  expect(shown(records.touches)).toEqual([
    { property_id: 11, source: 'Zillow', touched_at: '2026-03-03T14:45:00.000Z' },
  ])
  expect(shown(records.appointments)).toEqual([
    {
      property_id: 11,
      created_at: '2026-03-03T14:45:00.000Z',
      starts_at: '2026-03-05T19:00:00.000Z',
      tour_type: 'in-person',
      booked_by: 'agent',
      status: 'completed',
      status_at: '2026-03-05T19:10:00.000Z',
    },
  ])
  expect(shown(records.visits)).toEqual([
    { property_id: 11, visited_at: '2026-03-05T19:10:00.000Z', visit_type: 'in-person', unit_shown: true },
  ])
  expect(records.visits?.[0]?.appointment_id).toBe(records.appointments?.[0]?.id)
  expect(shown(records.applications)).toEqual([
    {
      property_id: 11,
      submitted_at: '2026-03-11T13:00:00.000Z',
      status: 'approved',
      status_at: '2026-03-11T04:00:00.000Z',
    },
  ])
  expect(records.leases).toEqual([
    expect.objectContaining({
      unit_id: 501,
      prospect_id: prospect?.id,
      kind: 'new',
      signed_at: '2026-03-12T20:00:00.000Z',
      starts_on: '2026-04-01',
      ends_on: '2027-03-31',
      monthly_rent: 1450.5,
    }),
  ])
  // Zillow is a source of the company's own already.
  expect(records.sources).toBeUndefined()
  expect(rejections.map(({ line, field, reason }) => [line, field, reason])).toEqual([
    [28, 'EventDate', 'EventDate “0001-01-01T00:00:00” is no date from 1970 to 2199 that can be read.'],
    [26, 'EventType', expect.stringContaining('“Carrier Pigeon” is not known')],
    [27, 'EventType', 'The data contract has no place for Hold.'],
  ])
  expect(read).toEqual({
    prospects: { read: 1, taken: 1, used: 0, skipped: 0, refused: 0 },
    events: { read: 10, taken: 6, used: 1, skipped: 0, refused: 3 },
  })
  expect(notes.map(({ field }) => field)).toEqual(['CustomerPreferences/desiredunit', 'Customers'])
})

const contacts = (...events: [type: string, date: string, more?: string][]): string =>
  `<Prospect><Customers><Customer Type="prospect"><Identification IDType="ProspectID" IDValue="p1"/></Customer></Customers><Events>${events
    .map(([type, date, more = '']) => `<Event EventType="${type}" EventDate="${date}">${more}</Event>`)
    .join('')}</Events></Prospect>`

test('a contact of which only the day is known says so', async () => {
  const { records } = await translateXml(
    leadManagement(
      contacts(
        ['EmailFromProspect', '2026-03-03T09:45:00', '<FirstContact>true</FirstContact>'],
        ['EmailToProspect', '2026-03-04T00:00:00'],
        ['CallToProspect', '2026-03-05'],
        ['EmailFromProspect', '2026-03-06T00:00:00Z'],
        ['TextToProspect', '2026-03-06T10:00:00'],
      ),
    ),
  )
  const id = records.prospects?.[0]?.id
  const told = (record: Record<string, unknown>, at: string) => [record[at], record.prospect_id === id, record.day_only]
  expect(records.messages?.map((message) => told(message, 'sent_at'))).toEqual([
    ['2026-03-03T14:45:00.000Z', true, undefined],
    ['2026-03-04T05:00:00.000Z', true, true],
    ['2026-03-06T05:00:00.000Z', true, true],
    ['2026-03-06T15:00:00.000Z', true, undefined],
  ])
  expect(records.calls?.map((call) => told(call, 'started_at'))).toEqual([['2026-03-05T05:00:00.000Z', true, true]])
})

test('what began without an hour says so', async () => {
  const { records } = await translateXml(
    leadManagement(contacts(['Webservice', '2026-03-03T00:00:00'], ['EmailToProspect', '2026-03-03T10:30:00'])),
  )
  expect(records.prospects?.[0]).toMatchObject({ created_at: '2026-03-03T05:00:00.000Z', day_only: true })
  expect(records.prospects?.[0]?.first_contact_channel).toBe('internet')
  expect(records.messages?.[0]).not.toHaveProperty('day_only')
})

test('appointments end as their later events say, and a day has one visit', async () => {
  const { records, rejections } = await translateXml(
    leadManagement(
      contacts(
        ['CallFromProspect', '2026-03-02T09:00:00'],
        ['Appointment', '2026-03-05T14:00:00'],
        ['CancelAppointment', '2026-03-04T10:00:00', '<EventReasons>Office closed</EventReasons>'],
        ['Appointment', '2026-03-06T14:00:00'],
        ['NoShow', '2026-03-06T00:00:00'],
        ['Appointment', '2026-03-07T14:00:00'],
        ['WalkIn', '2026-03-09T00:00:00'],
        ['Show', '2026-03-09T11:00:00'],
        ['Show', '2026-03-09T11:20:00'],
        ['NoShow', '2026-03-10T11:20:00'],
        ['CancelAppointment', '2026-03-10T12:20:00'],
      ),
    ),
  )
  expect(records.appointments?.map(({ status }) => status)).toEqual(['cancelled-manager', 'no-show', 'no-show'])
  expect(shown(records.visits)).toEqual([
    { property_id: 11, visited_at: '2026-03-09T15:00:00.000Z', visit_type: 'in-person', unit_shown: true },
  ])
  expect(rejections.map(({ reason }) => reason)).toEqual([
    'CancelAppointment has no appointment to which it could belong.',
  ])
})

test('a lost prospect says when and why, and may come back', async () => {
  const cancel: [string, string, string] = [
    'Cancel',
    '2026-03-09T11:00:00',
    '<EventReasons>Price</EventReasons><TransactionSource>17</TransactionSource>',
  ]
  const first: [string, string] = ['CallFromProspect', '2026-03-02T09:00:00']
  const lost = await translateXml(leadManagement(contacts(cancel, first)))
  expect(lost.records.prospects?.[0]).toMatchObject({
    status: 'lost',
    lost_at: '2026-03-09T15:00:00.000Z',
    loss_reason: 'Price',
    source: '',
  })
  const back = await translateXml(leadManagement(contacts(cancel, first, ['ReActivate', '2026-03-10T11:00:00'])))
  expect(back.records.prospects?.[0]).toMatchObject({ status: 'waiting' })
  expect(back.records.prospects?.[0]).not.toHaveProperty('lost_at')
})

test.each([
  [
    'no id',
    '<Prospect><Events><Event EventType="Email" EventDate="2026-03-02T09:00:00"/></Events></Prospect>',
    'Identification',
  ],
  ['no event', '<Prospect><Identification IDType="ProspectID" IDValue="p1"/></Prospect>', 'Events'],
])('a prospect with %s is refused with its events', async (_, xml, field) => {
  const { read, rejections, records } = await translateXml(leadManagement(xml))
  expect(records).toEqual({})
  expect(rejections[0]).toMatchObject({ entity: 'prospect', line: 4, field })
  expect(read.prospects).toMatchObject({ read: 1, refused: 1 })
  expect(read.events?.refused).toBe(read.events?.read)
})

test('detects two names with the same id', async () => {
  // A digest of so few bits that names meet soon; what tells them apart is kept.
  const poor = new Ids((text) => {
    const bytes = Buffer.alloc(32)
    bytes.writeUInt32BE((text.length % 3) + 1, 4)
    bytes.writeUInt32BE(
      [...text].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) >>> 0, 7),
      8,
    )
    return bytes
  })
  const { records, rejections, read } = await translateXml(leadManagement(ana), {
    settings: { properties: { maple: 11 } },
    ids: poor,
  })
  const ids = Object.values(records).flatMap((made) => made.map(({ id }) => id))
  expect(new Set(ids).size).toBe(ids.length)
  expect(rejections.some(({ field }) => field === 'id')).toBe(true)
  const { read: all = 0, taken = 0, used = 0, skipped = 0, refused = 0 } = read.events ?? {}
  expect(taken + used + skipped + refused).toBe(all)
})

test('ids are the same in every file, and others elsewhere', async () => {
  const [once, again, elsewhere] = await Promise.all(
    [{ '*': 11 }, { '*': 11 }, { '*': 12 }].map((properties) =>
      translateXml(leadManagement(ana), { settings: { properties } }),
    ),
  )
  expect(again?.records).toEqual(once?.records)
  expect(elsewhere?.records.prospects?.[0]?.id).not.toBe(once?.records.prospects?.[0]?.id)
  expect(Number.isSafeInteger(once?.records.prospects?.[0]?.id)).toBe(true)
  expect(testReferenceData.property(14)).toBeUndefined()
})

test.each([
  ['prefixes and other wrappings', '<s:Envelope xmlns:s="x"><m:Prospects>#</m:Prospects></s:Envelope>', 1],
  ['a wrong word on its encoding', '<?xml version="1.0" encoding="utf-16"?><Prospects>#</Prospects>', 1],
  ['what people paste into comments', '<Prospects>#<Comment>a&nbsp;\u000bb</Comment></Prospects>', 1],
  [
    'the property above the prospects',
    '<LeadManagement><PropertyID><Identification IDValue="oak"/></PropertyID>#</LeadManagement>',
    1,
  ],
])('%s does no harm', async (_, around, taken) => {
  const xml = around.replace('#', contacts(['Email', '2026-03-02T09:00:00']))
  const { read, stopped } = await translateXml(xml, { settings: { properties: { '*': 11, oak: 12 } }, piece: 7 })
  expect([read.prospects?.taken, stopped]).toEqual([taken, null])
})

test('a file in UTF-16 is read as one in UTF-8 is', async () => {
  const xml = leadManagement(ana.replace('Bo</First', 'Zoë</First'))
  const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(xml, 'utf16le')])
  const [wide, narrow] = [await translateXml(utf16, { piece: 33 }), await translateXml(xml)]
  expect(wide.records).toEqual(narrow.records)
  expect(wide.records.agents?.[0]?.name).toBe('Zoë Lee')
})

const half = leadManagement(contacts(['Email', '2026-03-02T09:00:00']), ana)

test.each([
  ['breaks off', half.slice(0, half.indexOf('<Event EventType="Approve"')), 'The file ends in the middle'],
  ['is no XML', half.replace('<Events>\n', '<Events></Wrong>'), 'not well-formed'],
  [
    'goes too deep',
    `<Prospects>${contacts(['Email', '2026-03-02T09:00:00'])}<Prospect>${'<a>'.repeat(300)}`,
    'more than 200 deep',
  ],
])('a file that %s keeps what came before', async (_, xml, reason) => {
  const { read, stopped, rejections } = await translateXml(xml)
  expect(stopped).toContain(reason)
  expect(read.prospects).toEqual({ read: 2, taken: 1, used: 0, skipped: 0, refused: 1 })
  expect(read.events?.refused).toBe((read.events?.read ?? 0) - 1)
  expect(rejections.find(({ entity }) => entity === 'prospect')?.reason).toBe(
    'The file breaks off within the prospect.',
  )
})

test('counts everything in careless files exactly once, in any order', async () => {
  const settings = { properties: { maple: 11, oak: 12 } }
  await fc.assert(
    fc.asyncProperty(
      fc.array(randomProspect, { maxLength: 6 }),
      fc.integer({ min: 1, max: 400 }),
      async (prospects, piece) => {
        const { read, rejections, records, stopped } = await translateXml(
          leadManagement(...prospects.map(prospectXml)),
          {
            settings,
            piece,
          },
        )
        expect(stopped).toBeNull()
        expect(read.prospects?.read).toBe(prospects.length)
        expect(read.events?.read).toBe(prospects.reduce((sum, { events }) => sum + events.length, 0))
        for (const tally of Object.values(read))
          expect(tally.taken + tally.used + tally.skipped + tally.refused).toBe(tally.read)
        expect(records.prospects?.length ?? 0).toBe(read.prospects?.taken)
        expect(rejections.filter(({ entity }) => entity === 'prospect')).toHaveLength(read.prospects?.refused ?? 0)
        expect(rejections.filter(({ entity }) => entity === 'event').length).toBeGreaterThanOrEqual(
          read.events?.refused ?? 0,
        )
        for (const { reason } of rejections) expect(reason).toMatch(/\.$/)
        const [one] = prospects
        if (!one) return
        const straight = await translateXml(leadManagement(prospectXml(one)), { settings })
        const turned = await translateXml(leadManagement(prospectXml({ ...one, events: one.events.toReversed() })), {
          settings,
        })
        const sorted = (made: typeof straight) =>
          Object.fromEntries(
            Object.entries(made.records).map(([entity, rows]) => [
              entity,
              rows.map((row) => JSON.stringify(row)).sort(),
            ]),
          )
        expect(sorted(turned)).toEqual(sorted(straight))
      },
    ),
    { numRuns: 60 },
  )
})
