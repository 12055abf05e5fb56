import { PROSPECT_COLUMNS } from '@leaselight/facts'
import { raw, type Sql, sql } from '../../plan/sql'
import { carry, firstContact, lazily, source, values } from '../carries'
import type { Carries } from '../definition'

/**
 * Joins the prospects behind facts: `of_prospect`, `prospect_…`, `first_contact_channel`, and `insert_method`; empty
 * where the prospect is unknown. PREWHERE before FINAL is correct here because its conditions are on the key by which
 * prospects are sorted and replaced.
 * @param candidates limits the company's prospects to those that can be behind the records, as a condition on their table
 */
export const prospectJoin = (prospectColumn: string, companyId: number, candidates: Sql): Sql => sql`
LEFT ANY JOIN (SELECT ${raw(PROSPECT_COLUMNS)} FROM prospects FINAL
    PREWHERE company_id = ${companyId} AND ${candidates}) AS people
  ON people.of_prospect = r.${raw(prospectColumn)}`

/** The same from the table of people at hand. */
export const joinAtHand = (prospectColumn: string, table: string): Sql =>
  raw(`
LEFT ANY JOIN ${table} AS people ON people.of_prospect = r.${prospectColumn}`)

/** How the prospect behind a fact first got in touch, and how it was entered. */
export const prospectContact: Carries = carry(
  firstContact('first_contact_channel'),
  values({ 'insert-method': 'insert_method' }),
)

/** The source of the prospect behind a fact. */
export const prospectSource = source('prospect_source', true)

/** What a fact carries only through its prospect: joined only when a report uses it. */
export const throughProspect: Carries = lazily(prospectSource, prospectContact)
