import { type Day, formatCell } from '@leaselight/model'

/** What a list's text can have in it that is written by its format. */
type InText = 'money' | 'date' | 'duration'

/** Around a value within a text; no imported text has it. */
const EDGE = '\u0001'

/**
 * A value within the text that SQL makes of a record: its format with the bare value. SQL doesn't write it, because it
 * would write `$1250` where tables write `$1,250`.
 */
export const inText = (format: InText, value: string): string =>
  `concat('\\x01${format}:', toString(${value}), '\\x01')`

/** What a lease costs and when it begins: `$1,250 a month from Aug 1`. */
export const RENT_AND_START = `${inText('money', 'monthly_rent')}, ' a month from ', ${inText('date', 'starts_on')}`

/** A text made with `inText`, its values written as everywhere else. */
export const writeText = (text: string, today: Day): string =>
  text.replace(VALUES, (_, format: InText, value: string) =>
    formatCell(format === 'date' ? value : Number(value), format, { zone: 'UTC', today }),
  )

const VALUES = new RegExp(`${EDGE}(money|date|duration):([^${EDGE}]*)${EDGE}`, 'g')
