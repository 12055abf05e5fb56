import {
  callerStatus,
  inEither,
  kinds,
  namedCalls,
  orNothing,
  type QueryContext,
  raw,
  recordsOf,
  type Sql,
  setsFor,
  sql,
  worded,
} from '@leaselight/engine'
import { callOutcomes } from '@leaselight/model'
import { callLog } from './report'

// Names are looked up for the calls that are listed, not for those that are only counted.
const calls = recordsOf(kinds.calls)

export default setsFor(callLog, { calls }, (context) => ({
  of: recordsOf(namedCalls),
  counted: calls,
  fields: {
    startedAt: raw(`concat(replaceOne(toString(started_at), ' ', 'T'), 'Z')`),
    caller: orNothing('caller'),
    phone: orNothing('caller_phone'),
    callerType: callerStatus,
    direction: worded('direction', { inbound: 'Inbound', outbound: 'Outbound' }),
    source: raw(`if(trimBoth(source) = '', 'Unknown', trimBoth(source))`),
    outcome: worded('outcome', callOutcomes),
    duration: raw('duration_seconds'),
    recordingUrl: orNothing('recording_url'),
    threadId: sql`if(thread_id != '' AND thread_id IN (${transcribed(context)}), toString(thread_id), NULL)`,
  },
}))

/** The calls of the days at hand that have a transcript: of all the company's transcripts most belong to other days. */
function transcribed(context: QueryContext): Sql {
  const company = sql`company_id = ${context.companyId}`
  return sql`SELECT thread_id FROM transcripts FINAL PREWHERE ${company}
    AND thread_id IN (SELECT thread_id FROM calls WHERE ${company} AND ${inEither('started_day', context)})`
}
