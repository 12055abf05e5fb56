import { type Measure, measureOf, type QueryContext } from '../plan/measures'
import { periodsIn } from './conditions'
import { withOfficeHours } from './office/hours'
import { recordTypes } from './recordTypes'

/** The measures that all AI reports share. */
interface AiMeasures {
  conversations: Measure
  messagesIn: Measure
  messagesOut: Measure
  medianFirstReply: Measure
  offHours: Measure
  handedOff: Measure
  appointments: Measure
  hoursSaved: Measure
}

/** Conversations handled by AI, on one channel or all, and the measures of them. */
export function aiConversations(
  context: QueryContext,
  channel?: 'voice' | 'email' | 'chat' | 'sms',
): { all: Measure; sets: AiMeasures } {
  const kind = withOfficeHours(recordTypes.conversations, context.properties, periodsIn(context))
  const handled = measureOf(kind).where`handled_by = 'ai'`
  const all = channel ? handled.where`channel = ${channel}` : handled
  return {
    all,
    sets: {
      conversations: all,
      messagesIn: all.sum('messages_in'),
      messagesOut: all.sum('messages_out'),
      medianFirstReply: all.where`first_reply_at IS NOT NULL`.quantile(
        0.5,
        `(toUnixTimestamp64Milli(assumeNotNull(first_reply_at)) - toUnixTimestamp64Milli(started_at)) / 1000`,
      ),
      offHours: all.where`off_hours`,
      handedOff: all.where`handed_off_at IS NOT NULL`,
      appointments: all.where`appointment_id != 0`,
      hoursSaved: all.sum('handle_seconds', 3600),
    },
  }
}
