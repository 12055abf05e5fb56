import { sql } from 'drizzle-orm'
import { boolean, check, index, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { id, instant } from './columns'

export * from './accessKeys'
export * from './audit'
export * from './feeds'
export * from './findings'
export * from './goals'
export * from './holds'
export * from './installation'
export * from './myPage'
export * from './reconciliations'
export * from './requests'
export * from './setup'
export * from './sharing'
export * from './timelineNotes'
export * from './watches'
export * from './webhooks'
export * from './welcomes'

/** A set of prospects of one property that the CRM reads by reference. */
export const prospectBatches = pgTable(
  'prospect_batches',
  {
    batchId: uuid('batch_id').primaryKey(),
    companyId: id('company_id').notNull(),
    propertyId: id('property_id').notNull(),
    leasingTeamId: id('leasing_team_id'),
    accessTokenHash: text('access_token_hash').notNull().unique(),
    createdBy: id('created_by').notNull(),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [index('prospect_batches_expiry').on(table.expiresAt)],
)

/** The prospects of a batch. */
export const prospectBatchMembers = pgTable(
  'prospect_batch_members',
  {
    batchId: uuid('batch_id')
      .notNull()
      .references(() => prospectBatches.batchId, { onDelete: 'cascade' }),
    prospectId: id('prospect_id').notNull(),
  },
  (table) => [primaryKey({ columns: [table.batchId, table.prospectId] })],
)

/** One-use permissions for what a browser fetches without our header: downloads and audio. */
export const tickets = pgTable(
  'tickets',
  {
    tokenHash: text('token_hash').primaryKey(),
    companyId: id('company_id').notNull(),
    userId: id('user_id').notNull(),
    viewer: jsonb('viewer').$type<unknown>().notNull(),
    request: jsonb('request').$type<unknown>().notNull(),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    usedAt: instant('used_at'),
  },
  (table) => [index('tickets_expiry').on(table.expiresAt)],
)

/** The states of an import run. `interrupted`: its process ended in the middle. */
export const importStatuses = ['running', 'done', 'refused', 'failed', 'interrupted'] as const
export type ImportStatus = (typeof importStatuses)[number]

/** Every import: when, from where, and its report. */
export const importRuns = pgTable(
  'import_runs',
  {
    id: uuid('id').primaryKey(),
    // Null for the operator's imports, which may hold several companies.
    companyId: id('company_id'),
    entity: text('entity').notNull(),
    source: text('source').notNull(),
    startedAt: instant('started_at').notNull(),
    finishedAt: instant('finished_at'),
    // The latest heartbeat, on the database's own clock.
    seenAt: instant('seen_at'),
    account: jsonb('account').$type<unknown>(),
    status: text('status').$type<ImportStatus>().notNull(),
  },
  (table) => [
    index('import_runs_latest').on(table.companyId, table.startedAt),
    check('import_runs_status', sql`${table.status} in ('running', 'done', 'refused', 'failed', 'interrupted')`),
  ],
)

/** Feature flags as an administrator set them for a company; they override the company's record. */
export const flagSettings = pgTable(
  'flag_settings',
  {
    companyId: id('company_id').notNull(),
    flag: text('flag').notNull(),
    value: boolean('value').notNull(),
    setBy: id('set_by').notNull(),
    setAt: instant('set_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.companyId, table.flag] })],
)

/** Single sign-on attempts in progress; each can be completed once, by the browser that started it. */
export const signOnAttempts = pgTable(
  'sign_on_attempts',
  {
    stateHash: text('state_hash').primaryKey(),
    browserHash: text('browser_hash').notNull(),
    nonce: text('nonce').notNull(),
    next: text('next').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [index('sign_on_attempts_expiry').on(table.expiresAt)],
)

/** A copied table's row count and checksum. */
export interface CopiedPart {
  rows: number
  sum: string
}

/** The last copy into this installation and its parts, so that the next copy can tell whether they have changed. */
export const copies = pgTable('copies', {
  kind: text('kind').$type<'move' | 'restore'>().notNull(),
  source: text('source').notNull(),
  finishedAt: instant('finished_at').primaryKey(),
  parts: jsonb('parts').$type<Record<string, CopiedPart>>().notNull(),
})
