import {
  callerStatus,
  callsMatchingSearch,
  instantText,
  measureOf,
  measuresFor,
  nullIfEmpty,
  raw,
} from '@leaselight/engine'
import { callTranscripts } from './report'

export default measuresFor(
  callTranscripts,
  (context) => {
    const calls = measureOf(callsMatchingSearch(context))
    return {
      calls,
      firstCalls: calls.where`caller_type = 'prospect-first-call'`,
      returnCalls: calls.where`caller_type = 'prospect-return-call'`,
      residents: calls.where`caller_type = 'resident'`,
      mentions: calls.sum('mentions'),
    }
  },
  (context) => ({
    measure: measureOf(callsMatchingSearch(context)),
    countedBy: 'calls',
    fields: {
      time: instantText('started_at'),
      date: raw('toString(started_day)'),
      caller: nullIfEmpty('caller_name'),
      callerStatus,
      duration: raw('duration_seconds'),
      excerpt: raw('excerpt'),
      mentions: raw('toUInt32(mentions)'),
      threadId: raw('toString(thread_id)'),
      streamId: nullIfEmpty('stream_id'),
    },
    contacts: { caller: 'name' },
  }),
)
