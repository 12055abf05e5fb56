import { toSnake } from '@leaselight/model'
import type { FastifyReply } from 'fastify'

// The names are those of our own fields and columns: few, and the same in every row.
const known = new Map<string, string>()

function labelOf(name: string): string {
  const found = known.get(name)
  if (found !== undefined) return found
  const made = `${JSON.stringify(toSnake(name))}:`
  known.set(name, made)
  return made
}

/**
 * An answer of ours as JSON with the names of REST. Renamed while it is written: an answer holds tens of thousands of
 * cells, and a renamed copy of it would take longer than the query.
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

/** Answers with the names of REST. */
export function sendSnake(reply: FastifyReply, answer: object): FastifyReply {
  return reply.type('application/json; charset=utf-8').header('cache-control', 'no-store').send(snakeJson(answer))
}
