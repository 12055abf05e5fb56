import { index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { id, instant } from './columns'

/** Requests that named a key of their own, with their answers: the same key again gets the same answer. */
export const keyedRequests = pgTable(
  'keyed_requests',
  {
    companyId: id('company_id').notNull(),
    userId: id('user_id').notNull(),
    key: text('key').notNull(),
    // A hash of what was asked, so that a key can't be used for something else.
    request: text('request').notNull(),
    // Null until it is answered.
    status: integer('answer_status'),
    body: text('body'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.userId, table.key] }),
    index('keyed_requests_age').on(table.createdAt),
  ],
)
