import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { id, instant } from './columns'

/** What a company wants to reach: a target for a number of a property in a month. */
export const goals = pgTable(
  'goals',
  {
    companyId: id('company_id').notNull(),
    propertyId: id('property_id').notNull(),
    // The name of the number, which the reports' definitions give it: `leases`.
    goal: text('goal').notNull(),
    // `2026-11`
    month: text('month').notNull(),
    target: integer('target').notNull(),
    // The user who set it last. The goal is the company's and stays when the user goes.
    setBy: id('set_by').notNull(),
    setAt: instant('set_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.propertyId, table.goal, table.month] }),
    index('goals_month').on(table.companyId, table.month),
    check('goals_target', sql`${table.target} > 0`),
  ],
)
