import { MAX_TEXT } from '@leaselight/contract'

const SURROGATE = /[\ud800-\udfff]/

/** Text as it can be stored: half a character, which some exporters cut off, becomes the replacement sign. */
export function cleanText(text: string): string {
  return SURROGATE.test(text) ? Buffer.from(text, 'utf8').toString('utf8') : text
}

/** Whether the value is an id of the contract: a positive whole number below 2^53. */
export function isRecordId(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0
}

/** Whether the value is an object with fields, and no list. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Whether the value is text of a length the contract takes. */
export function isText(value: unknown): value is string {
  return typeof value === 'string' && (value.length <= MAX_TEXT || [...value].length <= MAX_TEXT)
}
