/**
 * A list of so many bytes is looked up as rows. The engine works out no constant of 1 MiB or more beforehand, such as 131,072
 * ids: it reads the list from its text again with every block of rows, and compares all of it with each of them.
 */
const LONG_BYTES = 500_000

/** `IN` with a list, within brackets or not. */
const MEMBERSHIP = /\bIN\s+(?:\(\s*(\{(\w+):[^{}]+\})\s*\)|(\{(\w+):[^{}]+\}))/g

/** A list behind `IN` that the engine would work out from another. */
const WORKED_OUT = /\bIN\s+\(?\s*(?:array\w+|range|splitBy\w+)\s*\(/

/**
 * Refuses a list behind `IN` that the engine works out: even a short one is no set then, and is compared whole with every
 * value. 4,000 changed records took half a minute instead of two seconds.
 */
export function refuseWorkedOutLists(sql: string): void {
  if (WORKED_OUT.test(sql)) throw new Error('Name a list behind IN as a parameter, or SELECT its items with arrayJoin.')
}

/**
 * A statement in which long lists behind `IN` are rows, of which the engine makes a set once. Short ones stay, since a
 * subquery takes a little planning.
 */
export function withLongListsAsRows(sql: string, params: Readonly<Record<string, unknown>>): string {
  refuseWorkedOutLists(sql)
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
