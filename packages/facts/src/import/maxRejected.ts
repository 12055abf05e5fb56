/** How many records an import may reject; when there are more, it writes nothing. */
export type MaxRejected = { count: number } | { share: number }

/** Every record or none. */
export const NONE_REJECTED: MaxRejected = { count: 0 }

/** Reads a limit such as `20` or `1.5%`; undefined when it is neither a whole number nor a percentage up to 100. */
export function parseMaxRejected(text: string): MaxRejected | undefined {
  const match = /^(\d{1,12})(\.\d{1,6})?(%?)$/.exec(text.trim())
  if (!match) return undefined
  const [, whole = '', fraction = '', percent] = match
  const value = Number(whole + fraction)
  if (percent) return value <= 100 ? { share: value / 100 } : undefined
  return fraction === '' ? { count: value } : undefined
}

/** Whether more records were rejected than the limit allows. */
export function isTooMany(limit: MaxRejected | undefined, rejected: number, read: number): boolean {
  if (!limit) return false
  return rejected > ('count' in limit ? limit.count : limit.share * read)
}
