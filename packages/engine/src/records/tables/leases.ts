import { raw, sql } from '../../plan/sql'
import { agent, carry, instant, property } from '../carries'
import { prospectFact, type RecordType, table } from '../definition'
import { RENT_AND_START } from '../inText'
import { byPropertyDay } from './propertyDays'
import { throughProspect } from './prospectJoin'

export const leases = {
  ...prospectFact,
  label: 'Lease',
  fromClause: table('leases'),
  since: ['leases'],
  when: { column: 'signed_at', kind: 'instant' },
  details: raw(`concat(kind, ', ', ${RENT_AND_START})`),
  joinsProspects: 'lazily',
  summed: byPropertyDay('leases'),
  ...carry(property('property_id'), agent('agent_id'), throughProspect, instant('signed_at')),
} satisfies RecordType

/** Leases listed by their unit, which is joined when its columns `unit_name` and `floorplan` are used. */
export const byUnit = {
  name: raw('unit_name'),
  lazyName: true,
  lazyJoin: (companyId) => sql`
LEFT ANY JOIN (SELECT id AS of_unit, floorplan, name AS unit_name FROM units FINAL WHERE company_id = ${companyId}) AS homes
  ON homes.of_unit = r.unit_id`,
} satisfies Partial<RecordType>
