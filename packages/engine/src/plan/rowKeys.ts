import { type Day, type Dimension, dimension } from '@leaselight/model'

/** Key values as the engine returns them; 0 or '' means missing. */
export type KeyValue = string | number

/** `property:12`; values are percent-encoded, so a name may contain any character. */
export function rowKeySegment(key: Dimension, value: KeyValue): string {
  return `${key}:${encodeURIComponent(value)}`
}

/** The keys in a row's name, outermost first; undefined when the text isn't a row of these dimensions. */
export function parseRowKey(text: string, dimensions: readonly Dimension[]): KeyValue[] | undefined {
  const parts = text.split('/')
  if (parts.length > dimensions.length) return undefined
  const values = parts.map((part, index) => {
    const key = dimensions[index]
    const prefix = `${key}:`
    if (!key || !part.startsWith(prefix)) return undefined
    const value = decode(part.slice(prefix.length))
    if (!isNumbered(key)) return value
    return value !== undefined && /^\d{1,16}$/.test(value) ? Number(value) : undefined
  })
  return values.every((value) => value !== undefined) ? values : undefined
}

const isNumbered = (key: Dimension): boolean =>
  ['property', 'agent', 'campaign', 'day', 'hour', 'bedrooms'].includes(key)

/** Whether a key means "missing". */
export const isMissing = (key: Dimension, value: KeyValue): boolean =>
  value === '' || (value === 0 && (key === 'property' || key === 'agent' || key === 'campaign'))

/** The label of a key that comes from a fixed list or the calendar, or that is a name itself. */
export function keyLabel(key: Dimension, value: KeyValue, today: Day): string {
  const definition = dimension(key)
  if (isMissing(key, value)) return definition.missingLabel
  return definition.labelOf ? definition.labelOf(String(value), today) : String(value)
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
