import { type EntityName, entityOf, type Field } from './entities'

/** The only id of the examples, so that they refer to one another. */
const ID = 1

/**
 * A record of an entity with every required field and the lists and maps that need an example. It follows from the
 * declaration, so it is always one that the import accepts beside the examples of the other entities.
 */
export function exampleRecord(name: EntityName): Record<string, unknown> {
  const { fields, key } = entityOf(name)
  const values = Object.entries(fields).flatMap(([field, declared]) => {
    const value = key !== 'id' && field === key ? `thread-${ID}` : exampleValue(field, declared)
    return value === undefined ? [] : [[field, value]]
  })
  return Object.fromEntries(values)
}

/** Undefined where an example would only be in the way. */
function exampleValue(field: string, { kind, required, values, min, max }: Field): unknown {
  switch (kind) {
    case 'ids':
      return field === 'property_ids' ? [ID] : undefined
    case 'choices':
      return values?.slice(0, 1)
    case 'dates':
      return ['2026-12-25']
    case 'attributes':
      return { Region: 'West' }
    case 'officeHours':
      return [{ weekday: 1, opens: '09:00', closes: '18:00' }]
  }
  if (!required) return undefined
  switch (kind) {
    case 'id':
      return ID
    case 'text':
    case 'handle':
      return `Example ${field.replaceAll('_', ' ')}`
    case 'choice':
      return values?.[0]
    case 'zone':
      return 'America/New_York'
    case 'instant':
      return '2026-03-09T14:05:00-04:00'
    case 'date':
      return field.startsWith('ends') ? '2027-03-08' : '2026-03-09'
    case 'money':
      return 1500
    case 'whole':
    case 'number':
      return Math.min(Math.max(min ?? 0, 1), max ?? 1)
    case 'utterances':
      return [{ speaker: 'agent', time: 0, transcript: 'Good morning.' }]
    default:
      return undefined
  }
}
