import type { DayRange } from '@leaselight/model'
import { filterConditions } from '../../plan/filterSql'
import type { QueryContext } from '../../plan/measures'
import { all, raw, type Sql, sql } from '../../plan/sql'
import { excludedProspects, inEitherPeriod, inScopedProperties } from '../conditions'
import type { RecordType } from '../definition'
import { fromSelect, recordTypes } from '../recordTypes'

/**
 * Inbound calls of either period, once for each of their intents (those without one have the intent ''), beside `whole`:
 * how many calls the reader's selection holds in that period in all.
 */
export function callsByIntent(context: QueryContext): RecordType {
  const { storage: _, from: __, ...calls } = recordTypes.calls
  return fromSelect({ ...calls, periodColumn: 'of_period', select: intentsSql(context) })
}

function intentsSql(context: QueryContext): Sql {
  const { companyId, current, prior, filters } = context
  const inPeriod = (range: DayRange | null, name: string): Sql =>
    range ? sql`if(started_day BETWEEN toDate32(${range.start}) AND toDate32(${range.end}), ${name}, '')` : raw(`''`)
  // The whole is counted before rows are opened, so the reader's filters are asked for here too.
  const chosen = all(filterConditions(filters, null)(recordTypes.calls))
  return sql`SELECT * EXCEPT (intents), arrayJoin(if(empty(intents), [''], arrayDistinct(arrayMap(one -> toString(one), intents)))) AS intent
FROM (
  SELECT *, count() OVER (PARTITION BY of_period) AS whole FROM (
    SELECT *, arrayJoin(arrayFilter(period -> period != '', [${inPeriod(current, 'current')}, ${inPeriod(prior, 'prior')}])) AS of_period
    FROM calls FINAL
    WHERE ${inScopedProperties(context)} AND ${inEitherPeriod('started_day', context)} AND direction = 'inbound' AND ${chosen}
      AND prospect_id NOT IN (${excludedProspects(companyId)})
  )
)`
}
