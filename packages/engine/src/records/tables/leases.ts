import { raw } from '../../plan/sql'
import { agent, carry, instant, property } from '../carries'
import { prospectFact, type RecordType, table } from '../definition'
import { RENT_AND_START } from '../inText'
import { throughProspect } from './prospectJoin'

export const leases = {
  ...prospectFact,
  label: 'Lease',
  fromClause: table('leases'),
  since: ['leases'],
  when: { column: 'signed_at', kind: 'instant' },
  details: raw(`concat(kind, ', ', ${RENT_AND_START})`),
  joinsProspects: 'lazily',
  ...carry(property('property_id'), agent('agent_id'), throughProspect, instant('signed_at')),
} satisfies RecordType
