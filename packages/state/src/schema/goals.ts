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

/**
 * What a company wants to reach at several properties together: those that share an attribute's value, or, with both
 * empty, all of them.
 */
export const groupGoals = pgTable(
  'group_goals',
  {
    companyId: id('company_id').notNull(),
    attribute: text('attribute').notNull(),
    value: text('value').notNull(),
    goal: text('goal').notNull(),
    month: text('month').notNull(),
    target: integer('target').notNull(),
    setBy: id('set_by').notNull(),
    setAt: instant('set_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.attribute, table.value, table.goal, table.month] }),
    index('group_goals_month').on(table.companyId, table.month),
    check('group_goals_target', sql`${table.target} > 0`),
    check('group_goals_group', sql`(${table.attribute} = '') = (${table.value} = '')`),
  ],
)
