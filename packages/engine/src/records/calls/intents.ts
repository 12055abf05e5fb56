import type { QueryContext } from '../../plan/measures'
import { raw, type Sql, sql } from '../../plan/sql'
import { carry, values } from '../carries'
import { inEitherPeriod, inScopedProperties } from '../conditions'
import { fromSelect, type RecordType } from '../definition'
import { recordTypes } from '../recordTypes'

/** Inbound calls of either period, once per intent; calls without an intent have '' as theirs. */
export function callsByIntent(context: QueryContext): RecordType {
  const { calls } = recordTypes
  return fromSelect({
    ...calls,
    ...carry(calls, values({ intent: 'intent' })),
    repeated: { by: 'intent', isFirst: raw('place = 1') },
    select: intentsSql(context),
  })
}

function intentsSql(context: QueryContext): Sql {
  return sql`SELECT * EXCEPT (intents), named.1 AS intent, named.2 AS place,
  arrayJoin(arrayZip(if(empty(intents), [''], arrayDistinct(arrayMap(one -> toString(one), intents))) AS names, arrayEnumerate(names))) AS named
FROM calls FINAL
WHERE ${inScopedProperties(context)} AND ${inEitherPeriod('started_day', context)} AND direction = 'inbound'`
}
