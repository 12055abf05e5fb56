import { callsWithLines, PLAIN_WORDS } from '@leaselight/facts'
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
 */
export function callsMatchingSearch(context: QueryContext): RecordType {
  return fromSelect({ ...recordTypes.calls, select: transcriptSearchSql(context) })
}

function transcriptSearchSql(context: QueryContext): Sql {
  const search = searchFor(context.filters.search.trim())
  return sql`SELECT *, ${search.mentions} AS mentions, ${search.line} AS line, greatest(${search.place('line')}, 1) AS place,
  greatest(place, ${EXCERPT_PADDING + 1}) - ${EXCERPT_PADDING} AS begins,
  concat(if(begins > 1, '…', ''), substringUTF8(line, begins, place - begins + ${search.length} + ${EXCERPT_PADDING}),
    if(lengthUTF8(line) > place - 1 + ${search.length} + ${EXCERPT_PADDING}, '…', '')) AS excerpt
FROM (${callsAndLines(context)}) WHERE ${search.matches}`
}

/** Calls of either period with `lines` and `folded`: read from what was worked out at import, or from the records. */
function callsAndLines(context: QueryContext): Sql {
  const { companyId, derived, filters } = context
  const where = sql`${inScopedProperties(context)} AND ${inEitherPeriod('started_day', context)}`
  if (derived.has('call_lines')) return sql`SELECT call_id AS id, * FROM call_lines FINAL WHERE ${where}`
  const which = filters.search.trim() === '' ? 'beginning' : 'all'
  return sql`WITH asked AS (SELECT * FROM calls FINAL WHERE ${where} AND thread_id != '')
${raw(callsWithLines(companyId, 'asked', which))}`
}

/** How calls are searched for some words. */
interface Search {
  /** The condition for a call with a line that contains them. */
  matches: Sql
  /** How many of its lines do. */
  mentions: Sql
  /** The line that an excerpt comes from. */
  line: Sql
  /** The position of the match in a line, in characters from 1; 0 when there is none. */
  place: (line: string) => Sql
  /** How many characters match. */
  length: Sql
}

function searchFor(words: string): Search {
  // Calls begin with the same greeting. What it is answered with tells what the call is about.
  if (words === '')
    return {
      matches: raw('1'),
      mentions: raw('toUInt64(0)'),
      line: raw(`if(lines[2] = '', lines[1], lines[2])`),
      place: () => raw('1'),
      length: raw('0'),
    }
  const length = sql`lengthUTF8(${words})`
  if (!PLAIN_WORDS.test(words)) {
    const place = (line: string) => sql`positionCaseInsensitiveUTF8(${raw(line)}, ${words})`
    const each = (find: string) => sql`${raw(find)}(line -> ${place('line')} > 0, lines)`
    return { matches: each('arrayExists'), mentions: each('arrayCount'), line: each('arrayFirst'), place, length }
  }
  // The same result, found in one text, which an index leaves out where it can't contain the words.
  const folded = words.toLowerCase()
  const place = (line: string) => sql`positionUTF8(lower(${raw(line)}), ${folded})`
  return {
    matches: sql`folded LIKE ${`%${folded.replace(/[\\%_]/g, '\\$&')}%`}`,
    mentions: sql`arrayCount(line -> position(line, ${folded}) > 0, splitByChar('\\n', folded))`,
    line: sql`arrayFirst(line -> position(lower(line), ${folded}) > 0, lines)`,
    place,
    length,
  }
}
