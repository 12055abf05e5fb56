// A token: three parts in base64url, the first of which is a JSON object.
const JWT = /\beyJ[\w-]+\.[\w-]+(?:\.[\w-]*)?/g
const BEARER = /\bBearer +[\w.~+/=-]+/gi
// Personal API keys, and the keys of links.
const KEY = /\bll[ksg]_[\w-]+/g
const EMAIL = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g
// Ten consecutive digits may be an instant or a count; after a plus sign, or grouped, they are a phone number.
const PHONE = /(?:\+?\d{1,3}[ .-])?(?:\(\d{3}\) ?|(?<!\d)\d{3}[ .-])\d{3}[ .-]\d{4}\b|\+\d{8,15}\b/g
// Values named token, secret, or password in a URL, a form, or JSON, and one-use links.
const NAMED_SECRET =
  /((?:access|refresh|id)?_?-?(?:token|ticket|secret|password|code|state|verifier)["']?\s*[=:]\s*["']?)[^\s"'&,;}]+/gi
const LINK = /(\/(?:downloads|unsubscribe)\/)[\w.~-]+/g

/** A text without tokens, secrets, e-mail addresses, and phone numbers, safe for a log or an error report. */
export function redact(text: string): string {
  return text
    .replace(NAMED_SECRET, '$1[removed]')
    .replace(BEARER, 'Bearer [removed]')
    .replace(JWT, '[token]')
    .replace(KEY, '[key]')
    .replace(LINK, '$1[removed]')
    .replace(EMAIL, '[email]')
    .replace(PHONE, '[phone]')
}

/** A copy of a value with all texts redacted, at every depth; too deep nesting is cut off. */
export function redactDeep(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return redact(value)
  if (typeof value !== 'object' || value === null) return value
  if (depth > 12) return null
  if (Array.isArray(value)) return value.map((item) => redactDeep(item, depth + 1))
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, redactDeep(item, depth + 1)]))
}

/** The same, with every URL cut off at its question mark, because filters and searches follow it. */
export const redactErrorReport = (value: unknown): unknown => stripQueries(redactDeep(value))

function stripQueries(value: unknown): unknown {
  if (typeof value === 'string')
    return /^(?:[A-Z]+ )?(?:https?:\/)?\/\S*\?/.test(value) ? value.replace(/\?\S*/, '') : value
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(stripQueries)
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, stripQueries(item)]))
}
