import { createHash } from 'node:crypto'
import type { FastifyReply } from 'fastify'

const QUOTE = 34
const COLON = 58
const [A, Z] = [65, 90]
const BACKSLASH = 92
const UNDERSCORE = 95
const TO_LOWER = 32

/**
 * A result as REST's JSON, its camelCase names in snake_case. It is written in pieces, since a text of more than 128 kB
 * takes many times as long as the same in shorter ones. Names are changed in the bytes of each: of ten thousand records, to
 * write each cell takes twice as long, and to copy each row under its new names half as long again.
 */
export function snakeJson(answer: unknown): Buffer {
  const written = new SnakeBytes()
  for (const piece of piecesOf(answer)) written.add(piece)
  return written.bytes
}

/** Elements of a list that are written together are about so many characters. */
const PIECE_LENGTH = 32 << 10

/** Deeper than this an answer has no long lists. */
const MAX_DEPTH = 2

/** What `JSON.stringify` would write, in pieces none of which ends within a name or a text. */
function* piecesOf(value: unknown, depth = 0): Iterable<string> {
  if (Array.isArray(value)) yield* piecesOfList(value)
  else if (depth < MAX_DEPTH && typeof value === 'object' && value !== null && !('toJSON' in value)) {
    let before = '{'
    for (const [name, entry] of Object.entries(value)) {
      if (entry === undefined) continue
      yield `${before}${JSON.stringify(name)}:`
      yield* piecesOf(entry, depth + 1)
      before = ','
    }
    yield before === '{' ? '{}' : '}'
  } else yield JSON.stringify(value) ?? 'null'
}

function* piecesOfList(list: readonly unknown[]): Iterable<string> {
  let before = '['
  let count = 1
  for (let at = 0; at < list.length; ) {
    const json = JSON.stringify(list.slice(at, at + count))
    yield before + json.slice(1, -1)
    before = ','
    at += count
    // As many elements as make a piece, if they are as long as these.
    count = Math.max(1, Math.floor((count * PIECE_LENGTH) / json.length))
  }
  yield before === '[' ? '[]' : ']'
}

/** UTF-8 takes at most this many bytes for a unit of JavaScript's text. */
const MOST_BYTES = 3

/** Each piece is here for a moment. */
const scratch = Buffer.allocUnsafe(2 * MOST_BYTES * PIECE_LENGTH)

/** The pieces of a JSON text as bytes, with its names in snake_case. */
class SnakeBytes {
  #all = Buffer.allocUnsafe(2 * PIECE_LENGTH)
  #length = 0

  get bytes(): Buffer {
    return this.#all.subarray(0, this.#length)
  }

  add(piece: string): void {
    const most = MOST_BYTES * piece.length
    const place = most > scratch.length ? Buffer.allocUnsafe(most) : scratch
    const json = place.subarray(0, place.write(piece))
    // Each letter of a name may take two.
    this.#makeRoomFor(2 * json.length)
    this.#length = changeNames(json, this.#all, this.#length)
  }

  #makeRoomFor(bytes: number): void {
    if (this.#all.length - this.#length >= bytes) return
    const larger = Buffer.allocUnsafe(Math.max(2 * this.#all.length, this.#length + bytes))
    this.#all.copy(larger, 0, 0, this.#length)
    this.#all = larger
  }
}

/** Copies JSON with its names changed, to a place in other bytes, and says where it ends. */
function changeNames(json: Buffer, snake: Buffer, place: number): number {
  let [from, to] = [0, place]
  while (from < json.length) {
    const byte = json[from++] ?? 0
    snake[to++] = byte
    if (byte !== QUOTE) continue
    let end = from
    for (let next = json[end]; next !== QUOTE; next = json[end]) end += next === BACKSLASH ? 2 : 1
    // A text before a colon is a name.
    const isName = json[end + 1] === COLON
    for (; from <= end; from++) {
      const letter = json[from] ?? 0
      const isCapital = isName && letter >= A && letter <= Z
      if (isCapital) snake[to++] = UNDERSCORE
      snake[to++] = isCapital ? letter + TO_LOWER : letter
    }
  }
  return to
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
