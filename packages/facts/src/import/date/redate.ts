import { type EntityName, entityNames, entityOf, parseInstant } from '@leaselight/contract'
import type { Facts } from '../../client/facts'
import { columnName, instantsOf } from '../../tables/columns'
import { INSPECTED_FIELDS, type Row } from '../check/validator'
import type { ImportState } from '../state'
import { commitExclusively } from '../write/commit'
import { instantJson } from './time'

const BATCH = 50_000

/** Dates all facts of a property again, after its time zone changed. The turn is the caller's. */
export async function redateProperty(facts: Facts, state: ImportState, propertyId: number, now: number): Promise<void> {
  for (const name of entityNames) {
    if (instantsOf(name).length === 0) continue
    let rows: Row[] = []
    const write = async () => {
      // Whatever stands in the store has an owner: nothing can be refused.
      await commitExclusively(facts, state, name, rows, { now, reject: () => undefined })
      rows = []
    }
    for await (const record of storedRows(facts, state, name, propertyId)) {
      rows.push(record)
      if (rows.length >= BATCH) await write()
    }
    if (rows.length) await write()
  }
}

async function* storedRows(facts: Facts, state: ImportState, name: EntityName, propertyId: number): AsyncIterable<Row> {
  const { fields, key } = entityOf(name)
  const property = (await state.registry()).properties.get(propertyId)
  if (!property) return
  const own = Object.keys(fields).filter((field) => field !== key && field !== 'company_id')
  const stored = facts.stream<Record<string, unknown>>(
    `SELECT ${key}, ${own.map(columnName).join(', ')} FROM ${name} FINAL
     WHERE company_id = {company:UInt64} AND property_id = {property:UInt64}`,
    { company: property.companyId, property: propertyId },
    // However many there are: nobody waits for an answer here.
    { timeoutSeconds: 3_600 },
  )
  for await (const record of stored) {
    const row: Row = {
      line: 0,
      id: Number(record[key]),
      companyId: property.companyId,
      propertyId,
      // Whoever was erased is in no stored fact any more.
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
      if (field === INSPECTED_FIELDS[name]) row.inspected = piece
      pieces.push(piece)
    }
    row.body = pieces.join(',')
    yield row
  }
}
