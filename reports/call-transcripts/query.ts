import {
  callerStatus,
  callsMatchingSearch,
  localSecond,
  measureOf,
  measuresFor,
  nullIfEmpty,
  raw,
  sql,
} from '@leaselight/engine'
import { hourLabel } from '@leaselight/model'
import { callTranscripts } from './report'

const hours = Array.from({ length: 24 }, (_, hour) => hourLabel(hour))
const second = localSecond('started_at')
/** `1:15 PM`. */
const localTime = sql`replaceOne(${hours}[intDiv(${raw(second)}, 3600) + 1], ' ', concat(':', leftPad(toString(intDiv(${raw(second)} % 3600, 60)), 2, '0'), ' '))`

export default measuresFor(
  callTranscripts,
  (context) => {
    const calls = measureOf(callsMatchingSearch(context))
    return { calls, mentions: calls.sum('mentions') }
  },
  (context) => ({
    measure: measureOf(callsMatchingSearch(context)),
    countedBy: 'calls',
    fields: {
      date: raw('toString(started_day)'),
      time: localTime,
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
