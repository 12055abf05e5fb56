import { InputError } from '../format/text'
import { isDay } from '../time/dates'

/** How one parameter looks from outside; OpenAPI and the GraphQL inputs are made from it. */
export interface ParamSchema {
  type: 'boolean' | 'integer' | 'number' | 'string' | 'integers' | 'strings'
  values?: readonly string[]
  format?: 'date'
}

export type RawParams = Readonly<Record<string, string | undefined>>

/** Reads a typed value out of text parameters and writes it back; the same for browser addresses, REST and saved states. */
export interface Codec<T> {
  params: Record<string, ParamSchema>
  /** Undefined when none of its parameters is there; throws InputError with a sentence when one can't be read. */
  parse: (raw: RawParams) => T | undefined
  serialize: (value: T) => Record<string, string>
}

function single<T>(
  name: string,
  schema: ParamSchema,
  read: (text: string) => T,
  write: (value: T) => string = String,
): Codec<T> {
  return {
    params: { [name]: schema },
    parse: (raw) => {
      const text = raw[name]
      return text === undefined ? undefined : read(text)
    },
    serialize: (value) => ({ [name]: write(value) }),
  }
}

/** `true` or `false`. */
export function flag(name: string): Codec<boolean> {
  return single(name, { type: 'boolean' }, (text) => {
    if (text !== 'true' && text !== 'false') throw new InputError(`${name} must be true or false.`, name)
    return text === 'true'
  })
}

/**
 * One switch under several names: besides `true` or `false` under its own, `[on, off]` words under others. Written under
 * its own; names that contradict each other are refused.
 */
export function flagWithAliases(
  name: string,
  aliases: Readonly<Record<string, readonly [string, string]>>,
): Codec<boolean> {
  const own = flag(name)
  const synonyms = Object.entries(aliases).map(([other, words]) => ({
    other,
    on: words[0],
    codec: oneOf(other, words),
  }))
  return {
    params: Object.assign({}, own.params, ...synonyms.map(({ codec }) => codec.params)),
    parse: (raw) => {
      const told = [
        { as: name, is: own.parse(raw) },
        ...synonyms.map(({ other, on, codec }) => {
          const word = codec.parse(raw)
          return { as: other, is: word === undefined ? undefined : word === on }
        }),
      ].filter(({ is }) => is !== undefined)
      const [first] = told
      const against = told.find(({ is }) => is !== first?.is)
      if (first && against) throw new InputError(`${first.as} and ${against.as} say different things.`, against.as)
      return first?.is
    },
    serialize: own.serialize,
  }
}

/** One value of a closed list. */
export function oneOf<T extends string>(name: string, values: readonly T[]): Codec<T> {
  return single(name, { type: 'string', values }, (text) => parseMember(name, values, text))
}

/** Several values of a closed list, comma-separated; empty or `all` means every one. */
export function manyOf<T extends string>(name: string, values: readonly T[]): Codec<T[]> {
  return single(
    name,
    { type: 'strings', values },
    (text) => (text === 'all' ? [] : unique(splitList(text).map((item) => parseMember(name, values, item)))),
    (list) => joinList(list),
  )
}

/** Free names, comma-separated; a comma inside a name is written as `\,`. */
export function nameList(name: string): Codec<string[]> {
  return single(name, { type: 'strings' }, (text) => unique(splitList(text)), joinList)
}

const MAX_IDS = 5_000

/** Record ids, comma-separated; empty or -1 means all. */
export function ids(name: string): Codec<number[]> {
  return single(
    name,
    { type: 'integers' },
    (text) => {
      const list = splitList(text)
      if (list.length > MAX_IDS) throw new InputError(`${name} takes at most ${MAX_IDS} ids.`, name)
      return list.includes('-1') ? [] : unique(list.map((item) => parseId(name, item)))
    },
    (list) => list.join(','),
  )
}

/** One record id. */
export function id(name: string): Codec<number> {
  return single(name, { type: 'integer' }, (text) => parseId(name, text))
}

/** A number between two limits. */
export function number(name: string, min: number, max: number): Codec<number> {
  return single(name, { type: 'number' }, (text) => {
    const value = Number(text)
    if (text.trim() === '' || !(value >= min && value <= max))
      throw new InputError(`${name} must be a number from ${min} to ${max}.`, name)
    return value
  })
}

/** A key and its values, `Region:West|East,Class:A`. */
export function attributes(name: string): Codec<Record<string, string[]>> {
  return single(
    name,
    { type: 'strings' },
    (text) =>
      Object.fromEntries(
        splitList(text).map((item) => {
          const [key, values] = splitOnce(item, ':')
          if (!key || !values) throw new InputError(`${name} must look like Region:West|East.`, name)
          return [key, unique(values.split('|'))]
        }),
      ),
    (map) => joinList(Object.entries(map).map(([key, values]) => `${key}:${values.join('|')}`)),
  )
}

/** Free text of at most `max` characters. */
export function text(name: string, max: number): Codec<string> {
  return single(name, { type: 'string' }, (value) => {
    if (value.length > max) throw new InputError(`${name} must be ${max} characters at most.`, name)
    return value
  })
}

/** A calendar day of the parameter, or undefined when it is absent. */
export function parseDay(raw: RawParams, name: string): string | undefined {
  const value = raw[name]
  if (value === undefined) return undefined
  if (!isDay(value) || value < '1970-01-01' || value > '2199-12-31')
    throw new InputError(`${name} must be a date like 2026-03-08.`, name)
  return value
}

function parseMember<T extends string>(name: string, values: readonly T[], text: string): T {
  const found = values.find((value) => value === text)
  if (found === undefined) throw new InputError(`${name} must be one of ${values.join(', ')}.`, name)
  return found
}

function parseId(name: string, text: string): number {
  const value = Number(text)
  if (!/^\d{1,16}$/.test(text) || !Number.isSafeInteger(value) || value < 1)
    throw new InputError(`${name} must hold whole positive ids.`, name)
  return value
}

const splitOnce = (text: string, mark: string): [string, string] => {
  const at = text.indexOf(mark)
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)]
}

const unique = <T>(list: T[]): T[] => [...new Set(list)]

/** Splits at commas that no backslash precedes; leaves out empty items. */
function splitList(text: string): string[] {
  return (text.match(/(?:\\.|[^,\\])+/gs) ?? [])
    .map((item) => item.replace(/\\(.)/gs, '$1'))
    .filter((item) => item !== '')
}

function joinList(list: readonly string[]): string {
  return list.map((item) => item.replace(/[\\,]/g, '\\$&')).join(',')
}
