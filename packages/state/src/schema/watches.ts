import { sql } from 'drizzle-orm'
import { boolean, check, doublePrecision, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { jobColumns, openStatuses } from '../jobs/columns'
import { id, instant } from './columns'

/** When a watch tells its owner: the number crosses a threshold, changes by more than is usual, or falls behind its goal. */
export const watchConditions = ['above', 'below', 'unusual', 'behind'] as const
export type WatchCondition = (typeof watchConditions)[number]

/** Whether the number met the condition when it was last known well enough to say. */
export type WatchVerdict = 'met' | 'clear'

const inStatuses = (final: readonly string[]) =>
  sql.raw(`in (${[...openStatuses, ...final].map((status) => `'${status}'`).join(', ')})`)

/** A number of a report that a user watches. Each is a job: the check of its number that comes next. */
export const numberWatches = pgTable(
  'number_watches',
  {
    id: uuid('id').primaryKey(),
    companyId: id('company_id').notNull(),
    // The user whose access each check has.
    userId: id('user_id').notNull(),
    // The role of the session that last set it up.
    role: text('role').notNull(),
    demo: boolean('demo').notNull(),
    // What its number is called: `Leads at Willow Creek`.
    name: text('name').notNull(),
    report: text('report').notNull(),
    // The report's state as in URLs; its period is relative to the day.
    params: jsonb('params').$type<Record<string, string>>().notNull(),
    columnKey: text('column_key').notNull(),
    // Null for the total.
    rowKey: text('row_key'),
    condition: text('condition').$type<WatchCondition>().notNull(),
    // In the column's own unit: a share as 0..1, a duration in seconds. Null for `unusual` and `behind`.
    threshold: doublePrecision('threshold'),
    byMail: boolean('by_mail').notNull(),
    webhookUrl: text('webhook_url'),
    // Signs the calls of the webhook; shown once.
    webhookSecret: text('webhook_secret'),
    // Local times between which nothing is sent; null without quiet hours.
    quietFrom: text('quiet_from'),
    quietTo: text('quiet_to'),
    timeZone: text('time_zone').notNull(),
    snoozedUntil: instant('snoozed_until'),
    verdict: text('verdict').$type<WatchVerdict>(),
    checkedAt: instant('checked_at'),
    // What the last check found, as a sentence.
    finding: text('finding'),
    // Why the number can't be read, such as lost access; null while it can.
    problem: text('problem'),
    firedAt: instant('fired_at'),
    updatedAt: instant('updated_at').notNull(),
    // The row stays for a while, so that a deletion can be undone.
    deletedAt: instant('deleted_at'),
    ...jobColumns<'paused'>(),
  },
  (table) => [
    index('number_watches_owner').on(table.companyId, table.userId),
    index('number_watches_due').on(table.status, table.attemptAt),
    check('number_watches_status', sql`${table.status} ${inStatuses(['paused'])}`),
    check(
      'number_watches_condition',
      sql`(${table.threshold} is null) = (${table.condition} in ('unusual', 'behind'))`,
    ),
  ],
)

/** A call of a watch's webhook. A job queue by its columns; the id stays the same over its attempts. */
export const watchCalls = pgTable(
  'watch_calls',
  {
    id: uuid('id').primaryKey(),
    watchId: uuid('watch_id')
      .notNull()
      .references(() => numberWatches.id, { onDelete: 'cascade' }),
    companyId: id('company_id').notNull(),
    // The JSON that is sent.
    body: jsonb('body').$type<Record<string, unknown>>().notNull(),
    // The status of the last answer.
    answerStatus: integer('answer_status'),
    ...jobColumns<'sent' | 'failed'>(),
  },
  (table) => [
    index('watch_calls_open').on(table.status, table.attemptAt),
    index('watch_calls_latest').on(table.watchId, table.createdAt),
    check('watch_calls_status', sql`${table.status} ${inStatuses(['sent', 'failed'])}`),
  ],
)
