import { createHash } from 'node:crypto'
import { memoizeNames, toSnake } from '@leaselight/model'
import type { FastifyReply } from 'fastify'

/** Elements of a list are put into bytes when they are so many characters together: longer texts take many times as long. */
const PIECE_LENGTH = 32 << 10

/** Deeper than this an answer has no long lists. */
const MAX_DEPTH = 2

/**
 * A result as REST's JSON, its camelCase names in snake_case. `JSON.stringify` would need a copy under the new names, or
 * its text a search for them, which takes a third longer.
 */
export function snakeJson(answer: unknown): Buffer {
  const written = new JsonBytes()
  write(written, answer)
  return written.bytes
}

/** Writes a value, of whose lists the elements are written one after the other. */
function write(written: JsonBytes, value: unknown, depth = 0): void {
  if (Array.isArray(value)) {
    for (let at = 0; at < value.length; at++) written.add(`${at === 0 ? '[' : ','}${jsonOf(value[at])}`)
    written.add(value.length === 0 ? '[]' : ']')
  } else if (depth < MAX_DEPTH && typeof value === 'object' && value !== null && !('toJSON' in value)) {
    let before = '{'
    for (const [name, entry] of Object.entries(value)) {
      if (entry === undefined) continue
      written.add(before + beginning(name))
      write(written, entry, depth + 1)
      before = ','
    }
    written.add(before === '{' ? '{}' : '}')
  } else written.add(jsonOf(value))
}

/** What JSON escapes, and little else: quotes, backslashes, control characters, and halves of pairs without the other. */
const ESCAPED = /["\\\p{Cc}\p{Cs}]/u

/** The JSON text of a value. It is made by hand: with names changed afterwards, a thousand rows take a third longer. */
function jsonOf(value: unknown): string {
  if (typeof value === 'string') return ESCAPED.test(value) ? JSON.stringify(value) : `"${value}"`
  if (typeof value === 'number') return Number.isFinite(value) ? `${value}` : 'null'
  if (typeof value !== 'object' || value === null || 'toJSON' in value) return JSON.stringify(value) ?? 'null'
  if (Array.isArray(value)) return listJson(value)
  const entries = value as Readonly<Record<string, unknown>>
  let json = ''
  for (const name in entries) {
    const entry = entries[name]
    if (entry !== undefined) json += (json === '' ? '{' : ',') + beginning(name) + jsonOf(entry)
  }
  return json === '' ? '{}' : `${json}}`
}

function listJson(list: readonly unknown[]): string {
  let json = '['
  for (let at = 0; at < list.length; at++) json += (at === 0 ? '' : ',') + jsonOf(list[at])
  return `${json}]`
}

/** A name in snake_case with its colon. */
const beginning = memoizeNames((name) => `${JSON.stringify(toSnake(name))}:`)

/** UTF-8 takes at most this many bytes for a unit of JavaScript's text. */
const MOST_BYTES = 3

/** A text as bytes, of the parts that are added to it. */
class JsonBytes {
  #all = Buffer.allocUnsafe(2 * PIECE_LENGTH)
  #length = 0
  #piece = ''

  get bytes(): Buffer {
    this.#encode()
    return this.#all.subarray(0, this.#length)
  }

  add(text: string): void {
    this.#piece += text
    if (this.#piece.length > PIECE_LENGTH) this.#encode()
  }

  #encode(): void {
    this.#makeRoomFor(MOST_BYTES * this.#piece.length)
    this.#length += this.#all.write(this.#piece, this.#length)
    this.#piece = ''
  }

  #makeRoomFor(bytes: number): void {
    if (this.#all.length - this.#length >= bytes) return
    const larger = Buffer.allocUnsafe(Math.max(2 * this.#all.length, this.#length + bytes))
    this.#all.copy(larger, 0, 0, this.#length)
    this.#all = larger
  }
}

/**
 * The tag of an answer, made of the answer itself. One made of the company's version would also have to hold whatever else
 * an answer is made of: the reader's rights, sample names, flags, goals, the time of day. Forget one, and an old answer is
 * taken for the new one. It is weak, because the compressed forms of the answer have it, too.
 */
const tagOf = (body: Buffer): string => `W/"${createHash('sha1').update(body).digest('base64url')}"`

/**
 * Sends a result as REST's JSON; caches must not keep it. Who asks a question again with the tag of the answer in
 * If-None-Match gets 304 without a body while it is the same.
 */
export function sendSnake(reply: FastifyReply, answer: object | null): FastifyReply {
  const body = snakeJson(answer)
  if (reply.request.method === 'GET') {
    const tag = tagOf(body)
    reply.header('etag', tag)
    const known = reply.request.headers['if-none-match']?.split(/\s*,\s*/)
    if (known?.includes(tag)) return reply.code(304).send()
  }
  return reply.type('application/json; charset=utf-8').send(body)
}
