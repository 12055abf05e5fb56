declare const limited: unique symbol

/** Text with a bounded length. Reports hold other people's texts in no other form, so that no import can swell them. */
export type LimitedText = string & { readonly [limited]: true }

/** The longest name of a field or column that a report repeats, in characters. */
export const MAX_NAME_TEXT = 100
/** The longest id or sentence that a report repeats, in characters. */
export const MAX_REPORT_TEXT = 500
/** How many notes a report lists. */
export const MAX_NOTES = 100
/** How many names of unused fields a report lists for each entity. */
export const MAX_UNUSED_NAMES = 50

/** The text, cut to a number of characters and then ended by an ellipsis. */
export function limitText(text: string, most: number = MAX_REPORT_TEXT): LimitedText {
  if (text.length <= most) return text as LimitedText
  // Copied through bytes: a slice would hold on to the whole text it was cut from. Half a character becomes a replacement sign.
  return `${Buffer.from(text.slice(0, most - 1)).toString()}…` as LimitedText
}
