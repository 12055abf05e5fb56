import type { Facts } from '../client/facts'
import type { Kind, PeopleWorld } from './testing'
import { activeAt } from './testingDays'

const STAGED: readonly Kind[] = ['appointments', 'visits', 'applications', 'leases']

/** Every day on which a prospect whose own record is there reached a stage. */
export function stageDays(world: PeopleWorld): object[] {
  const counted = new Map<string, number>()
  for (const { entity, fact } of world.shown()) {
    const at = STAGED.includes(entity) ? activeAt(entity, fact) : undefined
    const person = world.latest('prospects', fact.prospect_id)
    if (!at || !person || person.deleted) continue
    const row = `${fact.prospect_id} ${entity} ${world.dayOf(fact, at)}`
    counted.set(row, (counted.get(row) ?? 0) + 1)
  }
  const rows = [...counted.keys()].sort()
  return rows.map((row, index) => {
    const [prospect, entity, day] = row.split(' ')
    const before = rows[index - 1]?.split(' ')
    const person = world.latest('prospects', Number(prospect))
    const isSame = before?.[0] === prospect && before?.[1] === entity
    return {
      ...{ prospect_id: Number(prospect), entity, on_day: day, previous: isSame ? before?.[2] : '1900-01-01' },
      ...{ property_id: person?.property_id, source: person?.source, not_a_prospect: person?.not_a_prospect ? 1 : 0 },
      counted: counted.get(row),
    }
  })
}

/** The same as the table has it. */
export const storedStageDays = (facts: Facts): Promise<object[]> =>
  facts.query<object>(
    `SELECT prospect_id, ['appointments', 'visits', 'applications', 'leases'][stage + 1] AS entity, toString(day) AS on_day,
       toString(previous_day) AS previous, property_id, toString(source) AS source, not_a_prospect,
       toInt32(length(records)) AS counted
     FROM prospect_stages FINAL WHERE company_id = 1 ORDER BY prospect_id, entity, on_day`,
  )
