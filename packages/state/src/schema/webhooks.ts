import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, jsonb, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { jobColumns, openStatuses } from '../jobs/columns'
import { id, instant } from './columns'

/** What a webhook is told. */
export const webhookEvents = ['report.ready', 'import.done', 'import.late', 'finding', 'watch.crossed'] as const
export type WebhookEvent = (typeof webhookEvents)[number]

/** What stands at its address: a program that checks a signature, or a channel of Slack or Teams. */
export const webhookKinds = ['signed', 'slack', 'teams'] as const
export type WebhookKind = (typeof webhookKinds)[number]

const inList = (list: readonly string[]) => sql.raw(`in (${list.map((one) => `'${one}'`).join(', ')})`)

/** An address that a user has told about what happens. */
export const webhooks = pgTable(
  'webhooks',
  {
    id: uuid('id').primaryKey(),
    companyId: id('company_id').notNull(),
    // The user whose access each call has.
    userId: id('user_id').notNull(),
    // The role of the session that last set it up.
    role: text('role').notNull(),
    demo: boolean('demo').notNull(),
    name: text('name').notNull(),
    kind: text('kind').$type<WebhookKind>().notNull(),
    url: text('url').notNull(),
    // Signs the calls; shown once. Null where the address itself is the secret.
    secret: text('secret'),
    events: jsonb('events').$type<WebhookEvent[]>().notNull(),
    paused: boolean('paused').notNull(),
    // What happened until then has been queued.
    seenUntil: instant('seen_until').notNull(),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    index('webhooks_owner').on(table.companyId, table.userId),
    check('webhooks_kind', sql`${table.kind} ${inList(webhookKinds)}`),
    check('webhooks_secret', sql`(${table.secret} is null) = (${table.kind} <> 'signed')`),
  ],
)

/** A call of a webhook. A job queue by its columns; the id stays the same over its attempts. */
export const webhookCalls = pgTable(
  'webhook_calls',
  {
    id: uuid('id').primaryKey(),
    webhookId: uuid('webhook_id')
      .notNull()
      .references(() => webhooks.id, { onDelete: 'cascade' }),
    companyId: id('company_id').notNull(),
    event: text('event').$type<WebhookEvent>().notNull(),
    // What it is about; with the event it tells one happening from another.
    subject: text('subject').notNull(),
    title: text('title').notNull(),
    details: jsonb('details').$type<string[]>().notNull(),
    // Where it opens in the product.
    url: text('url').notNull(),
    happenedAt: instant('happened_at').notNull(),
    // The status of the last answer.
    answerStatus: integer('answer_status'),
    ...jobColumns<'sent' | 'failed'>(),
  },
  (table) => [
    // What happened is told once, however often it is noticed.
    unique('webhook_calls_once').on(table.webhookId, table.event, table.subject),
    index('webhook_calls_open').on(table.status, table.attemptAt),
    index('webhook_calls_latest').on(table.webhookId, table.createdAt),
    check('webhook_calls_event', sql`${table.event} ${inList(webhookEvents)}`),
    check('webhook_calls_status', sql`${table.status} ${inList([...openStatuses, 'sent', 'failed'])}`),
  ],
)
