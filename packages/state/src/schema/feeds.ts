import { jsonb, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { id, instant } from './columns'

/** The forms of files that a mapping is for. */
export const mappingKinds = ['csv', 'mits'] as const
export type MappingKind = (typeof mappingKinds)[number]

/** How files of another system are read, saved under a name for a company's imports and feeds. */
export const importMappings = pgTable(
  'import_mappings',
  {
    id: uuid('id').primaryKey(),
    companyId: id('company_id').notNull(),
    name: text('name').notNull(),
    kind: text('kind').$type<MappingKind>().notNull(),
    // The mapping of a table, or the property map of a MITS file.
    mapping: jsonb('mapping').$type<unknown>().notNull(),
    updatedBy: id('updated_by').notNull(),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [unique('import_mappings_name').on(table.companyId, table.name)],
)
