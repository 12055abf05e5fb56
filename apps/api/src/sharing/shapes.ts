import { fileFormats } from '@leaselight/model'
import { deliveryKinds } from '@leaselight/state'
import { z } from 'zod'
import { instant } from '../http/answers'

const formats = z.array(z.enum(fileFormats))
const status = z.enum(['queued', 'running', 'sent', 'skipped', 'failed'])

/** A saved state as its owner reads it. */
export const savedView = {
  report: z.string(),
  title: z.string(),
  params: z.record(z.string(), z.string()),
  address: z.string().meta({ description: 'Where it opens in the product.' }),
  in_words: z.array(z.string()).meta({ description: 'Its filters as sentences.' }),
  passed_over: z.array(z.string()).meta({ description: 'Choices that the report no longer has.' }),
  available: z.boolean().meta({ description: 'Whether this user has access to the report.' }),
}
const saved = { id: z.string(), name: z.string(), ...savedView, created_at: instant, updated_at: instant }

/** A saved report as its owner reads it. */
export const savedReport = z.object(saved).meta({ id: 'SavedReport' })
export const createdSavedReport = z.object({ saved_report_id: z.string(), ...saved }).meta({ id: 'CreatedSavedReport' })

const runs = { next_runs: z.array(instant), next_runs_in_words: z.array(z.string()) }
const timing = {
  frequency: z.enum(['DAILY', 'WEEKLY', 'MONTHLY']),
  weekdays: z.array(z.int().min(1).max(7)),
  day_of_month: z.int().nullable().meta({ description: '31 is the last day of every month.' }),
  time: z.string().meta({ description: 'A wall time such as 07:30.' }),
  time_zone: z.string(),
}

/** The people on a list. */
export const subscriberList = z
  .array(
    z
      .object({
        email: z.string(),
        name: z.string().nullable(),
        added_at: instant,
        unsubscribed_at: instant.nullable(),
      })
      .meta({ id: 'Subscriber' }),
  )
  .meta({ id: 'Subscribers' })

/** What was sent, and how it went for each recipient. */
export const delivery = z
  .object({
    id: z.string(),
    kind: z.enum(deliveryKinds),
    schedule_id: z.string().nullable(),
    name: z.string(),
    report: z.string().nullable(),
    title: z.string().nullable(),
    address: z.string().nullable(),
    property_id: z.int().nullable(),
    property: z.string().nullable(),
    formats,
    note: z.string().nullable(),
    property_pages: z
      .array(z.int())
      .nullable()
      .meta({ description: 'The properties with a page each, empty for all; null without.' }),
    status: status.meta({ description: 'The worst of its recipients’; queued or running while one waits.' }),
    outcome_in_words: z.string().meta({ description: 'Such as `1 of 2 sent, 1 failed`; empty without recipients.' }),
    counts: z
      .object({ sent: z.int(), failed: z.int(), skipped: z.int(), queued: z.int(), running: z.int() })
      .meta({ description: 'How many recipients have each status.' }),
    reason: z.string().nullable(),
    due_at: instant.nullable(),
    late: z.string().nullable().meta({ description: 'The notice in a run that is late.' }),
    created_at: instant,
    finished_at: instant.nullable(),
    sender: z.object({
      name: z.string(),
      email: z.string(),
      // Only where the user has just sent it.
      role: z.string().optional(),
      group_ids: z.array(z.int()).optional(),
    }),
    recipients: z.array(
      z
        .object({
          email: z.string(),
          name: z.string().nullable(),
          status,
          reason: z.string().nullable(),
          attempts: z.int(),
          next_attempt_at: instant.nullable(),
          sent_at: instant.nullable(),
        })
        .meta({ id: 'Recipient' }),
    ),
  })
  .meta({ id: 'Delivery' })

/** A scheduled report as its owner reads it. */
export const scheduledReport = z
  .object({
    id: z.string(),
    name: z.string(),
    ...savedView,
    ...timing,
    timing_in_words: z.string(),
    formats,
    note: z.string().nullable(),
    property_pages: z
      .array(z.int())
      .nullable()
      .meta({ description: 'The properties with a page each, empty for all; null without.' }),
    paused: z.boolean(),
    ...runs,
    subscribers: subscriberList,
    last_delivery: delivery.nullable(),
    created_at: instant,
    updated_at: instant,
  })
  .meta({ id: 'ScheduledReport' })

/** When a timing runs. */
export const timingPreview = z.object({ timing_in_words: z.string(), ...runs }).meta({ id: 'TimingPreview' })

export const shared = z.object({ response: z.string(), delivery }).meta({ id: 'Shared' })
export const sentMessage = z.object({ message: z.string(), delivery }).meta({ id: 'SentMessage' })

/** What a link to unsubscribe leads to. */
export const subscription = z
  .object({ email: z.string(), name: z.string(), sender: z.string().nullable(), unsubscribed: z.boolean() })
  .meta({ id: 'Subscription' })

/** Whom a company's people may write to. */
export const mailRules = z
  .object({
    outside: z.enum(['anyone', 'listed']),
    domains: z.array(z.string()),
    may_change: z.boolean(),
    mail: z.enum(['smtp', 'outbox']),
    from: z.string(),
  })
  .meta({ id: 'MailRules' })

const attachment = { filename: z.string(), content_type: z.string(), size: z.int() }

/** A page of the outbox. */
export const outbox = z
  .object({
    total: z.int(),
    page: z.int(),
    page_size: z.int(),
    rows: z.array(
      z
        .object({
          id: z.string(),
          to: z.string(),
          subject: z.string(),
          created_at: instant,
          kind: z.string(),
          size: z.int(),
          attachments: z.array(z.object(attachment)),
        })
        .meta({ id: 'OutboxEntry' }),
    ),
  })
  .meta({ id: 'Outbox' })

/** A mail of the outbox. */
export const outboxMail = z
  .object({
    id: z.string(),
    to: z.string(),
    from: z.string(),
    subject: z.string(),
    created_at: instant,
    kind: z.string(),
    html: z.string(),
    text: z.string(),
    attachments: z.array(z.object({ index: z.int(), ...attachment })),
    headers: z.record(z.string(), z.string()),
  })
  .meta({ id: 'OutboxMail' })
