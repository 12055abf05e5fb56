import type { EntityName } from '@leaselight/contract'
import { readCsv } from './csv'
import { readNdjson } from './ndjson'
import { readParquet } from './parquet'
import { bytesOf, formatOf, type ImportFormat, type ImportSource, type OnBytes, type RawRecord } from './source'

/** What a source holds, and in which form. */
export interface ReadOptions {
  entity: EntityName
  /** Of a file the name tells; bytes are NDJSON unless said otherwise. */
  format?: ImportFormat
  signal?: AbortSignal
}

/** The records of a source, some at a time. */
export function readRecords(
  source: ImportSource,
  { entity, format, signal }: ReadOptions,
  onBytes: OnBytes,
): AsyncIterable<RawRecord[]> {
  const form = format ?? (typeof source === 'string' ? formatOf(source) : 'ndjson')
  if (form === 'parquet') {
    if (typeof source !== 'string') throw new Error('Parquet can only be read from a file.')
    return readParquet(entity, source, onBytes)
  }
  if (!form) throw new Error(`${source} is neither .ndjson nor .csv nor .parquet.`)
  const bytes = bytesOf(source, onBytes, signal)
  return form === 'csv' ? readCsv(entity, bytes) : readNdjson(bytes)
}
