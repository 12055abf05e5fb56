import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import {
  type CompanyTally,
  type DirectoryProgress,
  type Facts,
  type ImportReport,
  importDirectory,
  limitText,
  type MaxRejected,
  NoteList,
  type OnRecord,
  type Rejection,
  type RejectionInput,
  readOf,
  toRejection,
  UnusedNames,
} from '@leaselight/facts'
import { translateCsv } from './csv/translate'
import { FormerIds } from './formerIds'
import type { ConnectorJob } from './job'
import { translateMits } from './mits/translate'
import { ReferenceData } from './referenceData'
import { type Sink, sourceCounts, type Translation } from './report'
import { Spool } from './spool'

/** How far the import of a source file is. While `reading`, rows are the records made so far. */
export type ConnectorProgress = Omit<DirectoryProgress, 'phase'> & {
  phase: DirectoryProgress['phase'] | 'reading'
}

/** How a source file is imported. */
export interface ConnectorOptions {
  /** The only company whose data the file may hold; none for the operator's import. */
  companyId?: number
  /** Reads, translates and checks everything, and imports nothing. */
  dryRun?: boolean
  /** Imports nothing when more than this are rejected, or when the file can't be read to its end. */
  maxRejected?: MaxRejected | undefined
  /** Counts for each company, for imports that may hold several. */
  tally?: CompanyTally
  onProgress?: (progress: ConnectorProgress) => void
  onRejection?: (rejection: Rejection) => void
  onRecord?: OnRecord
  signal?: AbortSignal
  /** The current time in epoch ms. */
  now?: number
}

/**
 * Imports a file of another system: translates it to contract records in a temporary folder, which the ordinary import then
 * reads. Streams, so that memory doesn't depend on the file's size. What can't be translated or imported is rejected with
 * its line in the file; the rest is imported. Importing the same file again changes nothing.
 */
export async function importSourceFile(
  facts: Facts,
  source: string | AsyncIterable<Uint8Array>,
  job: ConnectorJob,
  options: ConnectorOptions = {},
): Promise<ImportReport> {
  const { companyId, dryRun = false, maxRejected, onProgress, onRejection, onRecord, signal, now, tally } = options
  const started = performance.now()
  const reference = await ReferenceData.load(facts, companyId)
  if (tally) for (const company of companiesOf(job, reference)) tally.concern(company)
  const spool = await Spool.create()
  try {
    const notes = new NoteList()
    const unused = new UnusedNames()
    let rejected = 0
    const reject = (rejection: RejectionInput) => {
      rejected++
      onRejection?.(toRejection(rejection))
    }
    const sink: Sink = {
      record: (entity, line, record) => spool.add(entity, line, record),
      reject,
      note: (entity, field, reason) => notes.add(entity, field, reason),
      unused: (column) => unused.add(column),
    }
    const progress = await readingProgress(source, spool, started, onProgress)
    const chunks = bytesOf(source, progress, signal)
    const former = new FormerIds()
    const pause = () => spool.flush()
    const { read, stopped } = await translate(chunks, job, { reference, sink, former, pause })
    await spool.end()
    await former.requireNone(facts)
    const counts = sourceCounts(read)
    const isComplete = !maxRejected || stopped === null
    // What the limit leaves for the records, once the file's own rejections are counted.
    const left = maxRejected && remainingLimit(maxRejected, rejected, readOf({ source: counts, records: [] }))
    const isWithin = isComplete && (!left || left.count >= 0)
    const imported =
      spool.counts.size > 0 && (dryRun || isWithin)
        ? await importDirectory(facts, spool.folder, {
            ...(companyId !== undefined && { companyId }),
            ...(now !== undefined && { now }),
            ...(signal && { signal }),
            ...(onProgress && { onProgress }),
            ...(tally && { tally }),
            ...(onRecord && { onRecord }),
            ...{ dryRun, maxRejected: left },
            onRejection: (rejection) => reject({ ...rejection, line: spool.lineOf(rejection.entity, rejection.line) }),
          })
        : undefined
    return {
      kind: job.kind,
      dryRun,
      tooManyRejected: !isWithin || imported?.tooManyRejected === true,
      source: counts,
      records: imported?.records ?? [],
      rejected,
      notes: [...notes.list(), ...(imported?.notes ?? [])],
      moreNotes: notes.moreNotes + (imported?.moreNotes ?? 0),
      unused: [...unused.list('rows'), ...(imported?.unused ?? [])],
      stopped: stopped === null ? null : limitText(stopped),
      first: spool.first,
      seconds: (performance.now() - started) / 1000,
    }
  } finally {
    await spool.remove()
  }
}

const translate = (chunks: AsyncIterable<Uint8Array>, job: ConnectorJob, translation: Translation) =>
  job.kind === 'mits'
    ? translateMits(chunks, job.settings, translation)
    : translateCsv(chunks, job.mapping, translation)

/** How many records may still be rejected; below 0 when there are too many already. */
const remainingLimit = (limit: MaxRejected, rejected: number, read: number): { count: number } => ({
  count: ('count' in limit ? limit.count : Math.floor(limit.share * read)) - rejected,
})

/** The companies whose properties the settings of a file name. */
function companiesOf(job: ConnectorJob, reference: ReferenceData): Set<number> {
  const { property_id: property, company_id: company } = job.kind === 'csv' ? job.mapping.fields : {}
  const properties =
    job.kind === 'mits'
      ? [...job.settings.properties.values()]
      : [property?.value, ...Object.values(property?.values ?? {})]
  const companies = new Set<number>()
  for (const id of properties) {
    const known = typeof id === 'number' ? reference.property(id) : undefined
    if (known) companies.add(known.companyId)
  }
  if (typeof company?.value === 'number' && reference.hasCompany(company.value)) companies.add(company.value)
  return companies
}

async function readingProgress(
  source: string | AsyncIterable<Uint8Array>,
  spool: Spool,
  started: number,
  onProgress: ConnectorOptions['onProgress'],
): Promise<(bytes: number) => void> {
  const totalBytes = typeof source === 'string' ? (await stat(source)).size : 0
  return (bytes) => {
    let rows = 0
    for (const count of spool.counts.values()) rows += count
    const rate = rows / Math.max((performance.now() - started) / 1000, 0.001)
    onProgress?.({ phase: 'reading', rows, bytes, totalBytes, rate })
  }
}

const PIECE = 1 << 18

async function* bytesOf(
  source: string | AsyncIterable<Uint8Array>,
  onBytes: (bytes: number) => void,
  signal: AbortSignal | undefined,
): AsyncIterable<Uint8Array> {
  const stream: AsyncIterable<Uint8Array> =
    typeof source === 'string' ? createReadStream(source, { highWaterMark: PIECE }) : source
  let bytes = 0
  for await (const chunk of stream) {
    signal?.throwIfAborted()
    yield chunk
    bytes += chunk.length
    onBytes(bytes)
  }
}
