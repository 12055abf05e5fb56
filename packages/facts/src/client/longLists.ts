/**
 * A list of so many bytes is looked up as rows. The engine works out no constant of 1 MiB or more beforehand, such as 131,072
 * ids: it reads the list from its text again with every block of rows, and compares all of it with each of them.
 */
const LONG_BYTES = 500_000

/** `IN` with a list, within brackets or not. */
const MEMBERSHIP = /\bIN\s+(?:\(\s*(\{(\w+):[^{}]+\})\s*\)|(\{(\w+):[^{}]+\}))/g

/**
 * A statement in which long lists behind `IN` are rows, of which the engine makes a set once. Short ones stay, since a
 * subquery takes a little planning.
 */
export function withLongListsAsRows(sql: string, params: Readonly<Record<string, unknown>>): string {
  const long = new Set(Object.keys(params).filter((name) => isLong(params[name])))
  if (long.size === 0) return sql
  return sql.replace(MEMBERSHIP, (whole, bracketed?: string, first?: string, bare?: string, second?: string) =>
    long.has(first ?? second ?? '') ? `IN (SELECT arrayJoin(${bracketed ?? bare}))` : whole,
  )
}

/** A number takes eight bytes, a character three at most. */
function isLong(value: unknown): boolean {
  if (!Array.isArray(value)) return false
  let bytes = 8 * value.length
  for (const item of value) if (typeof item === 'string') bytes += 3 * item.length
  return bytes > LONG_BYTES
}
