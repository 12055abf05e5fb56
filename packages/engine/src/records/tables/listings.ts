import { raw } from '../../plan/sql'
import { agent, carry, instant, property } from '../carries'
import { prospectFact, type RecordType, table } from '../definition'

export const listings = {
  ...prospectFact,
  label: 'Listing',
  fromClause: table('listings'),
  since: ['listings'],
  prospect: undefined,
  when: { column: 'posted_at', kind: 'instant' },
  name: raw('title'),
  details: raw(`concat(site, if(flagged_at IS NULL, '', ', flagged'), if(removed_at IS NULL, '', ', archived'))`),
  ...carry(property('property_id'), agent('agent_id'), instant('posted_at')),
} satisfies RecordType
