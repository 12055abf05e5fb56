/** A text as the engine reads it in a statement. */
export const quoted = (text: string): string => `'${escaped(text)}'`

/** The same without the quotes. */
export const escaped = (text: string): string =>
  text.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\0', '\\0')
