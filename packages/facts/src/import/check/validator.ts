import { brokenOrders, type EntityName, entityOf, type Field, type Gap, gapsIn, type Order } from '@leaselight/contract'
import { tableColumns } from '../../tables/columns'
import { instantJson } from '../date/time'
import { NoteList, UnusedNames } from '../report'
import { type FieldReader, fieldReader } from './fields'
import { Problem } from './problem'
import { cleanText, isObject, isRecordId } from './scalars'
import { annotationsMatch } from './shapes'

/** A record that keeps the contract by itself; whose it is and on which day it lies is found when it is committed. */
export interface Row {
  readonly line: number
  readonly id: number | string
  /** 0 until the property's company is looked up. */
  companyId: number
  /** 0 when the record belongs to the company alone. */
  readonly propertyId: number
  /** The person it is about; 0 when it names none. */
  readonly prospectId: number
  readonly deleted: boolean
  /**
   * JSON of the contract's columns that the table has besides company and key, joined by commas; '' when deleted. One
   * text and not a list: a batch holds a hundred thousand rows, and so many small texts keep the garbage collector busy.
   */
  readonly body: string
  /** Where in the body the person stands, of records that outlive theirs. */
  readonly person?: { at: number; end: number } | undefined
  /** JSON of the one field that the import itself reads, see `inspectedField`. */
  inspected: string
  /** Epoch ms of each instant field, in order; NaN = none. */
  readonly instants: readonly number[]
}

/** A row while it is made. */
export type RowDraft = { -readonly [field in keyof Omit<Row, 'instants'>]: Row[field] } & { instants: number[] }

const INSPECTED_FIELDS: Partial<Record<EntityName, string>> = {
  prospects: 'not_a_prospect',
  sources: 'parent_id',
  properties: 'time_zone',
}

/** The field that the import itself reads: what marks a prospect, places a source, dates a property's facts or the record. */
export function inspectedField(name: EntityName): string | undefined {
  const { datedBy, fields } = entityOf(name)
  const isDatedByDate = datedBy !== undefined && fields[datedBy]?.kind === 'date'
  return INSPECTED_FIELDS[name] ?? (isDatedByDate ? datedBy : undefined)
}

/** Checks the records of one entity. Compiled from its declaration once, since an import asks millions of times. */
export class Validator {
  readonly name: EntityName
  /** Fields that came in but are not in the contract: reported once, else ignored. */
  readonly unused = new UnusedNames()
  /** What valid records lack although reports need it, and dates of theirs that can't be. */
  readonly notes = new NoteList()
  readonly #gaps: readonly Gap[]
  readonly #orders: readonly Order[]
  readonly #key: 'id' | 'thread_id'
  readonly #owners: readonly string[]
  readonly #known: ReadonlySet<string>
  readonly #fields: readonly { name: string; field: Field; read: FieldReader; empty: string; isInstant: boolean }[]
  readonly #readKey: FieldReader
  readonly #watched: number
  /** Where among the fields the person stands; -1 when records name none. */
  readonly #person: number
  readonly #outlivesPerson: boolean
  /** Used again for each record. */
  readonly #pieces: string[] = []

  constructor(name: EntityName) {
    const { fields, key, outlivesPerson = false, gaps = [], orders = [] } = entityOf(name)
    this.#gaps = gaps
    this.#orders = orders
    const inspected = inspectedField(name)
    this.name = name
    this.#key = key
    this.#readKey = fieldReader({ kind: key === 'id' ? 'id' : 'handle', required: true, nullable: false })
    this.#owners = ['property_id', 'company_id'].filter((owner) => owner in fields)
    this.#known = new Set([...Object.keys(fields), 'deleted'])
    const empty = new Map(tableColumns[name].map((column) => [column.field, column.empty]))
    this.#fields = Object.entries(fields)
      .filter(([field]) => field !== key && field !== 'company_id')
      .map(([field, declared]) => ({
        name: field,
        field: declared,
        read: fieldReader(declared),
        empty: empty.get(field) ?? 'null',
        isInstant: declared.kind === 'instant',
      }))
    this.#watched = this.#fields.findIndex((field) => field.name === inspected)
    this.#person = this.#fields.findIndex((field) => field.name === 'prospect_id')
    this.#outlivesPerson = outlivesPerson
  }

  /** The record as a row, or the first thing that is wrong with it. */
  validate(record: unknown, line: number): Row | Problem {
    if (!isObject(record)) return new Problem('is not a record: a JSON object is expected')
    for (const field in record) if (!this.#known.has(field)) this.unused.add(field)
    const key = record[this.#key]
    if (key === null || key === undefined) return new Problem('is missing', this.#key)
    const read = this.#readKey(key)
    if (read instanceof Problem) return new Problem(read.reason, this.#key)
    if (key === '') return new Problem('must not be empty', this.#key)
    const id = this.#key === 'id' ? Number(key) : cleanText(String(key))
    const row: RowDraft = {
      line,
      id,
      companyId: 0,
      propertyId: 0,
      prospectId: this.name === 'prospects' ? Number(id) : 0,
      deleted: false,
      body: '',
      inspected: '',
      instants: [],
    }
    const { deleted } = record
    if (deleted === true) return this.#remove(record, row)
    if (deleted !== undefined && deleted !== null && deleted !== false)
      return new Problem('must be true or false', 'deleted')
    return this.#fill(record, row) ?? row
  }

  #fill(record: Record<string, unknown>, row: RowDraft): Problem | undefined {
    const pieces = this.#pieces
    pieces.length = 0
    for (const { name, field, read, empty, isInstant } of this.#fields) {
      const value = record[name]
      if (value === undefined || value === null) {
        if (field.required) return new Problem('is missing', name)
        pieces.push(empty)
        if (isInstant) row.instants.push(Number.NaN)
        continue
      }
      const piece = read(value)
      if (piece instanceof Problem) return new Problem(piece.reason, name)
      if (typeof piece === 'string') pieces.push(piece)
      else {
        pieces.push(instantJson(piece))
        row.instants.push(piece)
      }
    }
    row.body = pieces.join(',')
    row.inspected = pieces[this.#watched] ?? ''
    const { prospect_id } = record
    if (typeof prospect_id === 'number' && this.#person >= 0) {
      row.prospectId = prospect_id
      if (this.#outlivesPerson) {
        const before = pieces.slice(0, this.#person).reduce((sum, { length }) => sum + length + 1, 0)
        row.person = { at: before, end: before + (pieces[this.#person]?.length ?? 0) }
      }
    }
    const problem = this.#own(record, row, true) ?? this.#checkWhole(record)
    if (problem) return problem
    for (const { field, effect } of gapsIn(this.#gaps, record)) this.notes.add(this.name, field, effect)
    for (const { field, effect } of brokenOrders(this.#orders, record)) this.notes.add(this.name, field, effect)
    return undefined
  }

  /** A removal needs its id and its owner only. */
  #remove(record: Record<string, unknown>, row: RowDraft): Problem | Row {
    row.deleted = true
    // A removed property still dates its facts, so a zone that comes with the removal is read.
    const zone = this.name === 'properties' ? this.#fields[this.#watched]?.read(record.time_zone) : undefined
    if (typeof zone === 'string') row.inspected = zone
    return this.#own(record, row, false) ?? row
  }

  #own(record: Record<string, unknown>, row: RowDraft, needsAll: boolean): Problem | undefined {
    if (this.name === 'companies') {
      row.companyId = Number(row.id)
      return undefined
    }
    let found = false
    for (const owner of this.#owners) {
      const value = record[owner]
      if (value === undefined || value === null) {
        if (needsAll) return new Problem('is missing', owner)
        continue
      }
      if (!isRecordId(value)) return new Problem('must be a positive whole number below 2^53', owner)
      if (owner === 'property_id') row.propertyId = value
      else row.companyId = value
      found = true
    }
    return found ? undefined : new Problem('is missing', this.#owners[0])
  }

  #checkWhole({ utterances, annotations }: Record<string, unknown>): Problem | undefined {
    if (this.name !== 'transcripts') return undefined
    return annotationsMatch(utterances, annotations)
      ? undefined
      : new Problem('name an utterance that is not there', 'annotations')
  }
}
