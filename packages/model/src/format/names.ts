/**
 * How names are spelled: camelCase in code and GraphQL, snake_case in REST bodies, parameters, and responses. The
 * server converts when it writes a response, the browser in its one request function; everything in between is
 * camelCase.
 */

export type Json = string | number | boolean | null | undefined | Json[] | { [key: string]: Json }

// Field and column names are few and the same in every row. The limit protects against names from outside.
const MAX_REMEMBERED = 10_000

/** `bulkEmail` → `bulk_email`. */
export const toSnake = memoizeNames((name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`))

/** `bulk_email` → `bulkEmail`. */
export const toCamel = memoizeNames((name) => name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase()))

/** A function of names that keeps its results. */
export function memoizeNames(rename: (name: string) => string): (name: string) => string {
  const known = new Map<string, string>()
  return (name) => {
    const found = known.get(name)
    if (found !== undefined) return found
    const renamed = rename(name)
    if (known.size < MAX_REMEMBERED) known.set(name, renamed)
    return renamed
  }
}

/** A copy of a JSON value with every key renamed, at every depth. */
export function renameKeys(value: Json, rename: (name: string) => string): Json {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((item) => renameKeys(item, rename))
  // A plain loop: with `Object.entries` and `Object.fromEntries`, 10,000 rows of 25 columns take eight times as long.
  const renamed: { [key: string]: Json } = {}
  for (const name in value) renamed[rename(name)] = renameKeys(value[name], rename)
  return renamed
}
