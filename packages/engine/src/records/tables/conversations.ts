import { raw } from '../../plan/sql'
import { carry, instant, noAgent, property } from '../carries'
import { prospectFact, type RecordType, table } from '../definition'
import { throughProspect } from './prospectJoin'

/** Conversations on every channel, by AI or by people. */
export const conversations = {
  ...prospectFact,
  agent: undefined,
  label: 'Conversation',
  fromClause: table('conversations'),
  since: ['conversations'],
  when: { column: 'started_at', kind: 'instant' },
  details: raw(
    `concat(channel, ', handled by ', handled_by, ', ', toString(messages_in), ' in, ', toString(messages_out), ' out')`,
  ),
  joinsProspects: 'lazily',
  ...carry(property('property_id'), noAgent, throughProspect, instant('started_at')),
} satisfies RecordType
