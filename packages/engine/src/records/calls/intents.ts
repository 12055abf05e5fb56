import type { QueryContext } from '../../plan/measures'
import { type Sql, sql } from '../../plan/sql'
import { carry, values } from '../carries'
import { inEitherPeriod, inScopedProperties } from '../conditions'
import { fromSelect, type RecordType } from '../definition'
import { recordTypes } from '../recordTypes'

/** Inbound calls of either period, once per intent; calls without an intent have ''. */
export function callsByIntent(context: QueryContext): RecordType {
  const { calls } = recordTypes
  return fromSelect({ ...calls, ...carry(calls, values({ intent: 'intent' })), select: intentsSql(context) })
}

function intentsSql(context: QueryContext): Sql {
  return sql`SELECT * EXCEPT (intents), arrayJoin(if(empty(intents), [''], arrayDistinct(arrayMap(one -> toString(one), intents)))) AS intent
FROM calls FINAL
WHERE ${inScopedProperties(context)} AND ${inEitherPeriod('started_day', context)} AND direction = 'inbound'`
}
