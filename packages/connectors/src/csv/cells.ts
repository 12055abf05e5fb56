import type { Field } from '@leaselight/contract'
import type { Moment } from '../moments'
import { meaningfulText, splitName } from '../texts'
import { type DateReader, dateReader } from './dateFormat'
import type { FieldRule } from './mapping'

/** Why a cell can't be turned into its field, as the end of a sentence. */
export class CellProblem {
  constructor(readonly reason: string) {}
}

/** An instant as it was written, with or without an hour. */
export class WrittenMoment {
  constructor(readonly moment: Moment) {}
}

/** Converts a cell's text into a field's value. The import validates the value itself. */
export type CellReader = (text: string, zone: string) => unknown

const TRUE = new Set(['true', 'yes', 'y', '1', 'x', 't'])
const FALSE = new Set(['false', 'no', 'n', '0', 'f'])
const JSON_KINDS: readonly Field['kind'][] = [
  'attributes',
  'flags',
  'officeHours',
  'banners',
  'utterances',
  'annotations',
]
const LISTS: readonly Field['kind'][] = ['ids', 'dates', 'choices']

/** The converter of a field's cells, by its rule. */
export function cellReader(field: Field, rule: FieldRule): CellReader {
  const { kind } = field
  if (kind === 'instant' || kind === 'date') return dateCell(kind, dateReader(rule.format))
  if (kind === 'boolean') return booleanCell
  if (kind === 'id' || kind === 'whole' || kind === 'number') return numberCell(rule.decimal, '')
  if (kind === 'money') return numberCell(rule.decimal, '$€£')
  if (JSON_KINDS.includes(kind)) return jsonCell
  if (LISTS.includes(kind)) return listCell(kind, rule.separator)
  const { part } = rule
  if (part) return (text) => splitName(text)[part]
  return (text) => (kind === 'text' ? meaningfulLines(text) : text.trim())
}

/** Text keeps its line breaks; placeholders for "nothing" become ''. */
const meaningfulLines = (text: string): string => (meaningfulText(text) === '' ? '' : text.trim())

function dateCell(kind: 'instant' | 'date', read: DateReader | undefined): CellReader {
  return (text, zone) => {
    if (meaningfulText(text) === '') return ''
    const moment = read?.(text, zone)
    if (!moment) return new CellProblem(`“${text.trim().slice(0, 40)}” is not a date of the format, from 1970 to 2199`)
    return kind === 'date' ? moment.day : new WrittenMoment(moment)
  }
}

const booleanCell: CellReader = (text) => {
  const word = text.trim().toLowerCase()
  if (TRUE.has(word)) return true
  if (FALSE.has(word)) return false
  return word === '' ? '' : new CellProblem(`“${text.trim().slice(0, 40)}” is neither yes nor no`)
}

function numberCell(decimal: '.' | ',', signs: string): CellReader {
  return (text) => {
    const bare = [...text].filter((letter) => !/\s/.test(letter) && !signs.includes(letter)).join('')
    if (bare === '') return ''
    const plain = decimal === ',' ? bare.replaceAll('.', '').replace(',', '.') : bare.replaceAll(',', '')
    return /^-?\d+(\.\d+)?$/.test(plain)
      ? Number(plain)
      : new CellProblem(`“${text.trim().slice(0, 40)}” is not a number`)
  }
}

const jsonCell: CellReader = (text) => {
  if (text.trim() === '') return ''
  try {
    return JSON.parse(text)
  } catch {
    return new CellProblem(`“${text.trim().slice(0, 40)}” is not JSON`)
  }
}

function listCell(kind: Field['kind'], separator: string): CellReader {
  return (text) => {
    const items = text
      .split(separator)
      .map((item) => item.trim())
      .filter((item) => item !== '')
    return kind === 'ids' ? items.map((item) => (/^\d+$/.test(item) ? Number(item) : item)) : items
  }
}
