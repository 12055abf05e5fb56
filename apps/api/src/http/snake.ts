import { createHash } from 'node:crypto'
import { toSnake } from '@leaselight/model'
import type { FastifyReply } from 'fastify'

// `"lead_source":` for `leadSource`: to quote a name in every row would take as long as to write the cell.
const labels = new Map<string, string>()
const MAX_LABELS = 10_000

function labelOf(name: string): string {
  const found = labels.get(name)
  if (found !== undefined) return found
  const label = `${JSON.stringify(toSnake(name))}:`
  if (labels.size < MAX_LABELS) labels.set(name, label)
  return label
}

/**
 * A result as REST's JSON, its camelCase names in snake_case. Names change while the text is written: a large result
 * holds hundreds of thousands of cells, and a renamed copy would double its memory.
 */
export function snakeJson(answer: unknown): string {
  if (typeof answer === 'number') return Number.isFinite(answer) ? String(answer) : 'null'
  if (typeof answer !== 'object' || answer === null || answer instanceof Date) return JSON.stringify(answer) ?? 'null'
  if (Array.isArray(answer)) {
    let text = ''
    for (const item of answer) text += `${text === '' ? '' : ','}${snakeJson(item)}`
    return `[${text}]`
  }
  let text = ''
  const fields = answer as Readonly<Record<string, unknown>>
  for (const name in fields) {
    const value = fields[name]
    if (value !== undefined) text += `${text === '' ? '' : ','}${labelOf(name)}${snakeJson(value)}`
  }
  return `{${text}}`
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
  // Bytes once: the tag, the length and the connection would each turn the text into them.
  const body = Buffer.from(snakeJson(answer))
  if (reply.request.method === 'GET') {
    const tag = tagOf(body)
    reply.header('etag', tag)
    const known = reply.request.headers['if-none-match']?.split(/\s*,\s*/)
    if (known?.includes(tag)) return reply.code(304).send()
  }
  return reply.type('application/json; charset=utf-8').send(body)
}
