import { boolean, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { id, instant } from './columns'

/** What a reconciliation found at a property, without any name. */
export interface ReconciledProperty {
  propertyId: number
  lines: number
  differing: number
  /** Named records behind the differences. */
  records: number
  unexplained: number
}

/** A property system's boxscore that was compared with ours, as it was brought. It names people. */
export const reconciliations = pgTable(
  'reconciliations',
  {
    id: uuid('id').primaryKey(),
    companyId: id('company_id').notNull(),
    createdBy: id('created_by').notNull(),
    fileName: text('file_name').notNull(),
    startOn: text('start_on').notNull(),
    endOn: text('end_on').notNull(),
    // When their file was made; null where it is not known.
    madeAt: instant('made_at'),
    // How the file is read, for the next file of this system.
    mapping: jsonb('mapping').$type<unknown>().notNull(),
    columns: jsonb('columns').$type<string[]>().notNull(),
    hasSources: boolean('has_sources').notNull(),
    // The rows of the file, at the properties that its sender sees.
    content: jsonb('content').$type<unknown>().notNull(),
    // What was left out, in sentences.
    leftOut: jsonb('left_out').$type<{ says: string; rows: number }[]>().notNull(),
    // What was found last.
    found: jsonb('found').$type<ReconciledProperty[]>().notNull(),
    checkedAt: instant('checked_at').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [index('reconciliations_latest').on(table.companyId, table.createdAt)],
)
