import type { EntityName } from '@leaselight/contract'
import type { Facts } from '../client/facts'
import { deriveAfterImport } from '../derive/derive'
import { Problem, type Rejection, type RejectionInput, toRejection } from './check/problem'
import { isObject } from './check/scalars'
import { type Row, Validator } from './check/validator'
import { commit } from './commit'
import type { CompanyTally } from './companyTally'
import { DryRun } from './dryRun'
import { isTooMany, type MaxRejected } from './maxRejected'
import type { Registry } from './own/registry'
import { readCsv } from './read/csv'
import { readNdjson } from './read/ndjson'
import { readParquet } from './read/parquet'
import { bytesOf, formatOf, type ImportFormat, type ImportSource, type RawRecord } from './read/source'
import { withSpooledFile } from './read/spool'
import { recover } from './recover'
import { contractReport, type ImportReport, noRecords, readOf } from './report'
import { importStateOf } from './state'
import { BatchQueue } from './write/batchQueue'

/** How far an import is: records and bytes read, and records a second so far. */
export type OnProgress = (rows: number, bytes: number, rate: number) => void

/** Told of each record that keeps the contract, before it is known whether its owner is: its property is 0 where it has none. */
export type OnRecord = (entity: EntityName, record: Pick<Row, 'id' | 'propertyId' | 'deleted'>) => void

/** How records are imported. */
export interface ImportOptions {
  entity: EntityName
  /** Of a file the name tells; bytes are NDJSON unless said otherwise. */
  format?: ImportFormat
  /** The only company the import may touch; none: the operator's own import, which may bring in several. */
  companyId?: number
  /** Checks every record before the first is stored, and stores nothing when more than this are rejected. */
  maxRejected?: MaxRejected | undefined
  /** Says what the import would do, and stores nothing. */
  dryRun?: boolean
  /** Counts for each company, for imports that may hold several. */
  tally?: CompanyTally
  onProgress?: OnProgress
  onRejection?: (rejection: Rejection) => void
  onRecord?: OnRecord
  signal?: AbortSignal
  /** Epoch ms that stands for now. */
  now?: number
}

/**
 * Imports the records of one entity: read → check → own → date → write. Streams, so that a file of any size takes the same
 * memory. Once this returns, the records survive a crash; after a crash in between, the same import again completes it.
 */
export async function importRecords(facts: Facts, source: ImportSource, options: ImportOptions): Promise<ImportReport> {
  const report = await importInto(facts, source, options)
  await deriveAfterImport(facts)
  return report
}

async function importInto(facts: Facts, source: ImportSource, options: ImportOptions): Promise<ImportReport> {
  await recover(facts)
  const { companyId, maxRejected, dryRun } = options
  if (dryRun) return dryRunRecords(await DryRun.begin(facts, { companyId, counts: true }), source, options)
  if (!maxRejected) return importValidRecords(facts, source, options)
  // Read twice, so that what arrives as a stream is kept aside for the second reading.
  return withSpooledFile(
    source,
    async (path) => {
      const format = options.format ?? (typeof source === 'string' ? undefined : 'ndjson')
      const again = { ...options, ...(format && { format }) }
      const { tally, onRejection, ...checkedOptions } = again
      const trialOptions = { ...checkedOptions, ...(onRejection && { onRejection }) }
      const trial = await DryRun.begin(facts, { companyId, counts: false })
      const tried = await dryRunRecords(trial, path, trialOptions)
      if (tried.tooManyRejected) return { ...tried, dryRun: false }
      // The rejections are reported already.
      return importValidRecords(facts, path, { ...checkedOptions, ...(tally && { tally }) })
    },
    options.signal,
  )
}

/** Checks the records and imports none; the report says what an import would do. */
export async function dryRunRecords(
  trial: DryRun,
  source: ImportSource,
  options: ImportOptions,
): Promise<ImportReport> {
  const report = await runPipeline(source, options, trial.registry, (rows, reject) =>
    trial.check(options.entity, rows, reject),
  )
  return { ...report, dryRun: true, tooManyRejected: isTooMany(options.maxRejected, report.rejected, readOf(report)) }
}

/** Imports the records, except those that are rejected. What they change in derived tables is left to the caller. */
export async function importValidRecords(
  facts: Facts,
  source: ImportSource,
  options: ImportOptions,
): Promise<ImportReport> {
  const { entity, companyId: onlyCompanyId, now = Date.now() } = options
  try {
    const registry = await importStateOf(facts).runExclusive(() => importStateOf(facts).registry())
    return await runPipeline(source, options, registry, (rows, reject) =>
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
 * dry run only finds the owners and compares.
 */
async function runPipeline(
  source: ImportSource,
  options: ImportOptions,
  registry: Registry,
  commitRows: CommitRows,
): Promise<ImportReport> {
  const { entity, onProgress, onRejection, onRecord, signal, tally } = options
  const started = performance.now()
  const seconds = () => (performance.now() - started) / 1000
  const counts = noRecords(entity)
  const reject = (rejection: Omit<RejectionInput, 'entity'>, companyId: number) => {
    counts.rejected++
    if (registry.companies.has(companyId)) tally?.add(companyId, entity, 'rejected')
    onRejection?.(toRejection({ entity, ...rejection }))
  }
  const batches = new BatchQueue(
    commitRows,
    ({ line, id, companyId }: Row, { field, reason }) => reject({ line, id, field, reason }, companyId),
    (outcomes) => {
      for (const { companyId, outcome, count } of outcomes.list()) {
        counts[outcome] += count
        tally?.add(companyId, entity, outcome, count)
      }
    },
  )
  const validator = new Validator(entity)
  let bytes = 0
  let bytesRead = 0
  const records = read(source, options, (count) => {
    bytesRead += count
  })
  for await (const chunk of records) {
    signal?.throwIfAborted()
    for (const record of chunk) {
      const row = check(record, validator)
      if ('reason' in row) {
        reject({ line: record.line, id: writtenIdOf(record.value), ...row }, ownerOf(record.value, registry))
        continue
      }
      onRecord?.(entity, row)
      batches.add(row)
    }
    await batches.flushIfFull(bytesRead - bytes)
    counts.read += chunk.length
    bytes = bytesRead
    onProgress?.(counts.read, bytes, counts.read / Math.max(seconds(), 0.001))
  }
  await batches.end()
  const unused = validator.unused.list(entity)
  const { notes } = validator
  return contractReport([counts], {
    ...{ dryRun: false, tooManyRejected: false, unused, seconds: seconds() },
    ...{ notes: notes.list(), moreNotes: notes.moreNotes },
  })
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

/** The record as a row, or why it can't be one. */
function check(record: RawRecord, validator: Validator): Row | Pick<RejectionInput, 'field' | 'reason'> {
  if (record.unreadable) return { field: '', reason: record.unreadable }
  const row = validator.validate(record.value, record.line)
  return row instanceof Problem ? { field: row.field, reason: row.sentence } : row
}

/** The company that a rejected record names, directly or by its property; 0 when it names none. */
function ownerOf(value: unknown, registry: Registry): number {
  if (!isObject(value)) return 0
  const { property_id: property, company_id: company } = value
  const owner = typeof property === 'number' ? registry.properties.get(property)?.companyId : undefined
  return owner ?? (typeof company === 'number' ? company : 0)
}

/** The id as it was written, for the file of rejections. */
function writtenIdOf(value: unknown): RejectionInput['id'] {
  if (!isObject(value)) return null
  const id = 'id' in value ? value.id : 'thread_id' in value ? value.thread_id : null
  return typeof id === 'number' || typeof id === 'string' ? id : null
}
