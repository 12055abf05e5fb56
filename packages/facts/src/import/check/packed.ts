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

/** Where a row's numbers are. */
const AT = {
  line: 0,
  id: 1,
  companyId: 2,
  propertyId: 3,
  prospectId: 4,
  deleted: 5,
  /** Where its body ends in the text. */
  bodyEnd: 6,
  /** The start and end of its person in the body; -1 without a person. */
  personStart: 7,
  personEnd: 8,
}
/** How many there are before its instants. */
const NUMBERS = Object.keys(AT).length

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
    numbers[first + AT.line] = row.line
    numbers[first + AT.id] = hasHandles ? 0 : Number(row.id)
    numbers[first + AT.companyId] = row.companyId
    numbers[first + AT.propertyId] = row.propertyId
    numbers[first + AT.prospectId] = row.prospectId
    numbers[first + AT.deleted] = row.deleted ? 1 : 0
    numbers[first + AT.bodyEnd] = text.length
    numbers[first + AT.personStart] = row.person?.at ?? -1
    numbers[first + AT.personEnd] = row.person?.end ?? -1
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
  const rows = Array.from({ length: count }, (_, index): Row => new PackedRow(bunch, hasHandles, index))
  return { rows, rejected, bytes }
}

/** A row that reads from its bunch: a batch holds a hundred thousand, and the garbage collector moves whatever they hold. */
class PackedRow implements Row {
  readonly id: number | string
  companyId: number
  readonly #bunch: PackedBunch
  readonly #index: number

  constructor(bunch: PackedBunch, hasHandles: boolean, index: number) {
    this.#bunch = bunch
    this.#index = index
    this.id = hasHandles ? (bunch.handles[index] ?? '') : this.#number(AT.id)
    this.companyId = this.#number(AT.companyId)
  }

  get propertyId(): number {
    return this.#number(AT.propertyId)
  }

  get inspected(): string {
    return this.#bunch.inspected[this.#index] ?? ''
  }

  set inspected(json: string) {
    this.#bunch.inspected[this.#index] = json
  }

  get line(): number {
    return this.#number(AT.line)
  }

  get prospectId(): number {
    return this.#number(AT.prospectId)
  }

  get deleted(): boolean {
    return this.#number(AT.deleted) === 1
  }

  get body(): string {
    return this.#bunch.text.slice(this.#start, this.#number(AT.bodyEnd))
  }

  get person(): Row['person'] {
    const at = this.#number(AT.personStart)
    return at < 0 ? undefined : { at, end: this.#number(AT.personEnd) }
  }

  get instants(): number[] {
    const { numbers, rowWidth } = this.#bunch
    const found: number[] = []
    if (this.deleted) return found
    const first = this.#index * rowWidth
    for (let at = first + NUMBERS; at < first + rowWidth; at++) found.push(numbers[at] ?? Number.NaN)
    return found
  }

  /** Where its body begins: where that of the row before it ends. */
  get #start(): number {
    return this.#index === 0 ? 0 : this.#number(AT.bodyEnd - this.#bunch.rowWidth)
  }

  #number(at: number): number {
    return this.#bunch.numbers[this.#index * this.#bunch.rowWidth + at] ?? 0
  }
}
