import { callerStatus, localSecond, namedCalls, orNothing, raw, recordsOf, setsFor, sql } from '@leaselight/engine'
import { hourLabel } from '@leaselight/model'
import { matchingCalls } from './matching'
import { callTranscripts } from './report'

export default setsFor(
  callTranscripts,
  (context) => {
    const calls = recordsOf(matchingCalls(context))
    return { calls, mentions: calls.sum('mentions') }
  },
  (context) => ({
    of: recordsOf(matchingCalls(context, namedCalls)),
    counted: recordsOf(matchingCalls(context)),
    fields: {
      date: raw('toString(started_day)'),
      time: localTime,
      caller: orNothing('caller'),
      callerStatus,
      duration: raw('duration_seconds'),
      excerpt: raw('excerpt'),
      mentions: raw('toUInt32(mentions)'),
      threadId: raw('toString(thread_id)'),
      streamId: orNothing('stream_id'),
    },
  }),
)

const hours = Array.from({ length: 24 }, (_, hour) => hourLabel(hour))
const second = localSecond('started_at')
/** `1:15 pm`. */
const localTime = sql`replaceOne(${hours}[intDiv(${raw(second)}, 3600) + 1], ' ', concat(':', leftPad(toString(intDiv(${raw(second)} % 3600, 60)), 2, '0'), ' '))`
