import { utterancesSql } from '../../lists/transcript'
import type { QueryContext } from '../../plan/measures'
import { raw, type Sql, sql } from '../../plan/sql'
import { inEitherPeriod, inScopedProperties } from '../conditions'
import { fromSelect, type RecordType } from '../definition'
import { recordTypes } from '../recordTypes'

/** How many characters an excerpt shows on either side of what was found. */
const EXCERPT_PADDING = 60

/**
 * Calls of either period with a transcript in which the words searched for were said: `mentions` utterances hold them, and
 * `excerpt` is what was said round the first. Upper and lower case are the same. Without words every transcript matches.
 * @param kind how calls are seen; knowing their callers where these are shown
 */
export function callsMatchingSearch(context: QueryContext, kind: RecordType = recordTypes.calls): RecordType {
  return fromSelect({ ...kind, select: transcriptSearchSql(context) })
}

function transcriptSearchSql(context: QueryContext): Sql {
  const { companyId, filters } = context
  const words = filters.search.trim()
  const calls = sql`SELECT * FROM calls FINAL WHERE ${inScopedProperties(context)} AND ${inEitherPeriod('started_day', context)} AND thread_id != ''`
  return sql`SELECT calls.*, said.mentions AS mentions, said.excerpt AS excerpt FROM (${calls}) AS calls
INNER JOIN (
  SELECT thread_id AS of_thread, ${excerptLine(words)},
    greatest(${found('line', words)}, 1) AS place,
    greatest(place, ${EXCERPT_PADDING + 1}) - ${EXCERPT_PADDING} AS begins,
    concat(if(begins > 1, '…', ''), substringUTF8(line, begins, place - begins + lengthUTF8(${words}) + ${EXCERPT_PADDING}),
      if(lengthUTF8(line) > place - 1 + lengthUTF8(${words}) + ${EXCERPT_PADDING}, '…', '')) AS excerpt
  FROM transcripts FINAL
  WHERE company_id = ${companyId} AND thread_id IN (SELECT thread_id FROM (${calls}))
    ${words === '' ? raw('') : raw('AND notEmpty(matching)')}
) AS said ON said.of_thread = calls.thread_id`
}

/** The line an excerpt is taken from, and how many lines hold the words. Without words it is the first: no other is read. */
const excerptLine = (words: string): Sql =>
  words === ''
    ? raw(`toUInt64(0) AS mentions, JSONExtractString(utterances, 1, 'transcript') AS line`)
    : sql`arrayFilter(line -> ${found('line', words)} > 0, arrayMap(one -> one.3, ${utterancesSql('utterances')})) AS matching,
    length(matching) AS mentions, matching[1] AS line`

/** Where in a line the words stand, from 1; 0 where they do not. */
const found = (line: string, words: string): Sql =>
  words === '' ? raw('1') : sql`positionCaseInsensitiveUTF8(${raw(line)}, ${words})`
