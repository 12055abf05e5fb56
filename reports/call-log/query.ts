import {
  calls as allCalls,
  callerStatus,
  inEitherPeriod,
  instantText,
  labelSql,
  measuresFor,
  nullIfEmpty,
  type QueryContext,
  raw,
  type Sql,
  sql,
} from '@leaselight/engine'
import { callOutcomes } from '@leaselight/model'
import { callLog } from './report'

const calls = allCalls()
const inbound = calls.where`direction = 'inbound'`
const counts = {
  calls,
  inbound,
  answered: inbound.where`outcome = 'answered'`,
  missed: inbound.where`outcome = 'missed'`,
  voicemail: inbound.where`outcome = 'voicemail'`,
}

export default measuresFor(callLog, counts, (context) => ({
  measure: calls,
  countedBy: 'calls',
  fields: {
    startedAt: instantText('started_at'),
    caller: nullIfEmpty('caller_name'),
    phone: nullIfEmpty('caller_phone'),
    callerType: callerStatus,
    direction: labelSql('direction', { inbound: 'Inbound', outbound: 'Outbound' }),
    source: raw(`if(trimBoth(source) = '', 'Unknown', trimBoth(source))`),
    outcome: labelSql('outcome', callOutcomes),
    duration: raw('duration_seconds'),
    recordingUrl: nullIfEmpty('recording_url'),
    threadId: sql`if(thread_id != '' AND thread_id IN (${threadsWithTranscript(context)}), toString(thread_id), NULL)`,
  },
  contacts: { caller: 'name' },
}))

/** The calls of the requested days that have a transcript: most of the company's transcripts are of other days. */
function threadsWithTranscript(context: QueryContext): Sql {
  const company = sql`company_id = ${context.companyId}`
  return sql`SELECT thread_id FROM transcripts FINAL PREWHERE ${company}
    AND thread_id IN (SELECT thread_id FROM calls WHERE ${company} AND ${inEitherPeriod('started_day', context)})`
}
