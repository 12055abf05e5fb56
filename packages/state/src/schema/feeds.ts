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

/** The forms of files that a mapping is for. */
export const mappingKinds = ['csv', 'mits'] as const
export type MappingKind = (typeof mappingKinds)[number]

/** How files of another system are mapped, saved under a name for a company's imports and feeds. */
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

/** Where a feed's files come from. */
export const feedSources = ['upload', 'folder', 'url'] as const
export type FeedSource = (typeof feedSources)[number]

/** How often a feed's file is expected. */
export const feedRhythms = ['hourly', 'daily', 'weekly'] as const
export type FeedRhythm = (typeof feedRhythms)[number]

/** `full`: each file has every record, so missing ones are removed. `partial`: files add and change records. */
export const feedExtents = ['full', 'partial'] as const
export type FeedExtent = (typeof feedExtents)[number]

/** A feed's current incident, as last reported to its administrators. `stopped`: a file would have removed too much. */
export const feedIncidents = ['late', 'failed', 'stopped'] as const
export type FeedIncident = (typeof feedIncidents)[number]

/** A file that a company's system sends repeatedly. */
export const feeds = pgTable(
  'feeds',
  {
    id: uuid('id').primaryKey(),
    companyId: id('company_id').notNull(),
    name: text('name').notNull(),
    // `contract`: records of `entity`; otherwise a file of another system, converted by the mapping.
    kind: text('kind').$type<MappingKind | 'contract'>().notNull(),
    entity: text('entity'),
    mappingId: uuid('mapping_id').references(() => importMappings.id, { onDelete: 'set null' }),
    source: text('source').$type<FeedSource>().notNull(),
    // A folder's name, only where files are dropped into one.
    folder: text('folder'),
    url: text('url'),
    rhythm: text('rhythm').$type<FeedRhythm>().notNull(),
    graceHours: integer('grace_hours').notNull(),
    // When a file is fetched: a local time, and a day of the week for a weekly one.
    fetchTime: text('fetch_time'),
    fetchWeekday: integer('fetch_weekday'),
    timeZone: text('time_zone').notNull(),
    nextFetchAt: instant('next_fetch_at'),
    extent: text('extent').$type<FeedExtent>().notNull(),
    // As a percentage of the records in the last file's list: a full export that lacks more of them is stopped.
    maxRemovedPercent: integer('max_removed_percent').notNull(),
    // As a percentage of the rows read: a full export with more rejected ones removes nothing.
    maxRejectedPercent: integer('max_rejected_percent').notNull(),
    paused: boolean('paused').notNull(),
    // When files are expected from, before the first one has arrived.
    expectedSince: instant('expected_since').notNull(),
    lastSuccessAt: instant('last_success_at'),
    incident: text('incident').$type<FeedIncident>(),
    incidentAt: instant('incident_at'),
    // The version headers of the last download from the URL.
    etag: text('etag'),
    lastModified: text('last_modified'),
    createdBy: id('created_by').notNull(),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    unique('feeds_name').on(table.companyId, table.name),
    unique('feeds_folder').on(table.companyId, table.folder),
    index('feeds_due').on(table.nextFetchAt),
  ],
)

/** Keys that send files to one feed and read its runs. */
export const feedKeys = pgTable(
  'feed_keys',
  {
    id: uuid('id').primaryKey(),
    feedId: uuid('feed_id')
      .notNull()
      .references(() => feeds.id, { onDelete: 'cascade' }),
    companyId: id('company_id').notNull(),
    keyHash: text('key_hash').notNull().unique(),
    // The key's last characters, to tell keys apart.
    ending: text('ending').notNull(),
    createdBy: id('created_by').notNull(),
    createdAt: instant('created_at').notNull(),
    lastUsedAt: instant('last_used_at'),
    revokedAt: instant('revoked_at'),
  },
  (table) => [index('feed_keys_feed').on(table.feedId)],
)

/** What triggered a run. `manual`: a person fetched the file outside the schedule. */
export const feedTriggers = ['upload', 'folder', 'schedule', 'manual'] as const
export type FeedTrigger = (typeof feedTriggers)[number]

/** How a run can end. `unchanged`: the server of the URL has no newer version. */
export const finalFeedStatuses = ['done', 'unchanged', 'stopped', 'failed'] as const
export type FinalFeedStatus = (typeof finalFeedStatuses)[number]
export const feedRunStatuses = [...openStatuses, ...finalFeedStatuses] as const
export type FeedRunStatus = (typeof feedRunStatuses)[number]

const inStatuses = sql.raw(`in (${feedRunStatuses.map((status) => `'${status}'`).join(', ')})`)
const stillOpen = sql.raw(`status in (${openStatuses.map((status) => `'${status}'`).join(', ')})`)

/** One file of a feed, from its arrival to its outcome. A job queue by its columns. */
export const feedRuns = pgTable(
  'feed_runs',
  {
    id: uuid('id').primaryKey(),
    feedId: uuid('feed_id')
      .notNull()
      .references(() => feeds.id, { onDelete: 'cascade' }),
    companyId: id('company_id').notNull(),
    trigger: text('trigger').$type<FeedTrigger>().notNull(),
    // Null until it is fetched.
    fileName: text('file_name'),
    // Distinguishes files of a folder, so that each is queued once.
    fileKey: text('file_key'),
    // Where the file is, and on which machine; null until it is fetched.
    location: text('location'),
    machine: text('machine'),
    bytes: id('bytes'),
    importRunId: uuid('import_run_id'),
    rows: integer('rows'),
    accepted: integer('accepted'),
    rejected: integer('rejected'),
    removed: integer('removed'),
    // The import's report, without any record.
    report: jsonb('report').$type<unknown>(),
    // The administrator who allowed it to remove more than the feed's limit.
    removalAllowedBy: id('removal_allowed_by'),
    ...jobColumns<FinalFeedStatus>(),
  },
  (table) => [
    index('feed_runs_open').on(table.status, table.attemptAt),
    index('feed_runs_latest').on(table.feedId, table.createdAt),
    uniqueIndex('feed_runs_file').on(table.feedId, table.fileKey).where(stillOpen),
    check('feed_runs_status', sql`${table.status} ${inStatuses}`),
  ],
)

/** A record in a feed's list: its id, and its property's id, or 0 where the company owns it. */
export type ListedRecord = [id: number | string, property: number]

/** The records that a feed's last full export listed, some thousands a row: the only ones the feed may remove. */
export const feedLists = pgTable(
  'feed_lists',
  {
    feedId: uuid('feed_id')
      .notNull()
      .references(() => feeds.id, { onDelete: 'cascade' }),
    companyId: id('company_id').notNull(),
    entity: text('entity').notNull(),
    part: integer('part').notNull(),
    records: jsonb('records').$type<ListedRecord[]>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.feedId, table.entity, table.part] }),
    index('feed_lists_company').on(table.companyId, table.entity),
  ],
)
