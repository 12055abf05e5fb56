import { STAGES, type Stage, stageNumber } from '@leaselight/facts'
import { type Measure, measureOf, type QueryContext } from '../../plan/measures'
import { raw, sql } from '../../plan/sql'
import { agent, carry, firstContact, property, source } from '../carries'
import { type PeopleByDay, table } from '../definition'
import { inProspectRow, recordTypes } from '../recordTypes'

/** The distinct prospects who reached a stage in the period, anywhere in the company, each in the row of their own record. */
export function reachedStage(stage: Stage, { derived }: Pick<QueryContext, 'derived'>): Measure {
  const { of, when } = STAGES[stage]
  const met = when === '1' ? [] : [raw(when)]
  const days: PeopleByDay = {
    fromClause: table('prospect_stages'),
    person: 'prospect_id',
    day: 'day',
    previousDay: 'previous_day',
    of: { rows: sql`stage = ${stageNumber(stage)}`, met },
    ...carry(property('property_id'), agent('agent_id'), source('source'), firstContact('first_contact_channel')),
  }
  const kind = { ...inProspectRow(recordTypes[of]), ...(derived.has('prospect_stages') && { brief: days }) }
  return measureOf(kind).meeting(met).byProspect()
}
