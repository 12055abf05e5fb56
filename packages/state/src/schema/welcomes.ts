import { pgTable, primaryKey } from 'drizzle-orm/pg-core'
import { id, instant } from './columns'

/** The users who have read how the start page works, so that it is shown to each of them once, in whichever browser. */
export const welcomes = pgTable(
  'welcomes',
  {
    companyId: id('company_id').notNull(),
    userId: id('user_id').notNull(),
    readAt: instant('read_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.companyId, table.userId] })],
)
