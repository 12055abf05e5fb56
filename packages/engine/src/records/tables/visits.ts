import { raw } from '../../plan/sql'
import { agent, carry, instant, property, values } from '../carries'
import { prospectFact, type RecordType, table } from '../definition'
import { byPropertyDay } from './propertyDays'
import { throughProspect } from './prospectJoin'

export const visits = {
  ...prospectFact,
  label: 'Visit',
  fromClause: table('visits'),
  since: ['visits'],
  when: { column: 'visited_at', kind: 'instant' },
  details: raw(`concat(visit_type, if(appointment_id = 0, ', walk-in', ''), if(unit_shown, ', home shown', ''))`),
  joinsProspects: 'lazily',
  summed: byPropertyDay('visits'),
  ...carry(
    property('property_id'),
    agent('agent_id'),
    throughProspect,
    instant('visited_at'),
    values({ 'visit-type': 'visit_type' }),
  ),
} satisfies RecordType
