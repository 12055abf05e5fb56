import type { PinKind } from '@leaselight/model'
import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { id, instant } from './columns'

/** A number, a chart or a finding that a user pinned to their own page. */
export const pins = pgTable(
  'pins',
  {
    id: uuid('id').primaryKey(),
    companyId: id('company_id').notNull(),
    userId: id('user_id').notNull(),
    // The name that its owner gave it; null where it has only its own.
    name: text('name'),
    kind: text('kind').$type<PinKind>().notNull(),
    // The number's column, the chart's key, or the finding's key.
    item: text('item').notNull(),
    report: text('report').notNull(),
    // The report's state as in URLs; presets stay relative.
    params: jsonb('params').$type<Record<string, string>>().notNull(),
    // Where it is on the page, in ascending order.
    place: integer('place').notNull(),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
    // The row stays for a while, so that a removal can be undone.
    deletedAt: instant('deleted_at'),
  },
  (table) => [
    index('pins_owner').on(table.companyId, table.userId),
    check('pins_kind', sql`${table.kind} in ('number', 'chart', 'finding')`),
  ],
)

/** What a user set for their own page; without a row, nothing. Its row also orders changes of the pins. */
export const myPages = pgTable(
  'my_pages',
  {
    companyId: id('company_id').notNull(),
    userId: id('user_id').notNull(),
    isStart: boolean('is_start').notNull(),
  },
  (table) => [primaryKey({ columns: [table.companyId, table.userId] })],
)
