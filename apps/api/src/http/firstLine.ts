import type { Readable } from 'node:stream'
import { badRequest } from './errors'

/** The first line of a body that is followed by a file, and the file. A longer line than `max` bytes is refused. */
export async function firstLine(body: Readable, max: number): Promise<[line: string, rest: AsyncIterable<Uint8Array>]> {
  const pieces: Buffer[] = []
  let length = 0
  const chunks: AsyncIterator<Buffer> = body[Symbol.asyncIterator]()
  for (;;) {
    const { value, done } = await chunks.next()
    const end = done ? -1 : value.indexOf(10)
    if (done || length > max)
      throw badRequest(
        'The first line of the body must be the mapping as JSON, or the address must have it as mapping.',
      )
    pieces.push(end < 0 ? value : value.subarray(0, end))
    length += value.length
    if (end >= 0) return [Buffer.concat(pieces).toString('utf8'), remainingBytes(value.subarray(end + 1), chunks)]
  }
}

async function* remainingBytes(first: Buffer, chunks: AsyncIterator<Buffer>): AsyncIterable<Uint8Array> {
  yield first
  for (;;) {
    const { value, done } = await chunks.next()
    if (done) return
    yield value
  }
}

/** All bytes of a file; more than `max` are refused with a sentence. */
export async function readAll(file: AsyncIterable<Uint8Array>, max: number, tooMuch: string): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  let length = 0
  for await (const piece of file) {
    pieces.push(piece)
    length += piece.length
    if (length > max) throw badRequest(tooMuch)
  }
  return Buffer.concat(pieces)
}
