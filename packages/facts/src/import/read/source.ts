import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { extname } from 'node:path'
import { PIECE_BYTES } from '../../pieces'

/** The forms in which records come. */
export type ImportFormat = 'ndjson' | 'csv' | 'parquet'

/** Where records come from: a file, or bytes as they arrive (the body of a request). */
export type ImportSource = string | AsyncIterable<Uint8Array>

/** A record as it came in, with its line (of a table: its row). */
export interface RawRecord {
  line: number
  /** The record; undefined when the line could not even be read. */
  value: unknown
  /** Why the line could not be read. */
  unreadable?: string
}

/** Told of the bytes as they are read. */
export type OnBytes = (count: number) => void

/** The bytes of a source, counted. */
export async function* bytesOf(source: ImportSource, onBytes: OnBytes, signal?: AbortSignal): AsyncIterable<Buffer> {
  const stream =
    typeof source === 'string' ? createReadStream(source, { highWaterMark: PIECE_BYTES }) : abortable(source, signal)
  for await (const chunk of stream) {
    signal?.throwIfAborted()
    const bytes =
      typeof chunk === 'string' ? Buffer.from(chunk) : Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
    onBytes(bytes.length)
    yield bytes
  }
}

/**
 * Bytes as they arrive, until the signal: also while none arrive, which may be for ever. The source itself is left alone,
 * since whoever sends a request would get no answer over a connection that is closed.
 */
export async function* abortable<T>(source: AsyncIterable<T>, signal: AbortSignal | undefined): AsyncIterable<T> {
  if (!signal) return yield* source
  let leave: (() => void) | undefined
  const aborted = new Promise<never>((_, reject) => {
    leave = () => reject(signal.reason)
    signal.addEventListener('abort', leave, { once: true })
  })
  // It may come while nobody waits: then the next look at the signal tells.
  aborted.catch(() => undefined)
  try {
    const pieces = source[Symbol.asyncIterator]()
    for (;;) {
      signal.throwIfAborted()
      const { value, done } = await Promise.race([pieces.next(), aborted])
      if (done) return
      yield value
    }
  } finally {
    if (leave) signal.removeEventListener('abort', leave)
  }
}

const FORMATS: Record<string, ImportFormat> = {
  '.ndjson': 'ndjson',
  '.jsonl': 'ndjson',
  '.csv': 'csv',
  '.parquet': 'parquet',
}

/** The format a file's name promises. */
export function formatOf(path: string): ImportFormat | undefined {
  return FORMATS[extname(path).toLowerCase()]
}

/** How many bytes a source holds; 0 when that can't be known beforehand. */
export async function sizeOf(source: ImportSource): Promise<number> {
  return typeof source === 'string' ? (await stat(source)).size : 0
}
