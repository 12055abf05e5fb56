import { z } from 'zod'

// Neither the store nor a mail's header takes control characters; line breaks and tabs are for texts of several lines.
// biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the purpose.
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/
// biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the purpose.
const CONTROL_BUT_LINES = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/

/** Without halves of letters, which no store can keep. */
export const wellFormed = (text: string): string => text.replace(/\p{Surrogate}/gu, '\ufffd')

// biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the purpose.
const UNSTORABLE = /[\u0000\p{Surrogate}]/u

const trimmed = z.string().transform((value) => wellFormed(value).trim())

/** A name of one line. */
export const nameText = (max: number) =>
  trimmed
    .pipe(z.string().min(1).max(max))
    .refine((text) => !CONTROL.test(text))
    .meta({ minLength: 1, maxLength: max })

/** A text of several lines; what is empty is none. */
export const noteText = (max: number) =>
  trimmed
    .pipe(z.string().max(max))
    .refine((text) => !CONTROL_BUT_LINES.test(text))
    .transform((text) => text.replace(/\r\n?/g, '\n') || null)
    .meta({ maxLength: max })

/** The id of something a user made; what is no id is the id of nothing. */
export const isUuid = (text: string): boolean => z.uuid().safeParse(text).success

/** Whether the store can keep a JSON value: no text and no name in it has NUL or half of a letter. */
export function isStorableJson(value: unknown): boolean {
  if (typeof value === 'string') return !UNSTORABLE.test(value)
  if (Array.isArray(value)) return value.every(isStorableJson)
  if (typeof value !== 'object' || value === null) return true
  return Object.entries(value).every(([name, item]) => !UNSTORABLE.test(name) && isStorableJson(item))
}
