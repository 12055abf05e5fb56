import { utterancesSql } from '../../lists/transcript'
import type { QueryContext } from '../../plan/measures'
import { raw, type Sql, sql } from '../../plan/sql'
import { inEitherPeriod, inScopedProperties } from '../conditions'
import { fromSelect, type RecordType } from '../definition'
import { recordTypes } from '../recordTypes'

/** How many characters an excerpt shows on either side of the match. */
const EXCERPT_PADDING = 60

/**
 * Calls of either period with a transcript that contains the search text: `mentions` counts the utterances that contain
 * it, and `excerpt` is the text around the first match. The search ignores case. An empty search matches every
 * transcript.
 * @param kind the record type of the calls; one with callers where these are shown
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

/**
 * The line that an excerpt comes from, and how many lines match. An empty search uses the first line and reads no
 * other.
 */
const excerptLine = (words: string): Sql =>
  words === ''
    ? raw(`toUInt64(0) AS mentions, JSONExtractString(utterances, 1, 'transcript') AS line`)
    : sql`arrayFilter(line -> ${found('line', words)} > 0, arrayMap(one -> one.3, ${utterancesSql('utterances')})) AS matching,
    length(matching) AS mentions, matching[1] AS line`

/** The position of the match in a line, from 1; 0 when there is none. */
const found = (line: string, words: string): Sql =>
  words === '' ? raw('1') : sql`positionCaseInsensitiveUTF8(${raw(line)}, ${words})`
