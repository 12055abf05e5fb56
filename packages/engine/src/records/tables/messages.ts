import { raw } from '../../plan/sql'
import { agent, campaign, carry, instant, property } from '../carries'
import { prospectFact, type RecordType, table } from '../definition'
import { throughProspect } from './prospectJoin'

export const messages = {
  ...prospectFact,
  label: 'Message',
  fromClause: table('messages'),
  since: ['messages'],
  when: { column: 'sent_at', kind: 'instant' },
  details: raw(`concat(channel, ', ', direction, ', ', origin)`),
  joinsProspects: 'lazily',
  ...carry(property('property_id'), agent('agent_id'), throughProspect, instant('sent_at'), campaign),
} satisfies RecordType
