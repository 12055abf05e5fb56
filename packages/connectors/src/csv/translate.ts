import { entityOf } from '@leaselight/contract'
import { InputError } from '@leaselight/model'
import { Ids } from '../ids'
import { isoOf } from '../moments'
import type { ReferenceProperty } from '../referenceData'
import { emptyCounts, type ReadCounts, removedProperty, type Translation } from '../report'
import { AgentProperties } from './agents'
import { CellProblem, cellReader, mappedReader, WrittenMoment } from './cells'
import { type CsvMapping, entityNamedBy, type FieldRule, fieldOf } from './mapping'
import { type CsvRow, readRows } from './read'

/** Translates a table by its mapping; returns what was read and, where it broke off, why. */
export async function translateCsv(
  chunks: AsyncIterable<Uint8Array>,
  mapping: CsvMapping,
  { reference, sink, ids = new Ids(), former, pause }: Translation,
): Promise<{ read: Record<string, ReadCounts>; stopped: string | null }> {
  const rows = emptyCounts()
  let table: Table | undefined
  let stopped: string | null = null
  const onNote = (note: string) => sink.note('file', 'encoding', note)
  for await (const read of readRows(chunks, mapping, onNote)) {
    for (const row of read) {
      if (row.unreadable) {
        stopped = row.unreadable
        rows.read++
        rows.refused++
        sink.reject({ entity: 'row', line: row.line, id: null, field: '', reason: row.unreadable })
        continue
      }
      if (!table) {
        table = new Table(mapping, row.cells, { reference, ids, sink, former })
        for (const unused of table.unused) sink.unused(unused)
        continue
      }
      rows.read++
      const made = table.record(row)
      if (made === 'skipped') rows.skipped++
      else if (made instanceof RowProblem) {
        rows.refused++
        sink.reject({ entity: 'row', line: row.line, id: made.id, field: made.field, reason: made.reason })
      } else {
        rows.taken++
        sink.record(mapping.entity, row.line, made)
      }
    }
    await pause()
  }
  if (!table) throw new InputError(stopped ?? 'The file is empty: it has no header that names its columns.')
  return { read: { rows }, stopped }
}

class RowProblem {
  constructor(
    readonly id: string | null,
    readonly field: string,
    readonly reason: string,
  ) {}
}

type FieldMaker = (cells: readonly string[], owner: Owner) => unknown

/** Converts a value that the mapping states. */
type FieldValue = (value: unknown, owner: Owner) => unknown

/** A row's owner: the company and property to derive ids from, the zone to read wall times in. */
interface Owner {
  companyId: number
  propertyId: number
  zone: string | undefined
}

/** Owner fields come first: ids and times of the other fields need them. */
const OWNERS = ['property_id', 'company_id']

type TableContext = Pick<Translation, 'reference' | 'sink' | 'former'> & { ids: Ids }

class Table {
  /** Columns that the mapping does not name. */
  readonly unused: string[]
  readonly #mapping: CsvMapping
  readonly #columns: number
  readonly #makers: readonly (readonly [field: string, make: FieldMaker])[]
  readonly #skips: readonly { index: number; values: ReadonlySet<string> }[]
  readonly #context: TableContext
  readonly #agents: AgentProperties
  readonly #idOf: (cells: readonly string[]) => string
  /** The field that dates a record which can say that its hour is not known. */
  readonly #mayLackHour: string | undefined

  constructor(mapping: CsvMapping, header: readonly string[], context: TableContext) {
    this.#mapping = mapping
    this.#context = context
    this.#agents = new AgentProperties(mapping.fields.id?.derive === 'company', context.sink)
    const names = header.map((name) => name.trim())
    this.#columns = names.length
    const used = new Set<number>()
    const find = (name: string): number => {
      const index = indexOf(names, name)
      used.add(index)
      return index
    }
    const entries = Object.entries(mapping.fields).sort(([a], [b]) => OWNERS.indexOf(b) - OWNERS.indexOf(a))
    this.#makers = entries.map(([field, rule]) => [field, this.#maker(field, rule, find)])
    this.#skips = mapping.skip.map(({ column, values }) => ({
      index: find(column),
      values: new Set(values.map(plain)),
    }))
    const { id } = mapping.fields
    const idText = id && id.value === undefined ? textMaker(id, find) : () => ''
    this.#idOf = idText
    const { datedBy, fields } = entityOf(mapping.entity)
    this.#mayLackHour = fields.day_only ? datedBy : undefined
    this.unused = names.filter((_, index) => !used.has(index))
  }

  /** The row as a record, or why it can't be one. */
  record({ cells }: CsvRow): object | RowProblem | 'skipped' {
    if (cells.length !== this.#columns)
      return new RowProblem(null, '', `The row has ${cells.length} cells, the header ${this.#columns}.`)
    if (this.#skips.some(({ index, values }) => values.has(plain(cells[index] ?? '')))) return 'skipped'
    const id = this.#idOf(cells).slice(0, 200) || null
    const record: Record<string, unknown> = {}
    const owner: Owner = { companyId: 0, propertyId: 0, zone: this.#mapping.time_zone }
    for (const [field, make] of this.#makers) {
      const value = make(cells, owner)
      if (value instanceof CellProblem) return new RowProblem(id, field, `${field}: ${value.reason}.`)
      // An empty cell is a missing field.
      if (value instanceof WrittenMoment) {
        if (field === this.#mayLackHour && !value.moment.hasHour) record.day_only ??= true
        record[field] = isoOf(value.moment.instant)
      } else if (value !== '' && value !== null && value !== undefined) record[field] = value
      if (!OWNERS.includes(field)) continue
      const place = this.#own(record, owner)
      if (place instanceof CellProblem) return new RowProblem(id, field, place.reason)
    }
    const claimed = this.#claim(record, owner)
    return claimed instanceof CellProblem ? new RowProblem(id, 'id', claimed.reason) : record
  }

  /** Rejects an id that a row of another property has: one of the two records would replace the other. */
  #claim(record: Record<string, unknown>, { companyId, propertyId }: Owner): CellProblem | undefined {
    const { id } = record
    const { ids, reference, sink } = this.#context
    if (this.#mapping.entity === 'agents') return this.#agents.claim(record)
    if (typeof id !== 'number' || !Number.isSafeInteger(id) || propertyId === 0) return undefined
    const claim = ids.claim(id, propertyId)
    if (claim === 'new') return undefined
    if (claim === 'again') {
      sink.note('row', 'id', 'An earlier row has the same id; the last one counts.')
      return undefined
    }
    const isShared = entityOf(this.#mapping.entity).unique === 'installation'
    if (!isShared && reference.property(claim.moved)?.companyId !== companyId) return undefined
    return new CellProblem(
      `id: an earlier row has the same id at property ${claim.moved}, this one is at property ${propertyId}. "derive": true makes ids that differ by property.`,
    )
  }

  #own(record: Record<string, unknown>, owner: Owner): ReferenceProperty | CellProblem | undefined {
    const { property_id: property, company_id: company, time_zone: zone } = record
    if (typeof company === 'number') owner.companyId = company
    if (typeof zone === 'string') owner.zone ??= zone
    if (typeof property !== 'number' || this.#mapping.entity === 'properties') return undefined
    const place = this.#context.reference.property(property)
    if (!place) return new CellProblem(`property_id: the property ${property} is not in the data.`)
    owner.companyId = place.companyId
    owner.propertyId = place.id
    if (place.isRemoved) this.#context.sink.note('row', 'property_id', removedProperty(place.id))
    owner.zone ??= place.zone
    return place
  }

  #maker(field: string, rule: FieldRule, find: (name: string) => number): FieldMaker {
    const { entity } = this.#mapping
    const declared = fieldOf(entity, field) ?? entityOf(entity).fields.id
    if (!declared) return () => undefined
    const mapped = mappedReader(declared, rule)
    const stated: FieldValue = (value, owner) =>
      rule.derive && typeof value === 'string' && value !== ''
        ? this.#derive(field, value, rule, owner)
        : mapped(value, rule.time_zone ?? owner.zone ?? 'UTC')
    if (rule.value !== undefined) return (_, owner) => stated(rule.value, owner)
    const text = textMaker(rule, find)
    const read = rule.derive ? undefined : cellReader(declared, rule)
    const values = rule.values && new Map(Object.entries(rule.values).map(([theirs, ours]) => [plain(theirs), ours]))
    return (cells, owner) => {
      const written = text(cells)
      if (values?.has(plain(written))) return stated(values.get(plain(written)), owner)
      if (values && rule.otherwise !== undefined) return stated(rule.otherwise, owner)
      if (values && plain(written) !== '')
        return new CellProblem(`“${written.trim().slice(0, 60)}” is not among the mapping’s values`)
      if (plain(written) === '') return stated(rule.otherwise, owner)
      return read ? read(written, rule.time_zone ?? owner.zone ?? 'UTC') : this.#derive(field, written, rule, owner)
    }
  }

  #derive(field: string, written: string, { derive }: FieldRule, owner: Owner): number | CellProblem {
    const { companyId, propertyId } = owner
    const entity = entityNamedBy(this.#mapping.entity, field)
    if (!entity || companyId === 0)
      return new CellProblem('an id can only be derived where property_id or company_id is known')
    const { system } = this.#mapping
    const key = { entity, companyId, system, key: written.trim() }
    const { ids, former } = this.#context
    if (derive === 'company' || entityOf(entity).owner !== 'property') return ids.of(key) ?? TAKEN
    if (propertyId === 0) return new CellProblem('an id can only be derived where property_id is known')
    former?.add(field, key)
    return ids.of({ ...key, propertyId }) ?? TAKEN
  }
}

const TAKEN = new CellProblem('the id derived for it belongs to another record of this file')

/** The text of a rule's columns, joined. */
function textMaker(
  { column, columns, join }: FieldRule,
  find: (name: string) => number,
): (cells: readonly string[]) => string {
  const indexes = (columns ?? (column === undefined ? [] : [column])).map(find)
  return (cells) =>
    indexes
      .map((index) => (cells[index] ?? '').trim())
      .filter((text) => text !== '')
      .join(join)
}

const plain = (text: string): string => text.trim().toLowerCase()

function indexOf(names: readonly string[], name: string): number {
  const found = names.flatMap((one, index) => (plain(one) === plain(name) ? [index] : []))
  const [index] = found
  if (index === undefined)
    throw new InputError(
      `The file has no column “${name}”. It has: ${names
        .map((one) => `“${one}”`)
        .join(', ')
        .slice(0, 2_000)}.`,
    )
  if (found.length > 1)
    throw new InputError(`The file has ${found.length} columns “${name}”, so it is unclear which one is meant.`)
  return index
}
