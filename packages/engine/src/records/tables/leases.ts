import { raw } from '../../plan/sql'
import { agent, carry, instant, property } from '../carries'
import { prospectFact, type RecordType, table } from '../definition'
import { throughProspect } from './prospectJoin'

export const leases = {
  ...prospectFact,
  label: 'Lease',
  fromClause: table('leases'),
  since: ['leases'],
  when: { column: 'signed_at', kind: 'instant' },
  details: raw(`concat(kind, ', $', toString(monthly_rent), ' a month from ', toString(starts_on))`),
  joinsProspects: 'lazily',
  ...carry(property('property_id'), agent('agent_id'), throughProspect, instant('signed_at')),
} satisfies RecordType
