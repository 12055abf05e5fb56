import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { jobColumns, openStatuses } from '../jobs/columns'
import { id, instant } from './columns'
import { numberWatches } from './watches'

/** A report's state as in URLs: parameters by name. Presets stay relative. */
export type Params = Record<string, string>

/** A report that a user saved under a name. */
export const savedReports = pgTable(
  'saved_reports',
  {
    id: uuid('id').primaryKey(),
    companyId: id('company_id').notNull(),
    userId: id('user_id').notNull(),
    name: text('name').notNull(),
    report: text('report').notNull(),
    params: jsonb('params').$type<Params>().notNull(),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
    // The row stays for a while, so that a deletion can be undone.
    deletedAt: instant('deleted_at'),
  },
  (table) => [index('saved_reports_owner').on(table.companyId, table.userId)],
)

/** `report`: a user's scheduled report; `insights`: the morning page for a user's subscribers. */
export const scheduleKinds = ['report', 'insights'] as const
export type ScheduleKind = (typeof scheduleKinds)[number]

/** A report that is sent on a schedule. */
export const scheduledReports = pgTable(
  'scheduled_reports',
  {
    id: uuid('id').primaryKey(),
    kind: text('kind').$type<ScheduleKind>().notNull(),
    companyId: id('company_id').notNull(),
    // The user whose access each run has.
    userId: id('user_id').notNull(),
    // The role of the session that last set it up; null in rows from before it was kept.
    role: text('role'),
    demo: boolean('demo').notNull(),
    name: text('name').notNull(),
    report: text('report').notNull(),
    params: jsonb('params').$type<Params>().notNull(),
    frequency: text('frequency').notNull(),
    weekdays: jsonb('weekdays').$type<number[]>().notNull(),
    dayOfMonth: integer('day_of_month'),
    time: text('time').notNull(),
    timeZone: text('time_zone').notNull(),
    formats: jsonb('formats').$type<string[]>().notNull(),
    note: text('note'),
    // The properties with a page each, empty for all that the owner sees; null for a report of one selection.
    propertyPages: jsonb('property_pages').$type<number[]>(),
    paused: boolean('paused').notNull(),
    // Null while it is paused.
    nextRunAt: instant('next_run_at'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
    deletedAt: instant('deleted_at'),
  },
  (table) => [
    index('scheduled_reports_owner').on(table.companyId, table.userId),
    index('scheduled_reports_due').on(table.nextRunAt),
    // Each user has one subscriber list of the morning page.
    uniqueIndex('scheduled_reports_insights').on(table.companyId, table.userId).where(sql`${table.kind} = 'insights'`),
    check('scheduled_reports_frequency', sql`${table.frequency} in ('DAILY', 'WEEKLY', 'MONTHLY')`),
  ],
)

/** The recipients of a scheduled report. */
export const scheduleSubscribers = pgTable(
  'schedule_subscribers',
  {
    scheduleId: uuid('schedule_id')
      .notNull()
      .references(() => scheduledReports.id, { onDelete: 'cascade' }),
    // In lower case.
    email: text('email').notNull(),
    addedAt: instant('added_at').notNull(),
    // The row stays, so that no one else can subscribe the person again.
    unsubscribedAt: instant('unsubscribed_at'),
  },
  (table) => [primaryKey({ columns: [table.scheduleId, table.email] })],
)

/**
 * Why something is sent. `now`: a scheduled report sent outside its schedule. `feed`: to administrators, about a feed.
 * `watch`: to the owner of a watch, about its number.
 */
export const deliveryKinds = ['schedule', 'now', 'share', 'insights', 'message', 'feed', 'watch'] as const
export type DeliveryKind = (typeof deliveryKinds)[number]

const finalDeliveryStatuses = ['sent', 'skipped', 'failed'] as const
/** How a delivery, or its way to one address, can end. */
export type FinalDeliveryStatus = (typeof finalDeliveryStatuses)[number]

export const deliveryStatuses = [...openStatuses, ...finalDeliveryStatuses] as const
export type DeliveryStatus = (typeof deliveryStatuses)[number]

const inStatuses = sql.raw(`in (${deliveryStatuses.map((status) => `'${status}'`).join(', ')})`)

/** One thing that is sent, prepared once for one or many recipients. A job queue by its columns. */
export const deliveries = pgTable(
  'deliveries',
  {
    id: uuid('id').primaryKey(),
    kind: text('kind').$type<DeliveryKind>().notNull(),
    companyId: id('company_id').notNull(),
    userId: id('user_id').notNull(),
    // The role of the session that sends it; null where no person sends, and in rows from before it was kept.
    role: text('role'),
    demo: boolean('demo').notNull(),
    scheduleId: uuid('schedule_id').references(() => scheduledReports.id, { onDelete: 'set null' }),
    watchId: uuid('watch_id').references(() => numberWatches.id, { onDelete: 'set null' }),
    // When it was due; missedRuns more before it were never sent.
    dueAt: instant('due_at'),
    missedRuns: integer('missed_runs').notNull(),
    timeZone: text('time_zone').notNull(),
    propertyId: id('property_id'),
    name: text('name').notNull(),
    report: text('report'),
    params: jsonb('params').$type<Params>().notNull(),
    formats: jsonb('formats').$type<string[]>().notNull(),
    note: text('note'),
    // The properties with a page each, empty for all that the owner sees; null for a report of one selection.
    propertyPages: jsonb('property_pages').$type<number[]>(),
    ...jobColumns<FinalDeliveryStatus>(),
  },
  (table) => [
    // A run is queued once, whichever instance notices that it is due.
    unique('deliveries_run').on(table.scheduleId, table.dueAt),
    index('deliveries_open').on(table.status, table.attemptAt),
    index('deliveries_owner').on(table.companyId, table.userId, table.createdAt),
    check('deliveries_status', sql`${table.status} ${inStatuses}`),
  ],
)

/** One recipient of a delivery. */
export const deliveryRecipients = pgTable(
  'delivery_recipients',
  {
    id: uuid('id').primaryKey(),
    deliveryId: uuid('delivery_id')
      .notNull()
      .references(() => deliveries.id, { onDelete: 'cascade' }),
    place: integer('place').notNull(),
    email: text('email').notNull(),
    name: text('name'),
    status: text('status').$type<DeliveryStatus>().notNull(),
    reason: text('reason'),
    attempts: integer('attempts').notNull(),
    // Set before the mail server gets the last line of the mail; from then on it may have accepted it.
    handedAt: instant('handed_at'),
    sentAt: instant('sent_at'),
  },
  (table) => [
    unique('delivery_recipients_once').on(table.deliveryId, table.email),
    check('delivery_recipients_status', sql`${table.status} ${inStatuses}`),
  ],
)

/** A file of a mail in the outbox; the content in base64. */
export interface OutboxFile {
  filename: string
  contentType: string
  content: string
}

/** The mails of an installation without a mail server. */
export const outboxMails = pgTable(
  'outbox_mails',
  {
    // The recipient's id, so that a mail can't be stored twice.
    id: uuid('id').primaryKey(),
    companyId: id('company_id').notNull(),
    kind: text('kind').$type<DeliveryKind>().notNull(),
    sender: text('sender').notNull(),
    recipient: text('recipient').notNull(),
    subject: text('subject').notNull(),
    html: text('html').notNull(),
    plain: text('plain').notNull(),
    headers: jsonb('headers').$type<Record<string, string>>().notNull(),
    attachments: jsonb('attachments').$type<OutboxFile[]>().notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [index('outbox_mails_latest').on(table.companyId, table.createdAt)],
)

/** The addresses that a company's users may send mail to; without a row, any. */
export const mailRules = pgTable('mail_rules', {
  companyId: id('company_id').primaryKey(),
  outside: text('outside').$type<'anyone' | 'listed'>().notNull(),
  domains: jsonb('domains').$type<string[]>().notNull(),
  updatedBy: id('updated_by').notNull(),
  updatedAt: instant('updated_at').notNull(),
})

/** Keys that the installation generated, shared by all its instances. */
export const ownKeys = pgTable('own_keys', {
  name: text('name').primaryKey(),
  key: text('key').notNull(),
})
