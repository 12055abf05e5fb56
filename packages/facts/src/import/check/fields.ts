import type { Field } from '@leaselight/contract'
import { isStorableDate, MAX_TEXT, parseInstant } from '@leaselight/contract'
import { isZone } from '@leaselight/model'
import { Problem } from './problem'
import { cleanText, isRecordId } from './scalars'
import { readAnnotations, readAttributes, readBanners, readFlags, readOfficeHours, readUtterances } from './shapes'

/** Reads one value: JSON text for the store, the epoch ms of an instant, or what is wrong with it. */
export type FieldReader = (value: unknown) => string | number | Problem

const MAX_MONEY = 1e12

function text(value: unknown): string | Problem {
  if (typeof value !== 'string') return new Problem('must be text')
  // A character may take two units, so that only a long text needs to be counted.
  if (value.length > MAX_TEXT && [...value].length > MAX_TEXT) {
    return new Problem(`must have at most ${MAX_TEXT.toLocaleString('en-US')} characters`)
  }
  return JSON.stringify(cleanText(value))
}

function boundedNumber(field: Field, mustBeWhole: boolean): FieldReader {
  const { min = 0, max = Number.MAX_SAFE_INTEGER } = field
  const expected = `must be ${mustBeWhole ? 'a whole number' : 'a number'} from ${min} to ${max}`
  return (value) => {
    if (typeof value !== 'number' || !(value >= min && value <= max)) return new Problem(expected)
    if (mustBeWhole && !Number.isInteger(value)) return new Problem(expected)
    return String(value)
  }
}

function choice(values: readonly string[]): FieldReader {
  const json = new Map<unknown, string>(values.map((value) => [value, JSON.stringify(value)]))
  const problem = new Problem(`must be one of ${values.join(', ')}`)
  return (value) => json.get(value) ?? problem
}

function list(one: (value: unknown) => string | Problem): FieldReader {
  return (value) => {
    if (!Array.isArray(value)) return new Problem('must be a list')
    const pieces = new Set<string>()
    for (const item of value) {
      const piece = one(item)
      if (piece instanceof Problem) return new Problem(`holds an entry that ${piece.reason}`)
      pieces.add(piece)
    }
    return `[${[...pieces].join(',')}]`
  }
}

const id = (value: unknown): string | Problem =>
  isRecordId(value) ? String(value) : new Problem('must be a positive whole number below 2^53')

const date = (value: unknown): string | Problem =>
  typeof value === 'string' && isStorableDate(value)
    ? `"${value}"`
    : new Problem('must be a date such as 2026-03-08, from 1900 to 2299')

const instant: FieldReader = (value) => {
  const parsed = typeof value === 'string' ? parseInstant(value) : Number.NaN
  if (!Number.isNaN(parsed)) return parsed
  return new Problem('must be an instant with its offset, such as 2026-03-08T14:05:00-07:00, from 1970 to 2199')
}

const money: FieldReader = (value) => {
  if (typeof value !== 'number' || !(value >= 0 && value <= MAX_MONEY))
    return new Problem('must be an amount of money, 0 or more')
  // Printed with two decimals and read back, it is the same number only if it had no third one.
  return Number(value.toFixed(2)) === value ? value.toFixed(2) : new Problem('must have at most two decimals')
}

const boolean: FieldReader = (value) => {
  if (value === true) return '1'
  return value === false ? '0' : new Problem('must be true or false')
}

const zone: FieldReader = (value) =>
  typeof value === 'string' && isZone(value)
    ? JSON.stringify(value)
    : new Problem('must be a time zone such as America/Denver')

const handle: FieldReader = (value) => (isRecordId(value) ? `"${value}"` : text(value))

/** The reader of a field. Absent values never come here. */
export function fieldReader(field: Field): FieldReader {
  switch (field.kind) {
    case 'id':
      return id
    case 'text':
      return text
    case 'handle':
      return handle
    case 'choice':
      return choice(field.values ?? [])
    case 'zone':
      return zone
    case 'instant':
      return instant
    case 'date':
      return date
    case 'boolean':
      return boolean
    case 'money':
      return money
    case 'whole':
      return boundedNumber(field, true)
    case 'number':
      return boundedNumber(field, false)
    case 'ids':
      return list(id)
    case 'dates':
      return list(date)
    case 'choices': {
      const one = choice(field.values ?? [])
      return list((value) => {
        const piece = one(value)
        return typeof piece === 'number' ? String(piece) : piece
      })
    }
    case 'attributes':
      return readAttributes
    case 'flags':
      return readFlags
    case 'officeHours':
      return readOfficeHours
    case 'banners':
      return readBanners
    case 'utterances':
      return readUtterances
    case 'annotations':
      return readAnnotations
  }
}
