import type { EntityName } from '@leaselight/contract'
import { type ReadOptions, readRecords } from '../read/records'
import type { ImportSource, RawRecord } from '../read/source'
import type { Note, UnusedFields } from '../report'
import { Problem, type RejectionInput } from './problem'
import { isObject } from './scalars'
import { type Row, Validator } from './validator'

/** A record that breaks the contract, with the owners that it names: 0 where it names none. */
export interface RejectedRecord extends Omit<RejectionInput, 'entity'> {
  propertyId: number
  companyId: number
}

/** Some records after the check, each in one of the lists, and how many bytes they were. */
export interface CheckedBunch {
  rows: Row[]
  rejected: RejectedRecord[]
  bytes: number
}

/** What is known once all records of a source are checked. */
export interface CheckEnd {
  unused: UnusedFields[]
  notes: Note[]
  moreNotes: number
}

/** The checked records of a source, in their order, some at a time. */
export interface CheckedSource {
  bunches: AsyncIterable<CheckedBunch>
  /** Once the last of them came. */
  end(): CheckEnd
}

/** read → check, by the thread that calls. */
export function checkHere(source: ImportSource, options: ReadOptions): CheckedSource {
  const { entity } = options
  const validator = new Validator(entity)
  async function* bunches(): AsyncIterable<CheckedBunch> {
    let bytes = 0
    const records = readRecords(source, options, (count) => {
      bytes += count
    })
    for await (const some of records) {
      yield { ...checkAll(some, validator), bytes }
      bytes = 0
    }
  }
  return { bunches: bunches(), end: () => endOf(validator, entity) }
}

function endOf({ unused, notes }: Validator, entity: EntityName): CheckEnd {
  return { unused: unused.list(entity), notes: notes.list(), moreNotes: notes.moreNotes }
}

function checkAll(records: readonly RawRecord[], validator: Validator): Pick<CheckedBunch, 'rows' | 'rejected'> {
  const rows: Row[] = []
  const rejected: RejectedRecord[] = []
  const reject = ({ line, value }: RawRecord, reason: string, field = '') =>
    rejected.push({ line, ...namesOf(value), field, reason })
  for (const record of records) {
    if (record.unreadable) {
      reject(record, record.unreadable)
      continue
    }
    const row = validator.validate(record.value, record.line)
    if (row instanceof Problem) reject(record, row.sentence, row.field)
    else rows.push(row)
  }
  return { rows, rejected }
}

/** What a rejected record says of itself: its id as it was written, for the file of rejections, and its owners. */
function namesOf(value: unknown): Pick<RejectedRecord, 'id' | 'propertyId' | 'companyId'> {
  if (!isObject(value)) return { id: null, propertyId: 0, companyId: 0 }
  const id = 'id' in value ? value.id : 'thread_id' in value ? value.thread_id : null
  const { property_id: property, company_id: company } = value
  return {
    id: typeof id === 'number' || typeof id === 'string' ? id : null,
    propertyId: typeof property === 'number' ? property : 0,
    companyId: typeof company === 'number' ? company : 0,
  }
}
