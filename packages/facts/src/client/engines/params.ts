/**
 * Puts values in the place of `{name:Type}`, as the engine itself does: a text, cast to the type. Only for the embedded
 * engine, whose own binding runs one statement at a time in the whole process (chDB 3.4), however many connections there are.
 * Nothing can break out: a value stands in quotes, with quotes and backslashes escaped.
 */
export function withParams(sql: string, params: Readonly<Record<string, unknown>>): string {
  return sql.replace(/\{(\w+):([^{}]+)\}/g, (whole, name: string, type: string) => {
    // What has no value stays, so that the engine says so.
    if (!Object.hasOwn(params, name) || params[name] === undefined) return whole
    const value = params[name]
    if (type.trim() === 'Identifier') return `\`${escaped(String(value)).replaceAll('`', '\\`')}\``
    const text = value === null ? 'NULL' : quoted(scalarText(value))
    return `CAST(${text}, ${quoted(type.trim())})`
  })
}

const escaped = (text: string): string => text.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\0', '\\0')

const quoted = (text: string): string => `'${escaped(text)}'`

/** A value as the engine reads it from text. */
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
  if (Array.isArray(value)) return `[${value.map(literal).join(',')}]`
  if (typeof value === 'object') throw new TypeError('A parameter is a plain value or a list of them.')
  return String(value)
}
