import { Readable } from 'node:stream'
import { type EntityName, type Facts, importRecords } from '@leaselight/facts'
import type { Day } from '@leaselight/model'

interface Person {
  id: number
  property_id: number
}

/** Imports records into a portfolio, as the CRM pushes them. They stay in the data. */
export function loadRecords(facts: Facts, companyId: number, entity: EntityName, records: readonly object[], at: Date) {
  const lines = Readable.from(records.map((record) => Buffer.from(`${JSON.stringify(record)}\n`)))
  return importRecords(facts, lines, { entity, companyId, now: at.getTime() })
}

/** A number of people who came since a day, spread over the properties. */
export function somePeople(facts: Facts, companyId: number, since: Day, count: number): Promise<Person[]> {
  return facts.query<Person>(
    `SELECT id, property_id FROM prospects FINAL WHERE company_id = {company:UInt64} AND created_day > toDate32({since:String})
   ORDER BY cityHash64(id) LIMIT {count:UInt32}`,
    { company: companyId, since, count },
  )
}

/** Gives ids that no record of the portfolio has. */
export async function freshIds(facts: Facts): Promise<() => number> {
  const [found] = await facts.query<{ newest: number }>(
    `SELECT max(id) AS newest FROM record_keys WHERE entity IN ('calls', 'messages', 'leases')`,
  )
  let id = found?.newest ?? 0
  return () => ++id
}

/** First calls at the properties of people, all answered, at one instant. */
export const firstCalls = (people: readonly Person[], nextId: () => number, startedAt: string) =>
  people.map(({ property_id }) => ({
    id: nextId(),
    property_id,
    ...{ direction: 'inbound', handled_by: 'agent', caller_type: 'prospect-first-call', outcome: 'answered' },
    ...{ started_at: startedAt, duration_seconds: 60 },
  }))
