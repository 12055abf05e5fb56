import type { Facts } from '../client/facts'
import { type EntityName, entityNames, entityOf } from '../entities'
import { columnName, instantsOf } from '../entities/columns'
import { commitInTurn } from './commit'
import type { Row } from './take'
import { parseInstant } from './time'
import type { WarehouseState } from './warehouse-state'

const BATCH = 50_000

/** Dates all facts of a property again, after its time zone changed. The turn is the caller's. */
export async function redateProperty(
  facts: Facts,
  state: WarehouseState,
  propertyId: number,
  now: number,
): Promise<void> {
  for (const name of entityNames) {
    if (instantsOf(name).length === 0) continue
    let rows: Row[] = []
    const write = async () => {
      // Whatever stands in the store has an owner: nothing can be refused.
      await commitInTurn(facts, state, name, rows, { now, refuse: () => undefined })
      rows = []
    }
    for await (const record of storedFacts(facts, state, name, propertyId)) {
      rows.push(record)
      if (rows.length >= BATCH) await write()
    }
    if (rows.length) await write()
  }
}

async function* storedFacts(
  facts: Facts,
  state: WarehouseState,
  name: EntityName,
  propertyId: number,
): AsyncIterable<Row> {
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
      deleted: false,
      pieces: [],
      instants: [],
    }
    for (const field of own) {
      const value = record[columnName(field)]
      const isInstant = fields[field]?.kind === 'instant'
      if (isInstant) row.instants.push(typeof value === 'string' ? parseInstant(value) : Number.NaN)
      // The text of an instant that is there is printed anew with its day.
      row.pieces.push(isInstant && value !== null ? '' : JSON.stringify(value))
    }
    yield row
  }
}
