import { sql } from 'drizzle-orm'
import { boolean, check, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from './columns'

/** Which installation the store belongs to; the facts name the same one. One row. */
export const installation = pgTable(
  'installation',
  {
    only: boolean('only').primaryKey().default(true),
    id: uuid('id').notNull(),
    since: instant('since').notNull(),
    // Rows of the facts are being removed on purpose until then at the latest, so nothing is sealed or compared.
    removingUntil: instant('removing_until'),
  },
  (table) => [check('installation_only', sql`${table.only}`)],
)

/** What each table of the facts held when it was last looked at, and what has vanished from it since. */
export const factSeals = pgTable('fact_seals', {
  table: text('table').primaryKey(),
  seal: jsonb('seal').$type<unknown>().notNull(),
  damage: jsonb('damage').$type<unknown>(),
  sealedAt: instant('sealed_at').notNull(),
})
