import { callerTypes } from '@leaselight/model'
import type { QueryContext } from '../../plan/measures'
import { raw, type Sql, sql } from '../../plan/sql'
import { inEitherPeriod } from '../conditions'
import type { RecordType } from '../definition'
import { recordTypes } from '../recordTypes'

/** Calls with their caller's name as `caller`: as sent by the phone network, else the prospect's. */
export function callsWithCallerName(context: QueryContext): RecordType {
  return {
    ...recordTypes.calls,
    joins: (companyId) => sql`
LEFT ANY JOIN (SELECT id AS of_caller, trimBoth(concat(first_name, ' ', last_name)) AS prospect_name FROM prospects FINAL
  WHERE company_id = ${companyId}
    AND id IN (SELECT prospect_id FROM calls WHERE company_id = ${companyId} AND ${inEitherPeriod('started_day', context)})) AS callers
  ON callers.of_caller = r.prospect_id`,
    fields: [raw(`if(caller_name != '', caller_name, prospect_name) AS caller`)],
  }
}

/** Converts a key of a fixed list to its label. */
export const labelSql = (column: string, words: Readonly<Record<string, string>>): Sql =>
  sql`transform(toString(${raw(column)}), ${Object.keys(words)}, ${Object.values(words)}, '')`

/** Whether the caller is new, returning, or a resident. */
export const callerStatus: Sql = labelSql('caller_type', callerTypes)

/** The text, or null when it is empty. */
export const nullIfEmpty = (column: string): Sql => raw(`nullIf(toString(${column}), '')`)
