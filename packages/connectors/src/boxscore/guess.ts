import { reconcileLines } from '@leaselight/model'
import { type DateGuess, guessDates } from '../guess/dates'
import { isMostly, nameScore, plainWords } from '../guess/names'
import { type Column, SampledTable, type TableOwner } from '../guess/table'
import { FULL_NAME, fieldNames } from '../guess/vocabulary'
import { numberOf } from '../numbers'
import type { BoxscoreMapping, RecordField } from './mapping'
import { isSumRow } from './read'
import type { BoxscoreTable } from './table'

/** A first mapping of another system's boxscore, and the names in it that have no counterpart yet. */
export interface BoxscoreGuess {
  mapping: BoxscoreMapping
  /** Their properties without one of ours. */
  unknownProperties: string[]
  /** Their lines, as words of a column or as columns, without one of ours. */
  unknownLines: string[]
}

const SAMPLE = 500
const isNumber = (text: string): boolean => numberOf(text) !== undefined

/** Guesses how a table is to be read, from its header and its values; with a form, as that one. */
export function guessBoxscore(
  { columns, rows }: BoxscoreTable,
  owner: TableOwner,
  form?: BoxscoreMapping['form'],
): BoxscoreGuess {
  const table = new SampledTable({ columns, rows: rows.slice(0, SAMPLE).map(({ cells }) => cells) }, owner)
  const property = propertyColumn(table)
  const others = table.columns.filter((column) => column !== property)
  // A column of zeros has no values that say anything, and is one of numbers all the same.
  const hasNumbers = ({ name }: Column) =>
    isMostly(
      rows.slice(0, SAMPLE).flatMap(({ cells }) => cells[columns.indexOf(name)] || []),
      isNumber,
    )
  const wide = others.flatMap((column) => {
    const line = lineOf(column.name)
    return line && hasNumbers(column) ? [[column.name, line] as const] : []
  })
  const lineColumn = best(others, ({ values }) => share(values, (value) => lineOf(value) !== undefined))
  const count = others.find(
    (column) => column !== lineColumn && isMostly(column.values, isNumber) && COUNT.test(column.words),
  )
  const fields = recordColumns(others.filter((column) => column !== lineColumn))
  const chosen = form ?? formOf(wide.length, lineColumn !== undefined && count !== undefined, fields)
  const words = chosen === 'columns' ? others.filter(hasNumbers).map(({ name }) => name) : (lineColumn?.values ?? [])
  const lines = Object.fromEntries(
    chosen === 'columns'
      ? wide
      : words.flatMap((word) => {
          const line = lineOf(word)
          return line ? [[word, line]] : []
        }),
  )
  const theirs = property?.values ?? []
  const properties = Object.fromEntries(
    theirs.flatMap((value) => {
      const id = table.property(value)
      return id === undefined ? [] : [[value, id]]
    }),
  )
  const day = chosen === 'records' ? dayColumn(others, fields) : undefined
  const [one] = owner.properties
  return {
    mapping: {
      form: chosen,
      property: property?.name ?? null,
      only: property ? null : owner.properties.length === 1 ? (one?.id ?? null) : null,
      communities: properties,
      line: chosen === 'columns' ? null : (lineColumn?.name ?? null),
      every: chosen === 'records' && !lineColumn ? lineOfRecords(columns) : null,
      lines,
      count: chosen === 'rows' ? (count?.name ?? null) : null,
      fields: chosen === 'records' ? { ...fields, ...(day && { day: day.name }) } : {},
      format: day?.guess.format ?? null,
    },
    unknownProperties: theirs.filter((value) => !Object.hasOwn(properties, value) && !isSumRow(value)),
    unknownLines: words.filter((word) => !Object.hasOwn(lines, word)),
  }
}

const COUNT = /\b(count|number|total|value|amount|qty|quantity|actual|mtd|period)\b/

const formOf = (wide: number, isLong: boolean, fields: object): BoxscoreMapping['form'] => {
  const names = Object.keys(fields).length
  if (wide >= 2 || (wide === 1 && names === 0)) return 'columns'
  return isLong && names <= 1 ? 'rows' : 'records'
}

/** The line that a name means; undefined when none has it. */
function lineOf(name: string): string | undefined {
  const words = plainWords(name)
  return reconcileLines.find(({ label, names }) => [label, ...names].some((one) => plainWords(one) === words))?.key
}

const share = (values: readonly string[], test: (value: string) => boolean): number =>
  values.length === 0 ? 0 : values.filter(test).length / values.length

/** The column with the highest score of at least one half. */
function best(columns: readonly Column[], score: (column: Column) => number): Column | undefined {
  const [first] = columns
    .map((column) => ({ column, score: score(column) }))
    .filter((one) => one.score >= 0.5)
    .sort((a, b) => b.score - a.score)
  return first?.column
}

/** The column that names properties: by its values, or else by its name. */
function propertyColumn(table: SampledTable): Column | undefined {
  const named = (column: Column) => nameScore(column.words, fieldNames('prospects', 'property_id'))
  const isText = ({ values }: Column) => values.some((value) => !isNumber(value))
  return (
    best(
      table.columns.filter((column) => isText(column) || named(column) > 0),
      ({ values }) => share(values, (value) => table.property(value) !== undefined),
    ) ?? best(table.columns.filter(isText), (column) => named(column))
  )
}

/** The columns that name a record, the best pairs first, each used once. */
function recordColumns(columns: readonly Column[]): Partial<Record<RecordField, string>> {
  const names: Partial<Record<RecordField, readonly string[]>> = {
    id: ['id', ...fieldNames('visits', 'prospect_id'), 'record id', 'lease id', 'tour id', 'resident id', 'tcode'],
    first_name: fieldNames('prospects', 'first_name'),
    last_name: fieldNames('prospects', 'last_name'),
    email: fieldNames('prospects', 'email'),
    phone: fieldNames('prospects', 'phone'),
    name: [...FULL_NAME, 'resident', 'resident name', 'tenant', 'applicant'],
    unit: fieldNames('leases', 'unit_id'),
    source: fieldNames('prospects', 'source'),
  }
  const pairs = Object.entries(names).flatMap(([field, known]) =>
    columns.map((column) => ({ field, column, score: nameScore(column.words, known) })),
  )
  const found: Partial<Record<string, string>> = {}
  const used = new Set<Column>()
  for (const { field, column, score } of pairs.sort((a, b) => b.score - a.score)) {
    if (score === 0 || used.has(column) || found[field] !== undefined) continue
    // A column of dates is named after what happened.
    if (guessDates(column.values) && field !== 'id') continue
    found[field] = column.name
    used.add(column)
  }
  if (found.first_name !== undefined || found.last_name !== undefined) delete found.name
  return found
}

/** The column with the day of a record. */
function dayColumn(columns: readonly Column[], fields: object): { name: string; guess: DateGuess } | undefined {
  const used: readonly unknown[] = Object.values(fields)
  const dated = columns.flatMap(({ name, words, values }) => {
    const guess = used.includes(name) || isMostly(values, isNumber) ? undefined : guessDates(values)
    return guess ? [{ name, guess, score: nameScore(words, DAY_NAMES) }] : []
  })
  return dated.sort((a, b) => b.score - a.score)[0]
}

const DAY_NAMES = [
  ...[
    'date',
    'event date',
    'activity date',
    'tour date',
    'visit date',
    'lease signed',
    'signed date',
    'application date',
  ],
  ...['move in date', 'move out date', 'notice date', 'created date', 'created', 'first contact date', 'show date'],
]

/** What the rows are, by the names of all columns: `Tour date` speaks of visits. */
function lineOfRecords(columns: readonly string[]): string | null {
  const words = columns.map(plainWords).join(' ')
  const found = SIGNS.find(([sign]) => sign.test(words))
  return found?.[1] ?? null
}

const SIGNS: readonly (readonly [RegExp, string])[] = [
  [/\b(tour|visit|show|showing)\b/, 'visits'],
  [/\b(appointment|appt)\b/, 'appointments'],
  [/\bmove in\b/, 'moveIns'],
  [/\bmove out\b/, 'moveOuts'],
  [/\bnotice\b/, 'notices'],
  [/\b(applied|application|applicant)\b/, 'applications'],
  [/\b(lease|signed)\b/, 'leases'],
  [/\b(lead|guest card|created|first contact|inquiry)\b/, 'prospects'],
]
