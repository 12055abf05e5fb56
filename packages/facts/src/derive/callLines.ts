import { typesOfColumns } from '../tables/columns'
import { inBrackets, type Keys, ofCompany, readAll, readOf } from './narrow'

/** What is kept of a call beside its lines: what a list of calls shows, filters, groups and joins by. */
const CALL_COLUMNS = [
  ...['started_day', 'property_id', 'prospect_id', 'agent_id', 'source', 'caller_name', 'caller_phone', 'caller_type'],
  ...['started_at', 'started_offset', 'duration_seconds', 'outcome', 'thread_id', 'stream_id', 'appointment_id'],
] as const

/** The columns that `call_lines` keeps, with their types. */
export const CALL_LINE_TYPES: Readonly<Record<string, string>> = {
  ...typesOfColumns('calls', CALL_COLUMNS),
  lines: 'Array(String)',
  folded: 'String',
}

/**
 * Tells pieces of text that can't have some letters in a row without being read. It is of the folded text: a search
 * for plain words finds there exactly what it finds in the lines.
 */
export const FOLDED_INDEX = 'INDEX folded_letters folded TYPE ngrambf_v1(4, 8192, 2, 0) GRANULARITY 1'

/** What was said in a call, line by line. */
const LINES = `JSONExtract(utterances, 'Array(Tuple(transcript String))').1`

/** The first line and what it was answered with, which take less time to find. */
const BEGINNING = `[JSONExtractString(utterances, 1, 'transcript'), JSONExtractString(utterances, 2, 'transcript')]`

/**
 * All lines as one text to search for plain words, with A to Z in lower case. Between two lines is the only line break, so
 * that words are never found across them.
 */
const FOLDED = `lower(arrayStringConcat(arrayMap(line -> translate(line, '\\n', '\\r'), lines), '\\n'))`

/**
 * Words that the folded text can be searched for instead of the lines: no line break, and no letters but A to Z, which are
 * the upper or lower case of no others.
 */
export const PLAIN_WORDS: RegExp = /^[\x20-\x7e]+$/

/**
 * Calls with what was said in them, one row for each that has a transcript: its own columns, `id`, `lines`, and these as
 * one text, `folded`. Calls may share a transcript.
 * @param calls the name of a SELECT of calls
 * @param which whether the first two lines are enough
 */
export const callsWithLines = (companyId: number, calls: string, which: 'all' | 'beginning'): string =>
  // The engine keeps the right side in memory: the calls, which are narrower. The condition before FINAL is on the key.
  `SELECT id, ${CALL_COLUMNS.join(', ')}, lines, folded FROM (
  SELECT thread_id AS of_thread, ${which === 'all' ? LINES : BEGINNING} AS lines, ${FOLDED} AS folded FROM transcripts FINAL
  PREWHERE company_id = ${Math.trunc(companyId)} AND thread_id IN (SELECT thread_id FROM ${calls})
) AS said INNER JOIN ${calls} ON ${calls}.thread_id = said.of_thread`

/** The rows of `call_lines` of some calls. */
export function callLineRows(companyId: number, { select, few, isInPart }: Keys): string {
  const read = few ? readOf(companyId, `(${inBrackets(few)})`) : readAll
  // A cluster can't nest the UNION of all calls in conditions.
  const wanted = isInPart
    ? `WHERE ${isInPart('calls.id')}`
    : `INNER JOIN (SELECT DISTINCT call_id FROM (${select})) AS wanted ON wanted.call_id = calls.id`
  return `WITH calls_of_keys AS (
  SELECT calls.* FROM (SELECT * FROM ${read('calls')} WHERE ${ofCompany(companyId)} AND thread_id != '') AS calls ${wanted})
SELECT id AS call_id, * EXCEPT (id) FROM (${callsWithLines(companyId, 'calls_of_keys', 'all')})`
}
