import { raw } from '../../plan/sql'
import { agent, campaign, carry, instant, property } from '../carries'
import { prospectFact, type RecordType, table } from '../definition'
import { byPropertyDay } from './propertyDays'
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
  summed: [...byPropertyDay('messages'), returnsByDay('return_messages', RETURN_MESSAGE)],
  ...carry(property('property_id'), agent('agent_id'), throughProspect, instant('sent_at'), campaign),
} satisfies RecordType
