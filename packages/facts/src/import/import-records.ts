import type { Facts } from '../client/facts'
import type { EntityName } from '../entities'
import type { Account } from './account'
import { Batches } from './batches'
import { commit } from './commit'
import { Problem, type Refusal } from './problem'
import { readCsv } from './read-csv'
import { readNdjson } from './read-ndjson'
import { readParquet } from './read-parquet'
import { recover } from './recover'
import { bytesOf, formatOf, type ImportFormat, type ImportSource, type RawRecord } from './source'
import { spooled } from './spool'
import { type Row, Taker } from './take'
import { Trial } from './trial'

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
  onRefusal?: (refusal: Refusal) => void
  signal?: AbortSignal
  /** Epoch ms that stands for now. */
  now?: number
}

/**
 * Takes in the records of one entity: read, check, find the owner, date, replace the earlier version. Streams, so that
 * a file of any size takes the same memory. What was acknowledged (this returned) survives a crash; after a crash in
 * between, the same import again completes it.
 */
export async function importRecords(facts: Facts, source: ImportSource, options: ImportOptions): Promise<Account> {
  await recover(facts)
  if (!options.strict) return take(facts, source, options)
  // Read twice, so that what arrives as a stream is kept aside for the second reading.
  return spooled(
    source,
    async (path) => {
      const format = options.format ?? (typeof source === 'string' ? undefined : 'ndjson')
      const again = { ...options, ...(format && { format }) }
      const trial = await Trial.begin(facts, options.companyId)
      const tried = await tryRecords(trial, path, again)
      return tried.refused ? tried : take(facts, path, again)
    },
    options.signal,
  )
}

/** Checks the records without taking any; the account says what would be refused, and takes nothing. */
export async function tryRecords(trial: Trial, source: ImportSource, options: ImportOptions): Promise<Account> {
  return run(source, options, (rows, refuse) => trial.check(options.entity, rows, refuse))
}

/** Takes the records in, whatever had to be refused. */
export async function take(facts: Facts, source: ImportSource, options: ImportOptions): Promise<Account> {
  const { entity, companyId: reach, now = Date.now() } = options
  try {
    return await run(source, options, (rows, refuse) => commit(facts, entity, rows, { reach, now, refuse }))
  } catch (error) {
    // A batch that failed half-way, on a full disk for instance, may show a record at two places. What can't be put right now
    // is put right before the next import.
    await recover(facts).catch(() => undefined)
    throw error
  }
}

type Settle = ConstructorParameters<typeof Batches>[0]

async function run(source: ImportSource, options: ImportOptions, settle: Settle): Promise<Account> {
  const { entity, onProgress, onRefusal, signal } = options
  const started = performance.now()
  const seconds = () => (performance.now() - started) / 1000
  const taker = new Taker(entity)
  let bytes = 0
  let rows = 0
  let refused = 0
  const refuse = (line: number, id: Refusal['id'], field: string, reason: string) => {
    refused++
    onRefusal?.({ entity, line, id, field, reason })
  }
  const batches = new Batches(settle, (row: Row, { field, reason }) => refuse(row.line, row.id, field, reason))
  let counted = 0
  const records = read(source, options, (count) => {
    counted += count
  })
  for await (const bunch of records) {
    signal?.throwIfAborted()
    for (const record of bunch) {
      const row = record.unreadable ? undefined : taker.take(record.value, record.line)
      if (row === undefined) refuse(record.line, null, '', record.unreadable ?? '')
      else if (row instanceof Problem) refuse(record.line, idOf(record.value), row.field, row.sentence)
      else batches.add(row)
    }
    await batches.flushFull(counted - bytes)
    rows += bunch.length
    bytes = counted
    onProgress?.(rows, bytes, rows / Math.max(seconds(), 0.001))
  }
  const tally = await batches.end()
  return { entity, ...tally, refused, seconds: seconds(), unknownFields: [...taker.unknownFields] }
}

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

/** The id as somebody wrote it, for the file of refusals. */
function idOf(value: unknown): Refusal['id'] {
  if (typeof value !== 'object' || value === null) return null
  const id = 'id' in value ? value.id : 'thread_id' in value ? value.thread_id : null
  return typeof id === 'number' || typeof id === 'string' ? id : null
}
