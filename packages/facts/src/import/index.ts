import type { EntityName } from '@leaselight/contract'
import type { Facts } from '../client/facts'
import { deriveAfterImport } from '../derive/derive'
import { BESIDE_BYTES, checkBeside } from './check/checkBeside'
import { type CheckedSource, checkHere, type RejectedRecord } from './check/checker'
import { type Rejection, type RejectionInput, toRejection } from './check/problem'
import type { Row } from './check/validator'
import { commit } from './commit'
import type { CompanyTally } from './companyTally'
import { DryRun } from './dryRun'
import { isTooMany, type MaxRejected } from './maxRejected'
import type { Registry } from './own/registry'
import { type ImportFormat, type ImportSource, sizeOf } from './read/source'
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

/** Of a file among others. */
export interface FileOptions extends ImportOptions {
  /** The file's records, where their check has begun. */
  checked?: CheckedSource | undefined
  /** Called once all records were read, while the last of them are written. */
  onRead?: () => void
}

/** Checks the records and imports none; the report says what an import would do. */
export async function dryRunRecords(trial: DryRun, source: ImportSource, options: FileOptions): Promise<ImportReport> {
  const report = await runPipeline(source, options, trial.registry, (rows, reject) =>
    trial.check(options.entity, rows, reject),
  )
  return { ...report, dryRun: true, tooManyRejected: isTooMany(options.maxRejected, report.rejected, readOf(report)) }
}

/** Imports the records, except those that are rejected. What they change in derived tables is left to the caller. */
export async function importValidRecords(
  facts: Facts,
  source: ImportSource,
  options: FileOptions,
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
  options: FileOptions,
  registry: Registry,
  commitRows: CommitRows,
): Promise<ImportReport> {
  const { entity, onProgress, onRead, onRejection, onRecord, signal, tally } = options
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
  const checked = options.checked ?? (await check(source, options))
  let bytesRead = 0
  for await (const { rows, rejected, bytes } of checked.bunches) {
    signal?.throwIfAborted()
    for (const record of rejected) reject(record, ownerOf(record, registry))
    for (const row of rows) {
      onRecord?.(entity, row)
      batches.add(row)
    }
    await batches.flushIfFull(bytes)
    counts.read += rows.length + rejected.length
    bytesRead += bytes
    onProgress?.(counts.read, bytesRead, counts.read / Math.max(seconds(), 0.001))
  }
  onRead?.()
  await batches.end()
  return contractReport([counts], { dryRun: false, tooManyRejected: false, ...checked.end(), seconds: seconds() })
}

async function check(source: ImportSource, options: ImportOptions): Promise<CheckedSource> {
  const isLarge = typeof source === 'string' && (await sizeOf(source)) >= BESIDE_BYTES
  return isLarge ? checkBeside(source, options) : checkHere(source, options)
}

/** The company that a rejected record names, directly or by its property; 0 when it names none. */
const ownerOf = ({ propertyId, companyId }: RejectedRecord, registry: Registry): number =>
  registry.properties.get(propertyId)?.companyId ?? companyId
