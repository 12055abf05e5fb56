import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import {
  type DirectoryProgress,
  dryRunDirectory,
  type Facts,
  type ImportReport,
  importDirectory,
  type Rejection,
} from '@leaselight/facts'
import { translateCsv } from './csv/translate'
import { FormerIds } from './formerIds'
import type { ConnectorJob } from './job'
import { translateMits } from './mits/translate'
import { ReferenceData } from './referenceData'
import type { ConnectorReport, Note, Sink, Translation } from './report'
import { Spool } from './spool'

/** How far the import of a source file is. While `reading`, rows are the records made so far. */
export type ConnectorProgress = Omit<DirectoryProgress, 'phase' | 'entity'> & {
  phase: DirectoryProgress['phase'] | 'reading'
}

/** How a source file is imported. */
export interface ConnectorOptions {
  /** The only company whose data the file may hold; none for the operator's import. */
  companyId?: number
  /** Reads, translates and checks everything, and imports nothing. */
  dryRun?: boolean
  onProgress?: (progress: ConnectorProgress) => void
  onRejection?: (rejection: Rejection) => void
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
): Promise<ConnectorReport> {
  const { companyId, dryRun = false, onProgress, onRejection, signal, now } = options
  const started = performance.now()
  const places = await ReferenceData.load(facts, companyId)
  const spool = await Spool.create()
  try {
    const notes = new Notes()
    let refused = 0
    const refuse = (rejection: Rejection) => {
      refused++
      onRejection?.(rejection)
    }
    const sink: Sink = {
      record: (entity, line, record) => spool.add(entity, line, record),
      reject: refuse,
      note: (entity, field, reason) => notes.add(entity, field, reason),
    }
    const progress = await readingProgress(source, spool, started, onProgress)
    const chunks = bytesOf(source, progress, signal)
    const former = new FormerIds()
    const pause = () => spool.flush()
    const { read, stopped } = await translate(chunks, job, { reference: places, sink, former, pause })
    await spool.end()
    await former.requireNone(facts)
    const work = dryRun ? dryRunDirectory : importDirectory
    const records =
      spool.counts.size === 0
        ? []
        : await work(facts, spool.folder, {
            ...(companyId !== undefined && { companyId }),
            ...(now !== undefined && { now }),
            ...(signal && { signal }),
            ...(onProgress && { onProgress }),
            onRejection: (rejection) => refuse({ ...rejection, line: spool.lineOf(rejection.entity, rejection.line) }),
          })
    return {
      kind: job.kind,
      dryRun,
      read,
      records: dryRun ? records.map((report) => dryRunReport(report, spool)) : records,
      first: spool.first,
      notes: notes.list(),
      refused,
      stopped,
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

/** A dry run imports nothing; what it didn't reject would have been imported. */
const dryRunReport = (report: ImportReport, spool: Spool): ImportReport => ({
  ...report,
  taken: (spool.counts.get(report.entity) ?? 0) - report.refused,
})

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

/** Notes that many records share, counted. There are few kinds; beyond a limit only the first are listed. */
class Notes {
  readonly #notes = new Map<string, Note>()

  add(entity: string, field: string, reason: string): void {
    const key = `${entity}\n${field}\n${reason}`
    const note = this.#notes.get(key)
    if (note) note.count++
    else if (this.#notes.size < 1_000) this.#notes.set(key, { entity, field, reason, count: 1 })
  }

  list(): Note[] {
    return [...this.#notes.values()]
  }
}
