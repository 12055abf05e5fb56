import type { EntityName } from '@leaselight/contract'
import type { Facts } from '../client/facts'
import { Problem, type Rejection } from './check/problem'
import { type Row, Validator } from './check/validator'
import { commit } from './commit'
import { DryRun } from './dryRun'
import { readCsv } from './read/csv'
import { readNdjson } from './read/ndjson'
import { readParquet } from './read/parquet'
import { bytesOf, formatOf, type ImportFormat, type ImportSource, type RawRecord } from './read/source'
import { withSpooledFile } from './read/spool'
import { recover } from './recover'
import type { ImportReport } from './report'
import { BatchQueue } from './write/batchQueue'

/** How far an import is: records and bytes read, and records a second so far. */
export type OnProgress = (rows: number, bytes: number, rate: number) => void

/** How records are imported. */
export interface ImportOptions {
  entity: EntityName
  /** Of a file the name tells; bytes are NDJSON unless said otherwise. */
  format?: ImportFormat
  /** The only company the import may touch; none: the operator's own import, which may bring in several. */
  companyId?: number
  /** All or nothing: every record is checked before the first goes in. */
  strict?: boolean
  onProgress?: OnProgress
  onRejection?: (rejection: Rejection) => void
  signal?: AbortSignal
  /** Epoch ms that stands for now. */
  now?: number
}

/**
 * Imports the records of one entity: read → check → own → date → write. Streams, so that a file of any size takes the same
 * memory. Once this returns, the records survive a crash; after a crash in between, the same import again completes it.
 */
export async function importRecords(facts: Facts, source: ImportSource, options: ImportOptions): Promise<ImportReport> {
  await recover(facts)
  if (!options.strict) return importValidRecords(facts, source, options)
  // Read twice, so that what arrives as a stream is kept aside for the second reading.
  return withSpooledFile(
    source,
    async (path) => {
      const format = options.format ?? (typeof source === 'string' ? undefined : 'ndjson')
      const again = { ...options, ...(format && { format }) }
      const trial = await DryRun.begin(facts, options.companyId)
      const tried = await dryRunRecords(trial, path, again)
      return tried.refused ? tried : importValidRecords(facts, path, again)
    },
    options.signal,
  )
}

/** Checks the records and imports none; the report says how many would be rejected. */
export async function dryRunRecords(
  trial: DryRun,
  source: ImportSource,
  options: ImportOptions,
): Promise<ImportReport> {
  return runPipeline(source, options, (rows, reject) => trial.check(options.entity, rows, reject))
}

/** Imports the records, except those that are rejected. */
export async function importValidRecords(
  facts: Facts,
  source: ImportSource,
  options: ImportOptions,
): Promise<ImportReport> {
  const { entity, companyId: onlyCompanyId, now = Date.now() } = options
  try {
    return await runPipeline(source, options, (rows, reject) =>
      commit(facts, entity, rows, { onlyCompanyId, now, reject }),
    )
  } catch (error) {
    // A batch that failed half-way, on a full disk for instance, may show a record at two places. What can't be put right now
    // is put right before the next import.
    await recover(facts).catch(() => undefined)
    throw error
  }
}

type CommitRows = ConstructorParameters<typeof BatchQueue>[0]

/**
 * read → check → own → date → write. The last three are `commitRows`, batch by batch while the next batch is read; a
 * rehearsal only finds the owners.
 */
async function runPipeline(
  source: ImportSource,
  options: ImportOptions,
  commitRows: CommitRows,
): Promise<ImportReport> {
  const { entity, onProgress, onRejection, signal } = options
  const started = performance.now()
  const seconds = () => (performance.now() - started) / 1000
  let refused = 0
  const reject = (line: number, id: Rejection['id'], field: string, reason: string) => {
    refused++
    onRejection?.({ entity, line, id, field, reason })
  }
  const batches = new BatchQueue(commitRows, (row: Row, { field, reason }) => reject(row.line, row.id, field, reason))
  const validator = new Validator(entity)
  let rows = 0
  let bytes = 0
  let bytesRead = 0
  const records = read(source, options, (count) => {
    bytesRead += count
  })
  for await (const chunk of records) {
    signal?.throwIfAborted()
    for (const record of chunk) {
      const row = check(record, validator, reject)
      if (row) batches.add(row)
    }
    await batches.flushIfFull(bytesRead - bytes)
    rows += chunk.length
    bytes = bytesRead
    onProgress?.(rows, bytes, rows / Math.max(seconds(), 0.001))
  }
  const counts = await batches.end()
  return { entity, ...counts, refused, seconds: seconds(), unknownFields: [...validator.unknownFields] }
}

/** The records of a source, some at a time. */
function read(
  source: ImportSource,
  { entity, format, signal }: ImportOptions,
  onBytes: (count: number) => void,
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

/** The record as a row; undefined once it is rejected. */
function check(
  record: RawRecord,
  validator: Validator,
  reject: (line: number, id: Rejection['id'], field: string, reason: string) => void,
): Row | undefined {
  if (record.unreadable) return void reject(record.line, null, '', record.unreadable)
  const row = validator.validate(record.value, record.line)
  if (!(row instanceof Problem)) return row
  reject(record.line, writtenIdOf(record.value), row.field, row.sentence)
  return undefined
}

/** The id as it was written, for the file of rejections. */
function writtenIdOf(value: unknown): Rejection['id'] {
  if (typeof value !== 'object' || value === null) return null
  const id = 'id' in value ? value.id : 'thread_id' in value ? value.thread_id : null
  return typeof id === 'number' || typeof id === 'string' ? id : null
}
