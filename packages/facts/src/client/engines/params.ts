import { escaped, quoted } from '../quoted'

/**
 * Replaces `{name:Type}` with values like the engine itself: a text, cast to the type. Only for the embedded engine,
 * whose own parameter binding runs one statement at a time in the whole process (chDB 3.4), however many connections
 * there are. Values can't inject SQL: they are quoted, with quotes and backslashes escaped.
 */
export function withParams(sql: string, params: Readonly<Record<string, unknown>>): string {
  return sql.replace(/\{(\w+):([^{}]+)\}/g, (whole, name: string, type: string) => {
    // A placeholder without a value stays, so that the engine reports it.
    if (!Object.hasOwn(params, name) || params[name] === undefined) return whole
    const value = params[name]
    if (type.trim() === 'Identifier') return `\`${escaped(String(value)).replaceAll('`', '\\`')}\``
    const text = value === null ? 'NULL' : quoted(scalarText(value))
    return `CAST(${text}, ${quoted(type.trim())})`
  })
}

/** A value in the engine's text format. */
function scalarText(value: unknown): string {
  return typeof value === 'string' ? value : literal(value)
}

/** The same within a list, where texts need quotes. */
function literal(value: unknown): string {
  if (value === null || value === undefined) return 'NULL'
  if (typeof value === 'string') return quoted(value)
  if (typeof value === 'boolean') return value ? '1' : '0'
  // Seconds since 1970: the same in every zone.
  if (value instanceof Date) return (value.getTime() / 1000).toFixed(3)
  // Many ids are written at once.
  if (Array.isArray(value)) return `[${(value.every(isNumber) ? value : value.map(literal)).join(',')}]`
  if (typeof value === 'object') throw new TypeError('A parameter is a plain value or a list of them.')
  return String(value)
}

const isNumber = (value: unknown): boolean => typeof value === 'number'
