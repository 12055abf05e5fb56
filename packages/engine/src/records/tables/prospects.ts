import { raw } from '../../plan/sql'
import { agent, carry, instant, property, source } from '../carries'
import { prospectFact, type RecordType, table } from '../definition'
import { byPropertyDay } from './propertyDays'
import { prospectContact } from './prospectJoin'

/** People who got in touch, by the instant they were created. */
export const prospects = {
  ...prospectFact,
  label: 'Prospect',
  fromClause: table('prospects'),
  since: ['prospects'],
  prospect: 'id',
  isPeople: true,
  when: { column: 'created_at', kind: 'instant' },
  summed: byPropertyDay('prospects'),
  details: raw(`concat(source, if(status = '', '', concat(' · ', status)))`),
  ...carry(property('property_id'), agent('agent_id'), source('source'), prospectContact, instant('created_at')),
} satisfies RecordType
