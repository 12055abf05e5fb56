import { type EntityName, entityNames, entityOf } from '@leaselight/contract'
import type { Facts } from '../client/facts'
import { importStateOf } from '../import/state'
import { dayColumn, instantsOf, sortDay } from '../tables/columns'
import { bindCompany } from './plan'
import { storedInstant } from './storedInstant'

/** The latest date in a record. */
function lastDaySql(name: EntityName): string {
  const { fields } = entityOf(name)
  const dates = Object.keys(fields).filter((field) => fields[field]?.kind === 'date' && field !== 'birth_on')
  const days = [...instantsOf(name).map(dayColumn), ...dates]
  return `greatest(${days.map((day) => `ifNull(${day}, toDate32('1970-01-01'))`).join(', ')})`
}

const naming = entityNames.filter((name) => 'prospect_id' in entityOf(name).fields)

const lastActivitySql = [
  `SELECT id AS person, ${lastDaySql('prospects')} AS last FROM prospects FINAL WHERE company_id = {company:UInt64}`,
  ...naming.map(
    (name) =>
      `SELECT prospect_id AS person, ${lastDaySql(name)} AS last FROM ${name} FINAL WHERE company_id = {company:UInt64}`,
  ),
].join(' UNION ALL ')

/**
 * Puts everyone on the erasure list whose last activity, including a lease's last day, is before the day. This changes
 * no numbers of a period that begins on that day or later, because none of their facts are in it.
 */
export async function listInactiveProspects(
  facts: Facts,
  company: number,
  day: string,
  now: number,
): Promise<number[]> {
  const found = await facts.query<{ person: number }>(
    `SELECT person FROM (${lastActivitySql}) WHERE person != 0
     GROUP BY person HAVING max(last) < toDate32({day:String})
       AND person NOT IN (SELECT prospect_id FROM erased WHERE company_id = {company:UInt64})`,
    { company, day },
    { timeoutSeconds: 3_600, priority: 'background' },
  )
  const ids = found.map(({ person }) => person)
  const erased_at = storedInstant(now)
  await facts.insert(
    'erased',
    ids.map((prospect_id) => ({ company_id: company, prospect_id, erased_at })),
  )
  importStateOf(facts).reset()
  return ids
}

/** Plans the erasure of records before the day without a person, which may still contain a name or number. */
export async function planUnattributed(facts: Facts, company: number, day: string): Promise<void> {
  for (const name of naming) {
    const { outlivesPerson, fields } = entityOf(name)
    const own = sortDay(name)
    if (outlivesPerson || fields.prospect_id?.required || !own) continue
    await facts.command(
      bindCompany(
        company,
        `INSERT INTO erasing SELECT company_id, '${name}', id, '' FROM ${name} FINAL
         WHERE company_id = {company:UInt64} AND prospect_id = 0 AND ${own} < toDate32('${day}')`,
      ),
    )
  }
}
