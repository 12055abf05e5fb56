import { type EntityName, entityOf, type Field } from '@leaselight/contract'

const TEXT = 'tab\there, "quoted", back\\slash \\N, line\nbreak, é, 😀, \u2028 and {"json": [1]}'

/** A value of each kind, hard to print wherever it can be. */
const VALUES: Readonly<Record<Field['kind'], unknown>> = {
  ...{ id: 7, handle: 'thread\t"7"', text: TEXT, boolean: true, zone: 'America/New_York' },
  ...{ instant: '2026-03-08T06:59:59.123Z', date: '1900-01-01', ids: [1, 2], dates: ['2026-01-01', '2299-12-31'] },
  ...{
    attributes: { [TEXT]: TEXT },
    flags: { [TEXT]: true },
    officeHours: [{ weekday: 1, opens: '09:00', closes: '24:00' }],
  },
  ...{ banners: [{ type: TEXT, message: TEXT }], utterances: [{ speaker: TEXT, time: 1.5, transcript: TEXT }] },
  ...{ annotations: { greeting: 0 }, choice: null, choices: null, whole: null, number: null, money: 1234.5 },
}

function exampleOf({ kind, values = [], min = 0, max = 5 }: Field): unknown {
  if (kind === 'choice') return values[0]
  if (kind === 'choices') return values
  if (kind === 'whole') return Math.max(min, 1)
  return kind === 'number' ? (min + max) / 2 : VALUES[kind]
}

/** Two records of an entity, of property 7 or company 1: one with every field, and one with as few as it may have. */
export function hardRecords(name: EntityName): Record<string, unknown>[] {
  const { fields, key } = entityOf(name)
  const whole = Object.fromEntries(Object.entries(fields).map(([field, declared]) => [field, exampleOf(declared)]))
  const required = Object.entries(whole).filter(([field]) => fields[field]?.required || field === 'company_id')
  return [
    { ...whole, [key]: 1 },
    { ...Object.fromEntries(required), property_id: 7, [key]: 2 },
  ]
}
