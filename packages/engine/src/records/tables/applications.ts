import { raw } from '../../plan/sql'
import { agent, carry, instant, property } from '../carries'
import { prospectFact, type RecordType, table } from '../definition'
import { byPropertyDay } from './propertyDays'
import { throughProspect } from './prospectJoin'

export const applications = {
  ...prospectFact,
  label: 'Application',
  fromClause: table('applications'),
  since: ['applications'],
  when: { column: 'submitted_at', kind: 'instant' },
  details: raw('status'),
  joinsProspects: 'lazily',
  summed: byPropertyDay('applications'),
  ...carry(property('property_id'), agent('agent_id'), throughProspect, instant('submitted_at')),
} satisfies RecordType
