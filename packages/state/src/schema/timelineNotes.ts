import { sql } from 'drizzle-orm'
import { check, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { id, instant } from './columns'

/** What happened on a day or over some days, as users wrote it down for the charts. */
export const timelineNotes = pgTable(
  'timeline_notes',
  {
    id: uuid('id').primaryKey(),
    companyId: id('company_id').notNull(),
    text: text('text').notNull(),
    // Calendar days of the properties, both included.
    startOn: text('start_on').notNull(),
    endOn: text('end_on').notNull(),
    // The properties it is about. Without any, and without an attribute, it is about the company.
    propertyIds: jsonb('property_ids').$type<number[]>().notNull(),
    // An attribute of properties with its value: `region` and `Midwest`.
    attribute: text('attribute'),
    value: text('value'),
    // The note is the company's and stays when its author goes.
    authorId: id('author_id').notNull(),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    index('timeline_notes_days').on(table.companyId, table.startOn),
    check('timeline_notes_order', sql`${table.startOn} <= ${table.endOn}`),
    check('timeline_notes_attribute', sql`(${table.attribute} is null) = (${table.value} is null)`),
  ],
)
