import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { StringDecoder } from 'node:string_decoder'
import { createGunzip } from 'node:zlib'
import type { CopySource } from './installation'
import { type BackupFile, checkFiles, readManifest } from './manifest'

/** A backup's folder as the source of a copy. Every byte is verified first. */
export async function folderSource(
  directory: string,
  onChecked: (bytes: number, totalBytes: number) => void = () => undefined,
): Promise<CopySource> {
  const manifest = await readManifest(directory)
  await checkFiles(directory, manifest, onChecked)
  const { levels, facts, state } = manifest
  return {
    location: directory,
    levels,
    facts: facts.map(({ table, part, columns, versioned, bytes }) => ({
      part: { table, part, columns, versioned },
      bytes,
    })),
    sums: async ({ table, part }) => facts.find((item) => item.table === table && item.part === part),
    read: ({ table, part }) =>
      gunzipped(
        directory,
        facts.find((item) => item.table === table && item.part === part),
      ),
    readState: (work) =>
      work({
        tables: state.map(({ table, rows, sum }) => ({ table, sums: { rows, sum } })),
        read: (table) =>
          lineChunks(
            gunzipped(
              directory,
              state.find((item) => item.table === table),
            ),
          ),
      }),
  }
}

async function* gunzipped(directory: string, file: BackupFile | undefined): AsyncIterable<Uint8Array> {
  if (!file) throw new Error('The backup has no such table.')
  const packed = createReadStream(join(directory, file.file))
  const plain = createGunzip()
  packed.on('error', (error) => plain.destroy(error))
  yield* packed.pipe(plain) as AsyncIterable<Uint8Array>
}

/** Rows are passed on in chunks of about this many characters. */
const CHUNK_CHARS = 4 << 20
const MAX_ROWS = 2_000

/** Lines, a chunk at a time. Not Node's line reader: it also splits at characters that JSON strings may contain. */
async function* lineChunks(pieces: AsyncIterable<Uint8Array>): AsyncIterable<string[]> {
  const decoder = new StringDecoder()
  let rest = ''
  let chunk: string[] = []
  let size = 0
  for await (const piece of pieces) {
    const lines = (rest + decoder.write(Buffer.from(piece))).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      chunk.push(line)
      size += line.length
      if (size < CHUNK_CHARS && chunk.length < MAX_ROWS) continue
      yield chunk
      chunk = []
      size = 0
    }
  }
  if (chunk.length) yield chunk
}
