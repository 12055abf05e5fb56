import { sql } from 'drizzle-orm'
import { boolean, check, index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { id, instant } from './columns'

/**
 * What was done. `seen`: opened a report or a list. `exported`: took a file. `changed`: anything saved, set or
 * removed. `access`: made or revoked a key or a link.
 */
export const auditActions = ['seen', 'exported', 'sent', 'changed', 'imported', 'erased', 'access'] as const
export type AuditAction = (typeof auditActions)[number]

/** With what it was done; `machine` is a key for imports or of a feed, which is no person's. */
export const auditMeans = ['session', 'api', 'sheet', 'guest', 'machine'] as const
export type AuditMeans = (typeof auditMeans)[number]

const inList = (list: readonly string[]) => sql.raw(`in (${list.map((one) => `'${one}'`).join(', ')})`)

/** Who did what in a company, for its administrators. */
export const auditEvents = pgTable(
  'audit_events',
  {
    id: uuid('id').primaryKey(),
    companyId: id('company_id').notNull(),
    // Null where no person did it.
    userId: id('user_id'),
    at: instant('at').notNull(),
    action: text('action').$type<AuditAction>().notNull(),
    means: text('means').$type<AuditMeans>().notNull(),
    // What was done, as a sentence: the summary of its route.
    what: text('what').notNull(),
    // The key of the report it was about.
    report: text('report'),
    demo: boolean('demo').notNull(),
  },
  (table) => [
    index('audit_events_latest').on(table.companyId, table.at),
    check('audit_events_action', sql`${table.action} ${inList(auditActions)}`),
    check('audit_events_means', sql`${table.means} ${inList(auditMeans)}`),
  ],
)
