import { callerStatus, namedCalls, orNothing, raw, recordsOf, setsFor, sql, worded } from '@leaselight/engine'
import { callOutcomes } from '@leaselight/model'
import { callLog } from './report'

const calls = recordsOf(namedCalls)

export default setsFor(callLog, { calls }, ({ companyId }) => ({
  of: calls,
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
    threadId: sql`if(thread_id != '' AND thread_id IN (SELECT thread_id FROM transcripts FINAL WHERE company_id = ${companyId}), toString(thread_id), NULL)`,
  },
}))
