import { type EntityName, entityNames, entityOf, type Field, recordSchema } from '@leaselight/contract'
import { describe, expect, it, test } from 'vitest'
import { parseCsvMapping } from './mapping'
import { translateTable } from './testing'

/** How people write a value of each kind, and what the contract stores. */
const WRITTEN: Record<Field['kind'], (field: Field) => readonly [text: string, value: unknown]> = {
  id: () => ['1,017', 1017],
  text: () => ['Pearl  Street', 'Pearl  Street'],
  handle: () => [' t-1 ', 't-1'],
  choice: ({ values = [] }) => [words(values.at(-1)), values.at(-1)],
  zone: () => ['America/Denver', 'America/Denver'],
  instant: () => ['3/8/2026 2:05 PM', '2026-03-08T18:05:00.000Z'],
  date: () => ['2/28/1950', '1950-02-28'],
  boolean: () => ['Yes', true],
  money: () => ['$1,901.00', 1901],
  whole: () => ['4.0', 4],
  number: () => ['12.5', 12.5],
  ids: () => ['11, 12', [11, 12]],
  dates: () => ['12/25/2026, 2027-01-01', ['2026-12-25', '2027-01-01']],
  choices: ({ values = [] }) => [`${words(values[0])}, ${values.at(-1)}`, [values[0], values.at(-1)]],
  attributes: () => ['{"Region": "West"}', { Region: 'West' }],
  flags: () => ['{"omnibar": true}', { omnibar: true }],
  officeHours: () => [
    '[{"weekday": 1, "opens": "09:00", "closes": "18:00"}]',
    [{ weekday: 1, opens: '09:00', closes: '18:00' }],
  ],
  banners: () => ['[{"type": "info", "message": "Hi"}]', [{ type: 'info', message: 'Hi' }]],
  utterances: () => ['[{"speaker": "a", "time": 0, "transcript": "b"}]', [{ speaker: 'a', time: 0, transcript: 'b' }]],
  annotations: () => ['{"greeting": 0}', { greeting: 0 }],
}

/** `walk-in` as `Walk In`, `NO_SHOW` as `No Show`. */
const words = (value = ''): string =>
  value
    .toLowerCase()
    .replace(/[-_]/g, ' ')
    .replace(/\b[a-z]/g, (letter) => letter.toUpperCase())

const cell = (text: string) => `"${text.replaceAll('"', '""')}"`

/** A mapping that states everything but one field. */
function mappingOf(entity: EntityName, tested: string, rule: object): object {
  const { fields } = entityOf(entity)
  const stated = Object.entries(fields)
    .filter(([name, { required }]) => required && name !== tested)
    .map(([name, field]) => [
      name,
      { value: /^(property|company)_id$/.test(name) ? 11 : WRITTEN[field.kind](field)[1] },
    ])
  return { entity, time_zone: 'America/New_York', fields: { ...Object.fromEntries(stated), [tested]: rule } }
}

const owners = /^(property|company)_id$/
const fieldsOf = entityNames.flatMap((entity) =>
  Object.entries(entityOf(entity).fields)
    .filter(([name]) => !owners.test(name))
    .map(([name, field]) => [entity, name, field] as const),
)

describe.each(fieldsOf)('%s.%s', (entity, name, field) => {
  const [text, value] = WRITTEN[field.kind](field)
  it.each([
    ['a cell', `A\n${cell(text)}\n`, { column: 'A' }],
    ['values', 'A\ntheirs\n', { column: 'A', values: { Theirs: text } }],
    ['values in the contract’s own form', 'A\ntheirs\n', { column: 'A', values: { Theirs: plainOf(value) } }],
    ['otherwise', 'A,B\n,x\n', { column: 'A', otherwise: text }],
    ['value', 'A\nx\n', { value: text }],
    ['value in the contract’s own form', 'A\nx\n', { value }],
  ])('is read from %s', async (_, table, rule) => {
    const { records, rejections } = await translateTable(table, mappingOf(entity, name, rule))
    expect(rejections).toEqual([])
    const { line: _line, ...record } = records[0] ?? {}
    expect(record[name]).toEqual(value)
    expect(recordSchema(entity).safeParse(record).error?.issues ?? []).toEqual([])
  })
})

/** A value that the mapping can state in its `values`: what is no scalar is written as JSON. */
const plainOf = (value: unknown): unknown => (typeof value === 'object' ? JSON.stringify(value) : value)

const spend = (rules: object) => ({
  entity: 'ad_spend',
  fields: {
    id: { value: 1 },
    property_id: { value: 11 },
    source: { value: 'Zillow' },
    fee_type: { value: 'monthly' },
    amount: { value: 1 },
    starts_on: { value: '2026-03-01' },
    ...rules,
  },
})

test.each([
  ['$1,901.00', '.', 1901],
  ['1901 USD', '.', 1901],
  ['1 901.5', '.', 1901.5],
  ['$ 1.901,50', ',', 1901.5],
])('the amount %s with %s is %d', async (text, decimal, amount) => {
  const { records } = await translateTable(`A\n${cell(text)}\n`, spend({ amount: { column: 'A', decimal } }))
  expect(records[0]?.amount).toBe(amount)
})

// 1,5 would become 15, and 1.901,50 would become 1.9015.
test.each(['1,5', '1.901,50', '19,01', 'a lot', '1e3', '--5'])('the amount %s is rejected', async (text) => {
  const { rejections } = await translateTable(`A\n${cell(text)}\n`, spend({ amount: { column: 'A' } }))
  expect(rejections.map(({ reason }) => reason)).toEqual([`amount: “${text}” is not a number.`])
})

test.each([
  ['fee_type', { column: 'A', values: { x: 'weekly' } }, 'fields.fee_type.values.x: “weekly” is not one of free'],
  ['fee_type', { column: 'A', otherwise: 'weekly' }, 'fields.fee_type.otherwise: “weekly” is not one of'],
  ['amount', { value: 'much' }, 'fields.amount.value: “much” is not a number.'],
  ['starts_on', { column: 'A', values: { x: '31/31/2026' } }, 'fields.starts_on.values.x: “31/31/2026” is not a date'],
])('a mapping whose %s can never be read is refused', (field, rule, sentence) => {
  expect(() => parseCsvMapping(spend({ [field]: rule }))).toThrow(sentence)
})

const odd = ['constructor', 'toString', 'hasOwnProperty']

test.each(odd)('a value named %s is a value like others', async (name) => {
  const source = { column: name, values: { [name]: 'Zillow' }, otherwise: 'Other' }
  const { records, notes, unused } = await translateTable(`${name},A\n${name},1\nx,2\n`, spend({ source }))
  expect(records.map((record) => record.source)).toEqual(['Zillow', 'Other'])
  expect([unused, notes.map(({ field }) => field)]).toEqual([['A'], ['id']])
  expect(() => parseCsvMapping(spend({ [name]: { column: 'A' } }))).toThrow(/is no field of/)
})

test.each([...odd, '__proto__'])('a column named %s is a column like others', async (name) => {
  const text = `${name},A\n1,2\n`
  expect((await translateTable(text, spend({ source: { column: 'A' } }))).unused).toEqual([name])
  expect((await translateTable(text, spend({ source: { column: name } }))).records[0]?.source).toBe('1')
})

test('a mapping that names __proto__ is refused, since no object can have it', () => {
  const text = '{"entity":"ad_spend","fields":{"__proto__":{"column":"A"}}}'
  expect(() => parseCsvMapping(text)).toThrow('The mapping can’t have a name “__proto__”.')
})
