/** A piece of SQL with its values kept separate; a value never becomes part of the text. */
export interface Sql {
  readonly parts: readonly (string | Value | Sql)[]
}

interface Value {
  readonly value: Parameter
}

/** The types of a parameter: numbers are ids, counts, or measures; days and instants are text. */
export type Parameter = string | number | boolean | readonly string[] | readonly number[]

const isSql = (item: unknown): item is Sql => typeof item === 'object' && item !== null && 'parts' in item

/** `sql\`channel = ${'email'}\``: values become parameters, and pieces of SQL are inserted. */
export function sql(strings: TemplateStringsArray, ...values: (Parameter | Sql)[]): Sql {
  const parts: (string | Value | Sql)[] = []
  strings.forEach((text, index) => {
    parts.push(text)
    const value = values[index]
    if (value !== undefined) parts.push(isSql(value) ? value : { value })
  })
  return { parts }
}

/** SQL text from our own code, never from user input. */
export const raw = (text: string): Sql => ({ parts: [text] })

/**
 * Whether a record has a value in a column of its table. Of the column only that is read: the engine finds this out itself
 * from `IS NOT NULL`, but not in a statement with FINAL.
 */
export const hasValue = (column: string): Sql => raw(`NOT ${column}.null`)

/** Joins pieces with a separator. */
export function join(pieces: readonly Sql[], separator: string): Sql {
  return { parts: pieces.flatMap((piece, index) => (index === 0 ? [piece] : [separator, piece])) }
}

/** All conditions with AND; true when there are none. One condition itself, wherever it is put. */
export const all = (conditions: readonly Sql[]): Sql => connected(conditions, ' AND ', '1')

/** Any condition, with OR; false when there are none. One condition itself, wherever it is put. */
export const any = (conditions: readonly Sql[]): Sql => connected(conditions, ' OR ', '0')

// In brackets: an OR beside an AND would let through what the AND excludes.
const connected = (conditions: readonly Sql[], connective: string, none: string): Sql =>
  conditions.length === 0
    ? raw(none)
    : sql`(${join(
        conditions.map((condition) => sql`(${condition})`),
        connective,
      )})`

/** The statement's text with named parameters, and their values. */
export function render(statement: Sql): { text: string; params: Record<string, unknown> } {
  const params: Record<string, unknown> = {}
  const names = new Map<string, string>()
  const write = (piece: string | Value | Sql): string => {
    if (typeof piece === 'string') return piece
    if (isSql(piece)) return piece.parts.map(write).join('')
    const type = typeOf(piece.value)
    // Equal values share one parameter: a list of a thousand properties is sent once, however often it is used.
    const same = `${type} ${JSON.stringify(piece.value)}`
    const name = names.get(same) ?? `p${names.size}`
    names.set(same, name)
    params[name] = typeof piece.value === 'boolean' ? Number(piece.value) : piece.value
    return `{${name}:${type}}`
  }
  return { text: write(statement), params }
}

function typeOf(value: Parameter): string {
  if (typeof value === 'string') return 'String'
  if (typeof value === 'boolean') return 'UInt8'
  if (typeof value === 'number') return numberType([value])
  const list: readonly (string | number)[] = value
  const numbers = list.filter((item) => typeof item === 'number')
  return numbers.length === list.length && numbers.length > 0 ? `Array(${numberType(numbers)})` : 'Array(String)'
}

const numberType = (numbers: readonly number[]): string => {
  if (!numbers.every(Number.isInteger)) return 'Float64'
  return numbers.every((number) => number >= 0) ? 'UInt64' : 'Int64'
}

/** A list of ids for `IN`, typed even when empty. */
export function idList(ids: readonly number[]): Sql {
  return ids.length === 0 ? raw('(SELECT toUInt64(0) WHERE 0)') : sql`${ids}`
}

/** An instant's column as the text that the formatter of times reads; texts of instants sort like the instants. */
export const instantText = (column: string): Sql => raw(`concat(replaceOne(toString(${column}), ' ', 'T'), 'Z')`)

/** A calendar day as the engine's date. */
export const daySql = (value: string): Sql => sql`toDate32(${value})`
