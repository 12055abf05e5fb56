import { MESSAGE_GROUPS } from '@leaselight/facts'
import { raw } from '../../plan/sql'
import { agent, calendarDay, campaign, carry, instant, property } from '../carries'
import { prospectFact, type RecordType, table } from '../definition'
import { throughProspect } from './prospectJoin'
import { RETURN_MESSAGE, returnsByDay } from './returns'

export const messages = {
  ...prospectFact,
  label: 'Message',
  fromClause: table('messages'),
  since: ['messages'],
  when: { column: 'sent_at', kind: 'instant' },
  details: raw(`concat(channel, ', ', direction, ', ', origin)`),
  joinsProspects: 'lazily',
  summed: [
    {
      ...{ table: 'message_counts', day: 'sent_day', columns: MESSAGE_GROUPS, times: 'messages' },
      fromClause: table('message_counts'),
      ...carry(property('property_id'), calendarDay('sent_day')),
    },
    returnsByDay('return_messages', RETURN_MESSAGE),
  ],
  ...carry(property('property_id'), agent('agent_id'), throughProspect, instant('sent_at'), campaign),
} satisfies RecordType
