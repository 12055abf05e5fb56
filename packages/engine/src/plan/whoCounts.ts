import type { Measure, People } from './measures'
import { raw, type Sql } from './sql'

/** The reader's switch for people who are no prospects. */
interface Switch {
  nonProspects: boolean
}

export const countsEveryone = (people: People, context: Switch): boolean =>
  people === 'everyone' || (people === 'switch' && context.nonProspects)

/** Excludes people who don't count. The row of a deleted person is gone. */
export function nonProspectCondition(set: Measure, context: Switch): Sql[] {
  return set.spec.kind.isPeople && !countsEveryone(set.spec.people, context) ? [IS_PROSPECT] : []
}

export const IS_PROSPECT = raw('NOT not_a_prospect')
