import type { FindingRuleKind } from '@leaselight/model'
import { bigint, index, integer, jsonb, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core'
import { jobColumns } from '../jobs/columns'
import { id, instant } from './columns'

/** How a search for findings can end. */
export type FindingPassStatus = 'done' | 'failed'

/**
 * The findings over a set of properties and reports, and the job that looks for them again. Everyone who may see exactly
 * these shares them.
 */
export const findingPasses = pgTable(
  'finding_passes',
  {
    id: uuid('id').primaryKey(),
    companyId: id('company_id').notNull(),
    // A hash of the properties and reports.
    scope: text('scope').notNull(),
    // One of those who may see these, with whose rights the job reads.
    userId: id('user_id').notNull(),
    role: text('role').notNull(),
    requestedAt: instant('requested_at').notNull(),
    // The version of the company's facts and the company's date that the findings are of.
    factsVersion: bigint('facts_version', { mode: 'number' }).notNull(),
    day: text('day').notNull(),
    // The last day with all records; null before any import.
    endDay: text('end_day'),
    tests: integer('tests').notNull(),
    findings: jsonb('findings').$type<unknown>().notNull(),
    computedAt: instant('computed_at').notNull(),
    ...jobColumns<FindingPassStatus>(),
  },
  (table) => [
    unique('finding_passes_scope').on(table.companyId, table.scope),
    index('finding_passes_queue').on(table.status, table.attemptAt),
  ],
)

/** What users said about findings. */
export const findingRules = pgTable(
  'finding_rules',
  {
    companyId: id('company_id').notNull(),
    finding: text('finding').notNull(),
    userId: id('user_id').notNull(),
    kind: text('kind').$type<FindingRuleKind>().notNull(),
    until: instant('until'),
    madeAt: instant('made_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.companyId, table.finding, table.userId, table.kind] })],
)
