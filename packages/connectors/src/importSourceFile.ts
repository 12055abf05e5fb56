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
import type { ConnectorJob } from './job'
import { translateMits } from './mits/translate'
import { ReferenceData } from './referenceData'
import type { ConnectorReport, Note, Sink, Translation } from './report'
import { Spool } from './spool'

/** How far an intake is. `reading` has no rows of its own: records made so far. */
export type ConnectorProgress = Omit<DirectoryProgress, 'phase' | 'entity'> & {
  phase: DirectoryProgress['phase'] | 'reading'
}

/** How a foreign file is taken in. */
export interface ConnectorOptions {
  /** The only company that data may be brought in for; none: the operator's own intake. */
  companyId?: number
  /** Reads, translates and checks everything, and takes nothing in. */
  dryRun?: boolean
  onProgress?: (progress: ConnectorProgress) => void
  onRejection?: (refusal: Rejection) => void
  signal?: AbortSignal
  /** Epoch ms that stands for now. */
  now?: number
}

/**
 * Takes in a file of another system: translates it to contract records, which lie in a folder of their own until the
 * ordinary import has taken them. Streams, so that a file of any size takes the same memory. What can't be translated or
 * taken is refused with its line in the file; the rest goes in. The same file again changes nothing.
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
    const refuse = (refusal: Rejection) => {
      refused++
      onRejection?.(refusal)
    }
    const sink: Sink = {
      record: (entity, line, record) => spool.add(entity, line, record),
      reject: refuse,
      note: (entity, field, reason) => notes.add(entity, field, reason),
    }
    const progress = await readingProgress(source, spool, started, onProgress)
    const chunks = bytesOf(source, progress, signal)
    const { read, stopped } = await translate(chunks, job, { reference: places, sink, pause: () => spool.flush() })
    await spool.end()
    const work = dryRun ? dryRunDirectory : importDirectory
    const records =
      spool.counts.size === 0
        ? []
        : await work(facts, spool.folder, {
            ...(companyId !== undefined && { companyId }),
            ...(now !== undefined && { now }),
            ...(signal && { signal }),
            ...(onProgress && { onProgress }),
            onRejection: (refusal) => refuse({ ...refusal, line: spool.lineOf(refusal.entity, refusal.line) }),
          })
    return {
      kind: job.kind,
      dryRun,
      read,
      records: dryRun ? records.map((account) => dryRunReport(account, spool)) : records,
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

/** A rehearsal takes nothing; what it did not refuse would have been taken. */
const dryRunReport = (account: ImportReport, spool: Spool): ImportReport => ({
  ...account,
  taken: (spool.counts.get(account.entity) ?? 0) - account.refused,
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

/** Notes that many records share, counted. There are few kinds; of endless ones the first stand. */
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
