import { type EntityName, entityOf } from '@leaselight/contract'
import type { Facts } from '../../client/facts'
import type { Row } from '../check/validator'
import type { OwnerProblem } from './owners'
import { idConditions } from './recordKeys'
import type { Registry } from './registry'

/**
 * Keeps out whoever was erased, in whatever record they come again. What outlives its person is taken without them. Costs
 * a look-up only in companies of which somebody was erased.
 */
export async function rejectErased(
  facts: Facts,
  name: EntityName,
  rows: Row[],
  registry: Registry,
  reject: (row: Row, problem: OwnerProblem) => void,
): Promise<Row[]> {
  if (registry.withErasedPeople.size === 0) return rows
  if (name === 'agents' || name === 'users') return rejectErasedStaff(facts, name, rows, registry, reject)
  const asked = new Map<number, Set<number>>()
  for (const { companyId, prospectId } of rows) {
    if (!prospectId || !registry.withErasedPeople.has(companyId)) continue
    const ids = asked.get(companyId)
    if (ids) ids.add(prospectId)
    else asked.set(companyId, new Set([prospectId]))
  }
  if (asked.size === 0) return rows
  const erased = new Map<number, Set<number>>()
  for (const [company, ids] of asked) erased.set(company, await erasedOf(facts, company, [...ids]))
  const field = name === 'prospects' ? entityOf(name).key : 'prospect_id'
  return rows.flatMap((row) => {
    if (!erased.get(row.companyId)?.has(row.prospectId)) return [row]
    if (row.person) return [withoutPerson(row, row.person)]
    reject(row, { field, reason: `Prospect ${row.prospectId} was erased; nothing about them is taken in.` })
    return []
  })
}

const withoutPerson = (row: Row, person: NonNullable<Row['person']>): Row => ({
  line: row.line,
  id: row.id,
  companyId: row.companyId,
  propertyId: row.propertyId,
  prospectId: 0,
  deleted: row.deleted,
  body: `${row.body.slice(0, person.at)}0${row.body.slice(person.end)}`,
  inspected: row.inspected,
  instants: row.instants,
})

const staffTitles = { agents: 'Agent', users: 'User' }

async function rejectErasedStaff(
  facts: Facts,
  name: keyof typeof staffTitles,
  rows: Row[],
  registry: Registry,
  reject: (row: Row, problem: OwnerProblem) => void,
): Promise<Row[]> {
  const erased = new Map<number, Set<number>>()
  for (const company of new Set(rows.map(({ companyId }) => companyId))) {
    if (!registry.withErasedPeople.has(company)) continue
    const ids = rows.filter(({ companyId }) => companyId === company).map(({ id }) => Number(id))
    erased.set(company, await erasedOf(facts, company, ids, name))
  }
  return rows.filter((row) => {
    if (!erased.get(row.companyId)?.has(Number(row.id))) return true
    const field = entityOf(name).key
    reject(row, { field, reason: `${staffTitles[name]} ${row.id} was erased and is not taken in again.` })
    return false
  })
}

/** Those of a company's people who were erased: prospects, or staff of an entity. */
async function erasedOf(
  facts: Facts,
  company: number,
  ids: readonly number[],
  staff?: keyof typeof staffTitles,
): Promise<Set<number>> {
  const found = new Set<number>()
  const [column, list] = staff ? ['id', `erased_staff WHERE entity = '${staff}' AND`] : ['prospect_id', 'erased WHERE']
  for (const { condition, params } of idConditions(facts, column, ids)) {
    const rows = await facts.query<{ id: number }>(
      `SELECT DISTINCT ${column} AS id FROM ${list} company_id = {company:UInt64} AND ${condition}`,
      { ...params, company },
    )
    for (const { id } of rows) found.add(id)
  }
  return found
}
