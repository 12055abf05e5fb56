import type { RecordBatch } from '@leaselight/sample'

/** Entities with records that are corrected later. */
const CORRECTED = ['prospects', 'messages', 'calls', 'appointments', 'visits', 'leases'] as const

type PropertyFact = { id: number; property_id: number }

/**
 * Misplaces facts: a third of people's facts are at another property of the company than their own, and a fifth of
 * these are corrected to yet another property later. Import `corrections` after everything else.
 */
export function misplaceFacts(companyId: number) {
  const houses: number[] = []
  const corrections: Partial<Record<RecordBatch['entity'], object[]>> = {}
  const next = ({ property_id }: PropertyFact) => houses[(houses.indexOf(property_id) + 1) % houses.length]
  const change = ({ entity, records }: RecordBatch): void => {
    for (const record of records) {
      if (entity === 'properties' && 'company_id' in record && record.company_id === companyId && 'id' in record)
        houses.push(Number(record.id))
      if (!isPropertyFact(record) || !houses.includes(record.property_id)) continue
      if ('prospect_id' in record && record.id % 3 === 0) Object.assign(record, { property_id: next(record) })
      if (CORRECTED.some((name) => name === entity) && record.id % 5 === 0)
        corrections[entity] = [...(corrections[entity] ?? []), { ...record, property_id: next(record) }]
    }
  }
  return { change, corrections }
}

const isPropertyFact = (record: object): record is PropertyFact =>
  'id' in record && typeof record.id === 'number' && 'property_id' in record && typeof record.property_id === 'number'
