import { entityNames } from '@leaselight/contract'
import { feedExtents, feedRhythms, feedRunStatuses, feedSources, feedTriggers, mappingKinds } from '@leaselight/state'
import { z } from 'zod'
import { nameText } from '../http/textFields'

const feedKinds = [...mappingKinds, 'contract'] as const

/** How a feed is doing. */
export const feedStatuses = ['ok', 'waiting', 'running', 'late', 'failed', 'stopped', 'paused'] as const
export type FeedStatus = (typeof feedStatuses)[number]

const percent = z.int().min(0).max(100)

/** What an administrator decides about a feed. */
export const feedBody = z.object({
  name: nameText(80),
  kind: z.enum(feedKinds).meta({ description: 'A table, a MITS file, or records of the data contract.' }),
  entity: z.enum(entityNames).nullish().meta({ description: 'What records of the data contract are.' }),
  mapping_id: z.string().max(100).nullish().meta({ description: 'The saved mapping of a table or a MITS file.' }),
  source: z.enum(feedSources),
  folder: z.string().max(64).nullish().meta({ description: 'The folder that is watched, by its name.' }),
  url: z.string().max(2_000).nullish().meta({ description: 'The address that the file is fetched from.' }),
  rhythm: z.enum(feedRhythms),
  grace_hours: z.int().min(0).max(720).default(6),
  fetch_time: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/)
    .default('06:00')
    .meta({ description: 'When a daily or weekly file is fetched, in the company’s time zone.' }),
  fetch_weekday: z.int().min(1).max(7).default(1).meta({ description: '1 is Monday.' }),
  extent: z.enum(feedExtents).default('partial').meta({ description: 'Whether each file has every record.' }),
  max_removed_percent: percent.default(10),
  max_rejected_percent: percent.default(0),
})

/** A body as routes and commands have it. */
export type FeedBody = z.output<typeof feedBody>

const count = z.int().nullable()

/** A run of a feed, without its report. */
export const feedRunAnswer = z
  .object({
    id: z.string(),
    feed_id: z.string(),
    trigger: z.enum(feedTriggers),
    file_name: z.string().nullable(),
    bytes: count,
    status: z.enum(feedRunStatuses),
    reason: z.string().nullable(),
    created_at: z.string(),
    finished_at: z.string().nullable(),
    next_attempt_at: z.string().nullable(),
    attempts: z.int(),
    rows: count,
    accepted: count,
    rejected: count,
    removed: count,
    import_id: z.string().nullable().meta({ description: 'The import in the list of imports.' }),
  })
  .meta({ id: 'FeedRun' })

/** A run with the import's report. */
export const feedRunReport = feedRunAnswer
  .extend({
    report: z.unknown().meta({ type: ['object', 'null'], description: 'Counts by entity, and the first rejections.' }),
  })
  .meta({ id: 'FeedRunReport' })

const feedKey = z
  .object({
    id: z.string(),
    ending: z.string().meta({ description: 'The key’s last characters.' }),
    created_at: z.string(),
    last_used_at: z.string().nullable(),
  })
  .meta({ id: 'FeedKey' })

/** A new key: the only time it can be read. */
export const newFeedKey = z.object({ id: z.string(), key: z.string() }).meta({ id: 'NewFeedKey' })

/** A feed with its latest runs, newest first. */
export const feedAnswer = z
  .object({
    id: z.string(),
    name: z.string(),
    kind: z.enum(feedKinds),
    entity: z.string().nullable(),
    mapping_id: z.string().nullable(),
    source: z.enum(feedSources),
    folder: z.string().nullable(),
    folder_path: z.string().nullable().meta({ description: 'Where the folder is on the server.' }),
    url: z.string().nullable(),
    rhythm: z.enum(feedRhythms),
    grace_hours: z.int(),
    fetch_time: z.string().nullable(),
    fetch_weekday: z.int().nullable(),
    time_zone: z.string(),
    extent: z.enum(feedExtents),
    max_removed_percent: z.int(),
    max_rejected_percent: z.int(),
    status: z.enum(feedStatuses),
    notice: z.string().nullable().meta({ description: 'What is wrong, in a sentence.' }),
    last_success_at: z.string().nullable(),
    next_expected_at: z.string().nullable(),
    next_fetch_at: z.string().nullable(),
    runs: z.array(feedRunAnswer),
    keys: z.array(feedKey),
  })
  .meta({ id: 'Feed' })

/** A company's feeds, and what its server can do. */
export const feedsAnswer = z
  .object({
    feeds: z.array(feedAnswer),
    watches_folders: z.boolean(),
    fetch_hosts: z.array(z.string()).meta({ description: 'The hosts that files can be fetched from.' }),
  })
  .meta({ id: 'Feeds' })
