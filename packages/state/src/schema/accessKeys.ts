import { sql } from 'drizzle-orm'
import { boolean, check, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { id, instant } from './columns'

/**
 * What a key opens. `api`: the API, as its owner. `sheet`: one report as a CSV file, for spreadsheets. `guest`: one report
 * as a page, for people without an account.
 */
export const accessKeyKinds = ['api', 'sheet', 'guest'] as const
export type AccessKeyKind = (typeof accessKeyKinds)[number]

/** Secrets that read with the rights of their owner at each use. */
export const accessKeys = pgTable(
  'access_keys',
  {
    id: uuid('id').primaryKey(),
    kind: text('kind').$type<AccessKeyKind>().notNull(),
    companyId: id('company_id').notNull(),
    // The user whose access each use has.
    userId: id('user_id').notNull(),
    // The role of the session that made it.
    role: text('role').notNull(),
    // Whether it shows sample names: it was made in a sales demo, or its maker chose to mask names.
    demo: boolean('demo').notNull(),
    name: text('name').notNull(),
    keyHash: text('key_hash').notNull().unique(),
    // The key's last characters, to tell keys apart.
    ending: text('ending').notNull(),
    // Whether an API key may import, as far as its owner may.
    mayImport: boolean('may_import').notNull(),
    // The report of a link and its state as in URLs; null for an API key.
    report: text('report'),
    params: jsonb('params').$type<Record<string, string>>(),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    lastUsedAt: instant('last_used_at'),
    revokedAt: instant('revoked_at'),
  },
  (table) => [
    index('access_keys_owner').on(table.companyId, table.userId),
    index('access_keys_expiry').on(table.expiresAt),
    check('access_keys_report', sql`(${table.report} is null) = (${table.kind} = 'api')`),
    check('access_keys_params', sql`(${table.params} is null) = (${table.report} is null)`),
  ],
)
