/** A parameter as clients see it; OpenAPI and the GraphQL inputs are generated from it. */
export interface ParamSchema {
  type: 'boolean' | 'integer' | 'number' | 'string' | 'integers' | 'strings'
  values?: readonly string[]
  format?: 'date'
}

export type RawParams = Readonly<Record<string, string | undefined>>

/** Parses a typed value from text parameters and writes it back; the same for URLs, REST, and saved states. */
export interface Codec<T> {
  params: Record<string, ParamSchema>
  /** Undefined when none of its parameters is present; throws InputError when one can't be parsed. */
  parse: (raw: RawParams) => T | undefined
  serialize: (value: T) => Record<string, string>
}

/** A value that is the text of one parameter. */
export function singleParam<T>(
  name: string,
  schema: ParamSchema,
  parse: (text: string) => T,
  serialize: (value: T) => string = String,
): Codec<T> {
  return {
    params: { [name]: schema },
    parse: (raw) => {
      const text = raw[name]
      return text === undefined ? undefined : parse(text)
    },
    serialize: (value) => ({ [name]: serialize(value) }),
  }
}

export const unique = <T>(list: T[]): T[] => [...new Set(list)]

/** Splits at commas, except after a backslash; drops empty items. */
export function splitList(text: string): string[] {
  return (text.match(/(?:\\.|[^,\\])+/gs) ?? [])
    .map((item) => item.replace(/\\(.)/gs, '$1'))
    .filter((item) => item !== '')
}

/** Joins items with commas; a comma inside an item is written as `\,`. */
export function joinList(list: readonly string[]): string {
  return list.map((item) => item.replace(/[\\,]/g, '\\$&')).join(',')
}
