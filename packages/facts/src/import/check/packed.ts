import { type EntityName, entityOf } from '@leaselight/contract'
import { instantsOf } from '../../tables/columns'
import type { CheckedBunch, RejectedRecord } from './checker'
import { inspectedField, type Row } from './validator'

/**
 * Checked records on their way from one thread to another: numbers in one list and bodies in one text, which travel at a
 * copy's cost. As objects they would take longer than their check.
 */
export interface PackedBunch {
  /** The bodies, one after the other. A row's body is a slice of it, which takes no copy either. */
  text: string
  /** For each row `NUMBERS` and then its instants. */
  numbers: Float64Array<ArrayBuffer>
  rowWidth: number
  /** The keys, of entities whose keys are texts. */
  handles: string[]
  /** The inspected fields, of entities that have one. */
  inspected: string[]
  rejected: RejectedRecord[]
  bytes: number
}

/**
 * How many numbers a row has before its instants: line, id, company, property, prospect, whether it is deleted, where its
 * body ends in the text, and from where to where its person stands in the body.
 */
const NUMBERS = 9
/** Where among them the end of the body is. */
const END = 6

/** How an entity's rows are packed. */
interface Layout {
  /** How many instants a row has. */
  instants: number
  /** How many numbers it has with them. */
  width: number
  hasHandles: boolean
  isInspected: boolean
}

function layoutOf(name: EntityName): Layout {
  const instants = instantsOf(name).length
  return {
    instants,
    width: NUMBERS + instants,
    hasHandles: entityOf(name).key !== 'id',
    isInspected: inspectedField(name) !== undefined,
  }
}

/** The records as they travel. */
export function pack(name: EntityName, { rows, rejected, bytes }: CheckedBunch): PackedBunch {
  const { instants, width, hasHandles, isInspected } = layoutOf(name)
  const numbers = new Float64Array(rows.length * width)
  let text = ''
  for (const [index, row] of rows.entries()) {
    text += row.body
    const first = index * width
    numbers[first] = row.line
    numbers[first + 1] = hasHandles ? 0 : Number(row.id)
    numbers[first + 2] = row.companyId
    numbers[first + 3] = row.propertyId
    numbers[first + 4] = row.prospectId
    numbers[first + 5] = row.deleted ? 1 : 0
    numbers[first + 6] = text.length
    numbers[first + 7] = row.person?.at ?? -1
    numbers[first + 8] = row.person?.end ?? -1
    for (let at = 0; at < instants; at++) numbers[first + NUMBERS + at] = row.instants[at] ?? Number.NaN
  }
  return {
    ...{ text, numbers, rowWidth: width, rejected, bytes },
    handles: hasHandles ? rows.map(({ id }) => String(id)) : [],
    inspected: isInspected ? rows.map(({ inspected }) => inspected) : [],
  }
}

/** The records as they were packed. */
export function unpack(name: EntityName, bunch: PackedBunch): CheckedBunch {
  const { numbers, rowWidth, rejected, bytes } = bunch
  const { hasHandles } = layoutOf(name)
  const count = numbers.length / rowWidth
  const rows = new Array<Row>(count)
  let start = 0
  for (let index = 0; index < count; index++) {
    rows[index] = new PackedRow(bunch, hasHandles, index, start)
    start = numbers[index * rowWidth + END] ?? start
  }
  return { rows, rejected, bytes }
}

/** A row that reads from its bunch: a batch holds a hundred thousand, and the garbage collector moves whatever they hold. */
class PackedRow implements Row {
  readonly id: number | string
  companyId: number
  readonly propertyId: number
  inspected: string
  readonly #bunch: PackedBunch
  readonly #first: number
  readonly #start: number

  constructor(bunch: PackedBunch, hasHandles: boolean, index: number, start: number) {
    this.#bunch = bunch
    this.#first = index * bunch.rowWidth
    this.#start = start
    this.id = hasHandles ? (bunch.handles[index] ?? '') : this.#number(1)
    this.companyId = this.#number(2)
    this.propertyId = this.#number(3)
    this.inspected = bunch.inspected[index] ?? ''
  }

  get line(): number {
    return this.#number(0)
  }

  get prospectId(): number {
    return this.#number(4)
  }

  get deleted(): boolean {
    return this.#number(5) === 1
  }

  get body(): string {
    return this.#bunch.text.slice(this.#start, this.#number(END))
  }

  get person(): Row['person'] {
    const at = this.#number(7)
    return at < 0 ? undefined : { at, end: this.#number(8) }
  }

  get instants(): number[] {
    const { numbers, rowWidth } = this.#bunch
    const found: number[] = []
    if (this.deleted) return found
    for (let at = this.#first + NUMBERS; at < this.#first + rowWidth; at++) found.push(numbers[at] ?? Number.NaN)
    return found
  }

  #number(at: number): number {
    return this.#bunch.numbers[this.#first + at] ?? 0
  }
}
