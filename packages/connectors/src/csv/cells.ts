import type { Field } from '@leaselight/contract'
import type { Moment } from '../moments'
import { amountOf, type DecimalSign, numberOf } from '../numbers'
import { meaningfulText, splitName } from '../texts'
import { type DateReader, dateReader } from './dateFormat'

/** Why a cell can't be turned into its field, as the end of a sentence. */
export class CellProblem {
  constructor(readonly reason: string) {}
}

/** An instant as it was written, with or without an hour. */
export class WrittenMoment {
  constructor(readonly moment: Moment) {}
}

/** What a mapping says about the way in which a field is written. */
interface CellRule {
  part?: 'first' | 'last' | undefined
  format?: string | undefined
  decimal: DecimalSign
  separator: string
}

/** Converts a cell's text into a field's value. The import validates the value itself. */
export type CellReader = (text: string, zone: string) => unknown

/** Converts a value that the mapping states, as `value`, in `values` or as `otherwise`. */
export type MappedReader = (value: unknown, zone: string) => unknown

const TRUE = new Set(['true', 'yes', 'y', '1', 'x', 't', 'on'])
const FALSE = new Set(['false', 'no', 'n', '0', 'f', 'off'])

const SHOWN = 40
const shown = (text: string): string => `“${text.trim().slice(0, SHOWN)}”`

/** Writes of an enumeration in any case and spacing: `Walk In`, `walk_in` and `walk-in` are the same. */
const choiceKey = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, '')

/** The converter of a field's cells, by its rule. */
export function cellReader(field: Field, rule: CellRule): CellReader {
  switch (field.kind) {
    case 'instant':
    case 'date':
      return dateCell(field.kind, dateReader(rule.format))
    case 'boolean':
      return booleanCell
    case 'id':
    case 'whole':
    case 'number':
      return numberCell((text) => numberOf(text, rule.decimal))
    case 'money':
      return numberCell((text) => amountOf(text, rule.decimal))
    case 'choice':
      return choiceCell(field.values ?? [])
    case 'choices':
      return listCell(rule.separator, choiceCell(field.values ?? []))
    case 'ids':
      return listCell(
        rule.separator,
        numberCell((text) => numberOf(text, rule.decimal)),
      )
    case 'dates':
      return listCell(rule.separator, dateCell('date', dateReader(rule.format)))
    case 'attributes':
    case 'flags':
    case 'officeHours':
    case 'banners':
    case 'utterances':
    case 'annotations':
      return jsonCell
    case 'text': {
      const { part } = rule
      return part ? (text) => splitName(text)[part] : meaningfulLines
    }
    case 'zone':
    case 'handle':
      return (text) => text.trim()
  }
}

/**
 * The converter of the values that the mapping states for a field. They go through the reader of the field's cells, so that
 * `"yes"` means the same everywhere; a date may also be written as the contract writes it.
 */
export function mappedReader(field: Field, rule: CellRule): MappedReader {
  const read = cellReader(field, rule)
  const { format: _, ...anyFormat } = rule
  const readPlain = rule.format === undefined ? undefined : cellReader(field, anyFormat)
  return (value, zone) => {
    if (Array.isArray(value)) return read(JSON.stringify(value), zone)
    if (typeof value === 'boolean' && field.kind !== 'boolean') return read(String(value), zone)
    if (typeof value === 'number' && !NUMERIC.has(field.kind)) return read(String(value), zone)
    // What the mapping states as text is meant, also where a cell's “Unknown” would be empty.
    if (typeof value !== 'string' || field.kind === 'text') return value ?? ''
    const made = read(value, zone)
    return made instanceof CellProblem && readPlain ? readPlain(value, zone) : made
  }
}

const NUMERIC: ReadonlySet<Field['kind']> = new Set(['id', 'whole', 'number', 'money'])

/** Text keeps its line breaks; placeholders for "nothing" become ''. */
const meaningfulLines = (text: string): string => (meaningfulText(text) === '' ? '' : text.trim())

function dateCell(kind: 'instant' | 'date', read: DateReader | undefined): CellReader {
  const range = kind === 'date' ? 'from 1900 to 2299' : 'from 1970 to 2199'
  return (text, zone) => {
    if (meaningfulText(text) === '') return ''
    const moment = read?.(text, zone, kind)
    if (!moment) return new CellProblem(`${shown(text)} is not a date of the format, ${range}`)
    return kind === 'date' ? moment.day : new WrittenMoment(moment)
  }
}

const booleanCell: CellReader = (text) => {
  const word = text.trim().toLowerCase()
  if (TRUE.has(word)) return true
  if (FALSE.has(word)) return false
  return meaningfulText(text) === '' ? '' : new CellProblem(`${shown(text)} is neither yes nor no`)
}

const numberCell =
  (read: (text: string) => number | undefined): CellReader =>
  (text) => {
    const number = read(text)
    if (number !== undefined) return number
    return meaningfulText(text) === '' ? '' : new CellProblem(`${shown(text)} is not a number`)
  }

function choiceCell(values: readonly string[]): CellReader {
  const byKey = new Map(values.map((value) => [choiceKey(value), value]))
  return (text) => {
    const value = byKey.get(choiceKey(text))
    if (value !== undefined) return value
    return meaningfulText(text) === '' ? '' : new CellProblem(`${shown(text)} is not one of ${values.join(', ')}`)
  }
}

const jsonCell: CellReader = (text) => {
  if (meaningfulText(text) === '') return ''
  try {
    return JSON.parse(text)
  } catch {
    return new CellProblem(`${shown(text)} is not JSON`)
  }
}

/** A list of entries between separators, or as JSON. */
function listCell(separator: string, read: CellReader): CellReader {
  return (text, zone) => {
    const items = text.trim().startsWith('[') ? jsonCell(text, zone) : text.split(separator)
    if (!Array.isArray(items)) return items
    const entries = items.map((item) => (typeof item === 'string' ? read(item, zone) : item))
    return entries.find((entry) => entry instanceof CellProblem) ?? entries.filter((entry) => entry !== '')
  }
}
