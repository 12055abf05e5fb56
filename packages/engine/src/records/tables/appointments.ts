import { raw } from '../../plan/sql'
import { agent, carry, instant, property, values } from '../carries'
import { prospectFact, type RecordType, table } from '../definition'
import { byPropertyDay } from './propertyDays'
import { throughProspect } from './prospectJoin'

export const appointments = {
  ...prospectFact,
  label: 'Appointment',
  fromClause: table('appointments'),
  since: ['appointments'],
  when: { column: 'starts_at', kind: 'instant' },
  details: raw(`concat(tour_type, ', ', replaceAll(status, '-', ' '))`),
  joinsProspects: 'lazily',
  summed: byPropertyDay('appointments'),
  ...carry(
    property('property_id'),
    agent('agent_id'),
    throughProspect,
    instant('starts_at'),
    values({ 'tour-type': 'tour_type', 'booked-by': 'booked_by' }),
  ),
} satisfies RecordType
