import { type EntityName, entities, entityNames, entityOf, type Field, MAX_TEXT } from '@leaselight/contract'
import { describe, expect, it } from 'vitest'
import { ana, company, east, lease } from '../testing'
import { fieldReader } from './fields'
import { Problem } from './problem'
import { Validator } from './validator'

/** The sentence with which a record is refused; nothing when it is taken. */
function rejectionOf(name: EntityName, record: unknown): string | undefined {
  const taken = new Validator(name).validate(record, 1)
  return taken instanceof Problem ? taken.sentence : undefined
}

const transcript = {
  thread_id: 't-1',
  property_id: 10,
  utterances: [{ speaker: 'agent', time: 0.5, transcript: 'Good morning' }],
  annotations: { greeting: 0, name: null },
}

describe('a record of the contract', () => {
  it('is taken', () => {
    expect(
      rejectionOf('companies', {
        ...company,
        feature_flags: { omnibar: true },
        banners: [{ type: 'info', message: 'Hi', from_on: '2026-01-01' }],
      }),
    ).toBeUndefined()
    expect(rejectionOf('prospects', { ...ana, birth_on: '1950-02-28', qualified_at: null })).toBeUndefined()
    expect(rejectionOf('transcripts', transcript)).toBeUndefined()
    expect(
      rejectionOf('properties', {
        ...east,
        attributes: { Region: 'East', Floors: 4 },
        office_hours: [
          { weekday: 1, opens: '09:00', closes: '12:30' },
          { weekday: 1, opens: '13:00', closes: '24:00' },
        ],
        holidays: ['2026-12-25'],
        products: ['tours', 'ai'],
      }),
    ).toBeUndefined()
  })

  it('needs every required field', () => {
    for (const name of entityNames) {
      const missing = rejectionOf(name, {})
      expect(missing).toBe(`${entityOf(name).key} is missing.`)
    }
    for (const [field, declared] of Object.entries(entities.leases.fields)) {
      const { [field]: _, ...rest } = lease as Record<string, unknown>
      expect(rejectionOf('leases', rest)).toBe(declared.required ? `${field} is missing.` : undefined)
      expect(rejectionOf('leases', { ...lease, [field]: null })).toBe(
        declared.required ? `${field} is missing.` : undefined,
      )
    }
  })

  it('tells of fields that the contract does not know', () => {
    const taker = new Validator('leases')
    expect(taker.validate({ ...lease, pets: 2, deleted: false }, 1)).not.toBeInstanceOf(Problem)
    expect(taker.unused.list('calls')).toMatchObject([{ item: 'calls', names: ['pets'], more: false }])
  })

  it('needs only id and owner to be removed', () => {
    expect(rejectionOf('leases', { id: 1, property_id: 10, deleted: true })).toBeUndefined()
    expect(rejectionOf('leases', { id: 1, deleted: true })).toBe('property_id is missing.')
    expect(rejectionOf('agents', { id: 1, company_id: 10, deleted: true })).toBeUndefined()
    expect(rejectionOf('leases', { ...lease, deleted: 'yes' })).toBe('deleted must be true or false.')
  })
})

describe.each<[EntityName, object, string]>([
  ['leases', { id: 0 }, 'id must be'],
  ['leases', { id: 2 ** 53 }, 'id must be'],
  ['leases', { id: '7' }, 'id must be'],
  ['leases', { id: 1.5 }, 'id must be'],
  ['leases', { prospect_id: -1 }, 'prospect_id must be'],
  ['leases', { monthly_rent: -0.01 }, 'monthly_rent must be an amount'],
  ['leases', { monthly_rent: 100.001 }, 'monthly_rent must have at most two decimals'],
  ['leases', { monthly_rent: '100' }, 'monthly_rent must be an amount'],
  ['leases', { starts_on: '2026-02-30' }, 'starts_on must be a date'],
  ['leases', { starts_on: '2026-04-01T00:00:00Z' }, 'starts_on must be a date'],
  ['leases', { kind: 'New' }, 'kind must be one of new, renewal, transfer'],
  ['prospects', { first_name: 'x'.repeat(10_001) }, 'first_name must have at most 10,000 characters'],
  ['prospects', { not_a_prospect: 1 }, 'not_a_prospect must be true or false'],
  ['prospects', { source: 5 }, 'source must be text'],
  ['companies', { time_zone: 'Mars/Olympus' }, 'time_zone must be a time zone'],
  ['companies', { feature_flags: { a: 'yes' } }, 'feature_flags must be a map of true and false'],
  ['companies', { banners: [{ type: 'info' }] }, 'banners holds a banner without type or message'],
  [
    'properties',
    { office_hours: [{ weekday: 8, opens: '09:00', closes: '18:00' }] },
    'office_hours holds an entry whose weekday',
  ],
  [
    'properties',
    { office_hours: [{ weekday: 1, opens: '18:00', closes: '18:00' }] },
    'office_hours holds an entry that does not open',
  ],
  [
    'properties',
    { office_hours: [{ weekday: 1, opens: '09:00', closes: '24:01' }] },
    'office_hours holds an entry that does not open',
  ],
  [
    'properties',
    { office_hours: [{ weekday: 1, opens: '9:00', closes: '18:00' }] },
    'office_hours holds an entry that does not open',
  ],
  ['properties', { products: ['tours', 'pool'] }, 'products holds an entry that must be one of'],
  ['properties', { holidays: '2026-12-25' }, 'holidays must be a list'],
  ['properties', { attributes: ['West'] }, 'attributes must be a map'],
  ['transcripts', { annotations: { greeting: 1 } }, 'annotations name an utterance that is not there'],
  [
    'transcripts',
    { utterances: [{ speaker: 'a', transcript: 'b' }] },
    'utterances holds an utterance without its time',
  ],
  ['transcripts', { thread_id: '' }, 'thread_id must not be empty'],
])('%s with %j', (name, wrong, sentence) => {
  it(`is refused: ${sentence}`, () => {
    const good = { companies: company, properties: east, prospects: ana, leases: lease, transcripts: transcript }[
      String(name)
    ]
    expect(rejectionOf(name, { ...good, ...wrong })).toContain(sentence)
  })
})

it('what is no object is refused', () => {
  for (const value of [null, 7, 'x', [lease]]) {
    expect(rejectionOf('leases', value)).toBe('This is not a record: a JSON object is expected.')
  }
})

/** Where a field of each kind has text of its own length; none for what has a form or a fixed choice. */
const textPlaces: Readonly<Record<Field['kind'], readonly ((text: string) => unknown)[]>> = {
  text: [(text) => text],
  handle: [(text) => text],
  attributes: [(text) => ({ Region: text }), (text) => ({ [text]: 'West' })],
  flags: [(text) => ({ [text]: true })],
  banners: [(text) => [{ type: text, message: 'Hi' }], (text) => [{ type: 'info', message: text }]],
  utterances: [
    (text) => [{ speaker: text, time: 0, transcript: 'Hi' }],
    (text) => [{ speaker: 'agent', time: 0, transcript: text }],
  ],
  ...{ annotations: [], officeHours: [], choice: [], choices: [], dates: [], ids: [], id: [], zone: [] },
  ...{ instant: [], date: [], boolean: [], money: [], whole: [], number: [] },
}

it('keeps a text of every field up to its longest length, and refuses a longer one', () => {
  const outcomes = entityNames.flatMap((name) =>
    Object.entries(entityOf(name).fields).flatMap(([field, declared]) => {
      const [read, label] = [fieldReader(declared), `${name}.${field}`]
      const places = textPlaces[declared.kind]
      const wrong = places.flatMap((place) =>
        [MAX_TEXT, MAX_TEXT + 1].filter((length) => {
          const isRefused = read(place('x'.repeat(length))) instanceof Problem
          return isRefused !== length > MAX_TEXT
        }),
      )
      return places.length === 0 && !(read('x') instanceof Problem)
        ? [`${label} takes any text`]
        : wrong.map((length) => `${label}: ${length}`)
    }),
  )
  expect(outcomes).toEqual([])
})
