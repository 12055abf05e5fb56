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

/** Sends a result as REST's JSON; caches must not keep it. */
export function sendSnake(reply: FastifyReply, answer: object): FastifyReply {
  return reply.type('application/json; charset=utf-8').send(snakeJson(answer))
}
