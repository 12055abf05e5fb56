import { callerTypes } from '@leaselight/model'
import { kinds } from './kinds'
import type { RecordKind } from './recordKind'
import { inEither } from './select'
import { raw, type Sql, sql } from './sql'

/** Calls that know their caller's name, as `caller`: what the telephone gave, else the prospect's. */
export const namedCalls: RecordKind = {
  ...kinds.calls,
  joins: (context) => sql`
LEFT ANY JOIN (SELECT id AS of_prospect, trimBoth(concat(first_name, ' ', last_name)) AS prospect_name FROM prospects FINAL
  WHERE company_id = ${context.companyId}
    AND id IN (SELECT prospect_id FROM calls WHERE company_id = ${context.companyId} AND ${inEither('started_day', context)})) AS people
  ON people.of_prospect = r.prospect_id`,
  fields: [raw(`if(caller_name != '', caller_name, prospect_name) AS caller`)],
}

/** A key of a closed list in the words a reader knows. */
export const worded = (column: string, words: Readonly<Record<string, string>>): Sql =>
  sql`transform(toString(${raw(column)}), ${Object.keys(words)}, ${Object.values(words)}, '')`

/** Whether somebody called for the first time, again, or lives here. */
export const callerStatus: Sql = worded('caller_type', callerTypes)

/** Text that is there, or null. */
export const orNothing = (column: string): Sql => raw(`nullIf(toString(${column}), '')`)
