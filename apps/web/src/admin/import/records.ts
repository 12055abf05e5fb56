import type { ContractEntity } from './mapping'

/** How records are shown: properties by name, instants as times of the company. */
export interface RecordWords {
  properties: readonly { id: number; name: string }[]
  formatInstant: (instant: string) => string
}

/** Records in the words of leasing, as a table. Ids of other records, which mean nothing to people, are left out. */
export function recordTable(
  contract: ContractEntity,
  rows: readonly { line: number; record: Record<string, unknown> }[],
  words: RecordWords,
): { head: string[]; rows: string[][] } {
  const present = new Set(rows.flatMap(({ record }) => Object.keys(record)))
  const fields = contract.fields.filter(
    ({ field, kind }) => present.has(field) && (kind !== 'id' || field === 'property_id'),
  )
  return {
    head: ['Line', ...fields.map(({ label }) => label)],
    rows: rows.map(({ line, record }) => [
      line.toLocaleString('en-US'),
      ...fields.map(({ field, kind, values, value_labels: labels }) => {
        const value = record[field]
        if (value === undefined || value === null || value === '') return '—'
        if (field === 'property_id') return words.properties.find(({ id }) => id === value)?.name ?? String(value)
        if (kind === 'instant' && typeof value === 'string') return words.formatInstant(value)
        if (kind === 'boolean') return value ? 'Yes' : 'No'
        const label = typeof value === 'string' ? labels[values.indexOf(value)] : undefined
        return label ?? (typeof value === 'object' ? JSON.stringify(value) : String(value))
      }),
    ]),
  }
}
