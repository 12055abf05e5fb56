import { type Day, type Dimension, dimension } from '@leaselight/model'
import type { CompanyContext } from '../access/companyContext'

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

/**
 * What the keys in a row's name are called, outermost first, whether or not the row has records; null where the viewer's
 * company has none of it.
 */
export function rowNames(
  text: string,
  dimensions: readonly Dimension[],
  { properties, agents, campaigns, sources, today, anonymizer }: CompanyContext,
): string[] | null {
  const lists: Partial<Record<Dimension, readonly { id: number; name: string }[]>> = {
    property: properties,
    agent: agents,
    campaign: campaigns,
  }
  const names = parseRowKey(text, dimensions)?.map((value, at) => {
    const key = dimensions[at] ?? 'property'
    const list = lists[key]
    if (list && !isMissing(key, value)) return list.find(({ id }) => id === value)?.name
    if (key === 'source' && !isMissing(key, value) && !sources.some(({ name }) => name === value)) return undefined
    const label = keyLabel(key, value, today)
    return anonymizer ? anonymizer.text(label) : label
  })
  return names?.every((name) => name !== undefined) ? names : null
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
