import { stat } from 'node:fs/promises'
import { type EntityName, type Field, fieldOf } from '@leaselight/contract'
import { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects } from 'hyparquet'
import { compressors } from 'hyparquet-compressors'
import { isObject } from '../check/scalars'
import type { OnBytes, RawRecord } from './source'

/** Rows read at once: a whole row group may hold millions. */
const CHUNK_ROWS = 10_000

/** Reads a Parquet file, a bunch of rows at a time. */
export async function* readParquet(name: EntityName, path: string, onBytes: OnBytes): AsyncIterable<RawRecord[]> {
  const { size } = await stat(path)
  const file = await asyncBufferFromFile(path)
  // What the file holds stands at its end: without that nothing of it can be read.
  const metadata = await parquetMetadataAsync(file).catch(faultOf)
  if (typeof metadata === 'string') {
    yield [unreadable(0, `The file is not Parquet, or only a piece of it: ${metadata}.`)]
    return
  }
  const total = Number(metadata.num_rows)
  for (let start = 0; start < total; start += CHUNK_ROWS) {
    const end = Math.min(start + CHUNK_ROWS, total)
    const rows = await parquetReadObjects({ file, metadata, compressors, rowStart: start, rowEnd: end }).catch(faultOf)
    if (typeof rows === 'string') {
      yield [unreadable(start + 1, `The rest can’t be read: ${rows}.`)]
      return
    }
    onBytes(Math.round(((end - start) / total) * size))
    yield rows.map((row, index) => ({ line: start + index + 1, value: toRecord(name, row) }))
  }
}

/** What is wrong with a file. What is wrong with the disk or the system is not the file's fault. */
function faultOf(error: unknown): string {
  if (!(error instanceof Error) || 'syscall' in error) throw error
  return error.message
}

const unreadable = (line: number, reason: string): RawRecord => ({ line, value: undefined, unreadable: reason })

function toRecord(name: EntityName, row: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row).map(([column, value]) => [column, toValue(fieldOf(name, column), value)]),
  )
}

const LISTS_AND_MAPS = new Set([
  'ids',
  'dates',
  'choices',
  'attributes',
  'flags',
  'officeHours',
  'banners',
  'utterances',
  'annotations',
])

/** A value of Parquet's own types as the contract's: big integers, timestamps, and lists and maps given as JSON text. */
function toValue(field: Field | undefined, value: unknown): unknown {
  const isDate = field?.kind === 'date' || field?.kind === 'dates'
  const plain = plainOf(value, isDate)
  if (field && LISTS_AND_MAPS.has(field.kind) && typeof plain === 'string') {
    try {
      return JSON.parse(plain)
    } catch {
      // The field's own check says what it must be.
      return plain
    }
  }
  return field?.kind === 'attributes' || field?.kind === 'flags' ? mapOf(plain) : plain
}

function plainOf(value: unknown, isDate: boolean): unknown {
  if (typeof value === 'bigint') return Number(value)
  if (value instanceof Date)
    return Number.isNaN(value.getTime()) ? null : isDate ? value.toISOString().slice(0, 10) : value.toISOString()
  if (Array.isArray(value) || ArrayBuffer.isView(value))
    return [...(value as Iterable<unknown>)].map((item) => plainOf(item, isDate))
  if (isObject(value))
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, plainOf(item, isDate)]))
  return value
}

/** Some readers give a map as a list of its entries. */
function mapOf(value: unknown): unknown {
  if (!Array.isArray(value)) return value
  return Object.fromEntries(value.filter(isObject).map((entry) => [String(entry.key), entry.value]))
}
