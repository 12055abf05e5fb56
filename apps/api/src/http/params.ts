import { InputError, type RawParams } from '@leaselight/model'
import type { z } from 'zod'
import { badRequest } from './errors'

// A store can't keep NUL in text, and no name holds a control character.
// biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the purpose.
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/

const MAX_VALUE = 100_000

/** The query of a request as text parameters; one that was given twice is refused, never guessed. */
export function parseQuery(query: unknown): RawParams {
  return textOf(query, (name, value) => {
    if (Array.isArray(value)) throw new InputError(`${name} was given more than once.`, name)
    return value
  })
}

/** A body's report parameters as text: numbers and switches as they are written in an address, lists with commas. */
export function parseParams(params: unknown): RawParams {
  return textOf(params, (_name, value) => (Array.isArray(value) ? joined(value) : value))
}

function textOf(from: unknown, read: (name: string, value: unknown) => unknown): RawParams {
  if (from === null || from === undefined) return {}
  if (typeof from !== 'object' || Array.isArray(from)) throw new InputError('params must hold parameters by name.')
  return Object.fromEntries(
    Object.entries(from)
      .filter(([, value]) => value !== null && value !== undefined)
      .map(([name, value]) => {
        const found = read(name, value)
        const shown = name.slice(0, 100)
        if (typeof found !== 'string' && typeof found !== 'number' && typeof found !== 'boolean')
          throw new InputError(`${shown} can’t be read.`, shown)
        const text = String(found)
        if (CONTROL.test(text) || CONTROL.test(name))
          throw new InputError(`${shown.replace(CONTROL, '?')} holds characters that can’t be used.`, shown)
        if (text.length > MAX_VALUE) throw new InputError(`${shown} is too long.`, shown)
        return [name, text]
      }),
  )
}

// Commas inside an item are written with a backslash, as everywhere in addresses.
const joined = (list: readonly unknown[]): string =>
  list.map((item) => (typeof item === 'string' ? item.replace(/[\\,]/g, '\\$&') : String(item))).join(',')

/** Takes the named parameters out of the others. */
export function pickParams<N extends string>(
  raw: RawParams,
  names: readonly N[],
): [Record<N, string | undefined>, RawParams] {
  const own = Object.fromEntries(names.map((name) => [name, raw[name]])) as Record<N, string | undefined>
  const known: readonly string[] = names
  return [own, Object.fromEntries(Object.entries(raw).filter(([name]) => !known.includes(name)))]
}

/** The ids of properties in a parameter, with commas. */
export function parseIds(text: string): number[] {
  const ids = text.split(',').filter(Boolean).map(Number)
  if (ids.some((id) => !Number.isSafeInteger(id) || id < 1))
    throw new InputError('property_ids must be ids with commas.', 'property_ids')
  return ids
}

/** A body of the shape, or a 400 that names the first field that is wrong. */
export function parseBody<T>(shape: z.ZodType<T>, body: unknown): T {
  const parsed = shape.safeParse(body)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const field = issue?.path.join('.')
  throw badRequest(field ? `${field} is missing or not right.` : 'The body must be a JSON object.')
}
