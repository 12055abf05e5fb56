import type { EntityName } from '@leaselight/contract'
import type { Facts } from '../client/facts'
import { Problem, type Rejection } from './check/problem'
import { type Row, Validator } from './check/validator'
import { DryRun } from './dryRun'
import { readCsv } from './read/csv'
import { readNdjson } from './read/ndjson'
import { readParquet } from './read/parquet'
import { bytesOf, formatOf, type ImportFormat, type ImportSource, type RawRecord } from './read/source'
import { withSpooledFile } from './read/spool'
import type { ImportReport } from './report'
import { BatchQueue } from './write/batchQueue'
import { commit } from './write/commit'
import { recover } from './write/recover'

/** How far an import is: records and bytes read, and records a second so far. */
export type OnProgress = (rows: number, bytes: number, rate: number) => void

/** How records are to be taken in. */
export interface ImportOptions {
  entity: EntityName
  /** Of a file the name tells; bytes are NDJSON unless said otherwise. */
  format?: ImportFormat
  /** The only company the import may touch; none: the operator's own import, which may bring in several. */
  companyId?: number
  /** All or nothing: every record is checked before the first goes in. */
  strict?: boolean
  onProgress?: OnProgress
  onRejection?: (refusal: Rejection) => void
  signal?: AbortSignal
  /** Epoch ms that stands for now. */
  now?: number
}

/**
 * Takes in the records of one entity: read, check, find the owner, date, replace the earlier version. Streams, so that
 * a file of any size takes the same memory. What was acknowledged (this returned) survives a crash; after a crash in
 * between, the same import again completes it.
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

/** Checks the records without taking any; the account says what would be refused, and takes nothing. */
export async function dryRunRecords(
  trial: DryRun,
  source: ImportSource,
  options: ImportOptions,
): Promise<ImportReport> {
  return runPipeline(source, options, (rows, refuse) => trial.check(options.entity, rows, refuse))
}

/** Takes the records in, whatever had to be refused. */
export async function importValidRecords(
  facts: Facts,
  source: ImportSource,
  options: ImportOptions,
): Promise<ImportReport> {
  const { entity, companyId: reach, now = Date.now() } = options
  try {
    return await runPipeline(source, options, (rows, refuse) =>
      commit(facts, entity, rows, { onlyCompanyId: reach, now, reject: refuse }),
    )
  } catch (error) {
    // A batch that failed half-way, on a full disk for instance, may show a record at two places. What can't be put right now
    // is put right before the next import.
    await recover(facts).catch(() => undefined)
    throw error
  }
}

type WriteRows = ConstructorParameters<typeof BatchQueue>[0]

async function runPipeline(source: ImportSource, options: ImportOptions, settle: WriteRows): Promise<ImportReport> {
  const { entity, onProgress, onRejection, signal } = options
  const started = performance.now()
  const seconds = () => (performance.now() - started) / 1000
  const taker = new Validator(entity)
  let bytes = 0
  let rows = 0
  let refused = 0
  const refuse = (line: number, id: Rejection['id'], field: string, reason: string) => {
    refused++
    onRejection?.({ entity, line, id, field, reason })
  }
  const batches = new BatchQueue(settle, (row: Row, { field, reason }) => refuse(row.line, row.id, field, reason))
  let counted = 0
  const records = readSource(source, options, (count) => {
    counted += count
  })
  for await (const bunch of records) {
    signal?.throwIfAborted()
    for (const record of bunch) {
      const row = record.unreadable ? undefined : taker.validate(record.value, record.line)
      if (row === undefined) refuse(record.line, null, '', record.unreadable ?? '')
      else if (row instanceof Problem) refuse(record.line, writtenIdOf(record.value), row.field, row.sentence)
      else batches.add(row)
    }
    await batches.flushIfFull(counted - bytes)
    rows += bunch.length
    bytes = counted
    onProgress?.(rows, bytes, rows / Math.max(seconds(), 0.001))
  }
  const tally = await batches.end()
  return { entity, ...tally, refused, seconds: seconds(), unknownFields: [...taker.unknownFields] }
}

function readSource(
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

/** The id as somebody wrote it, for the file of refusals. */
function writtenIdOf(value: unknown): Rejection['id'] {
  if (typeof value !== 'object' || value === null) return null
  const id = 'id' in value ? value.id : 'thread_id' in value ? value.thread_id : null
  return typeof id === 'number' || typeof id === 'string' ? id : null
}
