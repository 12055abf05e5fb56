import { InputError } from '@leaselight/model'
import type { z } from 'zod'

/** Parses JSON text; any other value is returned unchanged. */
export function parseJson(input: unknown, what: string): unknown {
  if (typeof input !== 'string') return input
  try {
    return JSON.parse(input.replace(/^\ufeff/, ''), (name, value: unknown) => {
      // The schemas would leave it out without a word.
      if (name === '__proto__') throw new InputError(`${what} can’t have a name “__proto__”.`)
      return value
    })
  } catch (error) {
    if (error instanceof InputError) throw error
    throw new InputError(`${what} is not JSON: ${error instanceof Error ? error.message : error}.`)
  }
}

/** The first problem, as a sentence. */
export function inputErrorOf(error: z.ZodError, what: string): InputError {
  const [issue] = error.issues
  if (!issue) return new InputError(`${what} can’t be read.`)
  const path = issue.path.map(String).join('.')
  if (issue.code === 'unrecognized_keys')
    return new InputError(
      `${what} has no field ${issue.keys.map((key) => `“${key}”`).join(', ')}${path && ` in ${path}`}.`,
      path,
    )
  const isMissing =
    issue.code === 'invalid_type' && issue.input === undefined && /received undefined/.test(issue.message)
  const reason = isMissing
    ? 'is missing'
    : issue.message.replace(/^Invalid (input|option): expected/i, 'must be').replace(/, received.*$/, '')
  return new InputError(path ? `${what}: ${path} ${reason}.` : `${what} ${reason}.`, path)
}
