import type { Facts } from '../client/facts'
import { idConditions } from '../import/own/recordKeys'
import { importStateOf } from '../import/state'
import type { ErasureTarget } from './plan'
import { storedInstant } from './storedInstant'

/** The entities whose records are about people of the company's own. */
export const staffEntities = ['agents', 'users'] as const
export type StaffEntity = (typeof staffEntities)[number]

const erasedStaffSql = (entity: StaffEntity): string =>
  `SELECT id FROM erased_staff WHERE company_id = {company:UInt64} AND entity = '${entity}'`

/**
 * The data about the company's erased agents and users: their records. What they did stays with their id, which means
 * nothing without its source system, so that no number of a report changes.
 */
export const staffTargets: readonly ErasureTarget[] = staffEntities.map((name) => ({
  table: name,
  where: `company_id = {company:UInt64} AND id IN (${erasedStaffSql(name)})`,
}))

/** Their names, numbers and addresses, in every version of their records. */
const words: Readonly<Record<StaffEntity, string>> = {
  agents: 'name, phone, email',
  users: "concat(first_name, ' ', last_name), phone_number, email, username",
}

/**
 * Puts agents or users on the erasure list; imports no longer accept them. Unknown ids are returned and not listed, so that
 * a typo doesn't block a person later.
 */
export async function listErasedStaff(
  facts: Facts,
  company: number,
  entity: StaffEntity,
  ids: readonly number[],
  now: number,
): Promise<{ listed: number[]; unknown: number[] }> {
  const known = new Set<number>()
  for (const { condition, params } of idConditions(facts, 'id', ids)) {
    const found = await facts.query<{ id: number }>(
      `SELECT DISTINCT id FROM (
         SELECT id FROM ${entity} WHERE company_id = {company:UInt64}
         UNION ALL ${erasedStaffSql(entity)})
       WHERE ${condition}`,
      { ...params, company },
    )
    for (const { id } of found) known.add(id)
  }
  const listed = ids.filter((id) => known.has(id))
  await facts.insert(
    'erased_staff',
    listed.map((id) => ({ company_id: company, entity, id, erased_at: storedInstant(now) })),
  )
  importStateOf(facts).reset()
  return { listed, unknown: ids.filter((id) => !known.has(id)) }
}

/** What erased agents or users are called and reached by, to search what people wrote. */
export async function staffTextsOf(
  facts: Facts,
  company: number,
  entity: StaffEntity,
  ids: readonly number[],
): Promise<string[]> {
  const texts = new Set<string>()
  for (const { condition, params } of idConditions(facts, 'id', ids)) {
    const found = await facts.query<{ word: string }>(
      `SELECT DISTINCT trim(arrayJoin([${words[entity]}])) AS word FROM ${entity}
       WHERE company_id = {company:UInt64} AND ${condition}`,
      { ...params, company },
    )
    for (const { word } of found) texts.add(word)
  }
  texts.delete('')
  return [...texts]
}
