import { pgTable, uuid } from 'drizzle-orm/pg-core'
import { id, instant } from './columns'

/** Companies whose deliveries and imports wait while a person of theirs is erased. By the database's own clock. */
export const companyHolds = pgTable('company_holds', {
  companyId: id('company_id').primaryKey(),
  owner: uuid('owner').notNull(),
  heldUntil: instant('held_until').notNull(),
})
