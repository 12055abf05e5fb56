import { raw, sql } from '../../plan/sql'
import { carry, firstContact, lazily, source, values } from '../carries'
import type { Carries, JoinSql } from '../definition'

/**
 * Joins the prospects behind facts: `of_prospect`, `prospect_…`, `first_contact_channel`, and `insert_method`; empty
 * where the prospect is unknown. PREWHERE before FINAL is correct here because its conditions are on the key by which
 * prospects are sorted and replaced.
 */
export function joinProspects(prospectColumn: string): JoinSql {
  return (companyId, candidates) => sql`
LEFT ANY JOIN (SELECT id AS of_prospect, property_id AS prospect_property, agent_id AS prospect_agent, source AS prospect_source,
    created_at AS prospect_created_at, first_contact_channel, insert_method FROM prospects FINAL
    PREWHERE company_id = ${companyId} AND ${candidates}) AS people
  ON people.of_prospect = r.${raw(prospectColumn)}`
}

/** How the prospect behind a fact first got in touch, and how it was entered. */
export const prospectContact: Carries = carry(
  firstContact('first_contact_channel'),
  values({ 'insert-method': 'insert_method' }),
)

/** The source of the prospect behind a fact. */
export const prospectSource = source('prospect_source')

/** What a fact carries only through its prospect: joined only when a report uses it. */
export const throughProspect: Carries = lazily(prospectSource, prospectContact)
