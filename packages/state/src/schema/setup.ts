import { pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { id, instant } from './columns'

/** The link by which the first administrator comes in. Only the latest start's link holds. */
export const setupLinks = pgTable('setup_links', {
  codeHash: text('code_hash').primaryKey(),
  expiresAt: instant('expires_at').notNull(),
})

/** Lines of the setup checklist that an administrator has put aside for the company. */
export const setupDismissals = pgTable(
  'setup_dismissals',
  {
    companyId: id('company_id').notNull(),
    line: text('line').notNull(),
    dismissedBy: id('dismissed_by').notNull(),
    dismissedAt: instant('dismissed_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.companyId, table.line] })],
)
