import { type EntityName, entityOf, parseInstant } from '@leaselight/contract'
import type { Facts } from '../../client/facts'
import { columnName } from '../../tables/columns'
import { inspectedField, type Row, type RowDraft } from '../check/validator'
import type { ImportState } from '../state'
import { instantJson } from './time'

/**
 * The facts of some properties as the store has them, as rows of an import: to be dated again in other time zones. One
 * statement reads those of all the properties, so that its cost follows the facts and not the properties.
 */
export async function* storedRows(
  facts: Facts,
  state: ImportState,
  name: EntityName,
  propertyIds: readonly number[],
): AsyncIterable<Row> {
  const { fields, key } = entityOf(name)
  const { properties } = await state.registry()
  const companies = [...new Set(propertyIds.flatMap((id) => properties.get(id)?.companyId ?? []))]
  if (companies.length === 0) return
  const inspected = inspectedField(name)
  const own = Object.keys(fields).filter((field) => field !== key && field !== 'company_id')
  const stored = facts.stream<Record<string, unknown>>(
    `SELECT company_id, ${key}, ${own.map(columnName).join(', ')} FROM ${name} FINAL
     WHERE company_id IN {companies:Array(UInt64)} AND property_id IN {properties:Array(UInt64)}`,
    { companies, properties: propertyIds },
    // There may be many, and no request waits for them.
    { timeoutSeconds: 3_600 },
  )
  for await (const record of stored) {
    const row: RowDraft = {
      line: 0,
      id: Number(record[key]),
      companyId: Number(record.company_id),
      propertyId: Number(record.property_id),
      // Erased people are in no stored fact, so there is nothing to keep out.
      prospectId: 0,
      deleted: false,
      body: '',
      inspected: '',
      instants: [],
    }
    const pieces: string[] = []
    for (const field of own) {
      const value = record[columnName(field)]
      const instant = fields[field]?.kind === 'instant' && typeof value === 'string' ? parseInstant(value) : undefined
      if (fields[field]?.kind === 'instant') row.instants.push(instant ?? Number.NaN)
      const piece = instant === undefined ? JSON.stringify(value) : instantJson(instant)
      if (field === inspected) row.inspected = piece
      pieces.push(piece)
    }
    row.body = pieces.join(',')
    yield row
  }
}
