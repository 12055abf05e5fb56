import { type Dimension, dimension } from '@leaselight/model'
import { raw, type Sql, sql } from '../plan/sql'
import { localHour, type RecordType } from './definition'

/** What the planner needs to know of the company to put records under rows. */
export interface DimensionContext {
  companyId: number
  /** Names of sources and the value of the attribute that rows are grouped by. */
  sourceAttribute: { names: string[]; values: string[] }
  propertyAttribute: { ids: number[]; values: string[] }
}

/** Key values as the engine returns them; 0 or '' is the row of what is missing. */
export type KeyValue = string | number

// The key where records carry nothing of the dimension; materialized, for rows can't be grouped by a mere constant.
const EMPTY_KEY = raw(`materialize('')`)
const NO_AGENT_KEY = raw('materialize(toUInt64(0))')

/**
 * The SQL of a dimension's key for a kind of record. Records that carry nothing of the dimension stand under its missing
 * row, so that rows always sum to the total.
 */
export function dimensionSql(key: Dimension, kind: RecordType, context: DimensionContext): Sql {
  const own = kind.keys?.[key]
  if (own) return own
  const stem = kind.when?.column.replace(/_at$/, '') ?? ''
  switch (key) {
    case 'property':
      return raw(kind.property)
    case 'agent':
      // An agent that is unknown or deleted has no row of its own.
      return kind.agent
        ? sql`if(${raw(kind.agent)} IN (SELECT id FROM agents FINAL WHERE company_id = ${context.companyId}), ${raw(kind.agent)}, 0)`
        : NO_AGENT_KEY
    case 'source':
      return kind.source ? raw(`trimBoth(${kind.source})`) : EMPTY_KEY
    case 'source-attribute':
      return kind.source
        ? mapped(raw(`trimBoth(${kind.source})`), context.sourceAttribute.names, context.sourceAttribute.values)
        : EMPTY_KEY
    case 'custom-attribute':
      return mapped(raw(kind.property), context.propertyAttribute.ids, context.propertyAttribute.values)
    case 'day':
      return raw(`toDayOfWeek(${stem}_day)`)
    case 'week':
      return raw(`toString(toStartOfWeek(${stem}_day, 1))`)
    case 'hour':
      return localHour(kind.when?.column ?? '')
    case 'status':
      return raw('outcome')
    case 'caller-type':
      return raw('caller_type')
    case 'insert-method':
      return raw('insert_method')
    case 'contact':
      return raw('first_contact_channel')
    case 'date':
      return raw(`toString(${stem}_day)`)
    case 'month':
      return raw(`toString(toStartOfMonth(${stem}_day))`)
    case 'campaign':
      // A campaign that is unknown or deleted has no row of its own.
      return sql`if(campaign_id IN (SELECT id FROM campaigns FINAL WHERE company_id = ${context.companyId}), campaign_id, 0)`
    case 'step':
      return raw(`ifNull(toString(step), '')`)
    case 'age':
    case 'bedrooms':
    case 'floorplan':
    case 'home':
    case 'intent':
    case 'stage':
      return raw(key)
    case 'source-parent':
    case 'loss-reason':
    case 'next-step':
    case 'visit-type':
    case 'tour-type':
    case 'booked-by':
      return raw(key.replace('-', '_'))
  }
}

function mapped(value: Sql, from: readonly (string | number)[], to: readonly string[]): Sql {
  if (from.length === 0) return EMPTY_KEY
  // One list holds ids or names, never both.
  return sql`transform(${value}, ${from as readonly string[]}, ${to}, '')`
}

/** `property:12`; values are percent-encoded so that a name may hold any character. */
export function rowKeySegment(key: Dimension, value: KeyValue): string {
  return `${key}:${encodeURIComponent(value)}`
}

/** The keys a row's name holds, outermost first; undefined when it is no name of a row of these dimensions. */
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

/** Whether a key stands for what is missing. */
export const isMissing = (key: Dimension, value: KeyValue): boolean =>
  value === '' || (value === 0 && (key === 'property' || key === 'agent' || key === 'campaign'))

/** The name of a key that comes from a closed list or is a name itself. */
export function keyLabel(key: Dimension, value: KeyValue): string {
  const definition = dimension(key)
  if (isMissing(key, value)) return definition.missingLabel
  return definition.labelOf ? definition.labelOf(String(value)) : String(value)
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
