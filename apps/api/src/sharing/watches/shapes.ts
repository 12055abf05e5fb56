import { watchConditions } from '@leaselight/state'
import { z } from 'zod'
import { instant } from '../../http/answers'
import { savedView } from '../shapes'

const verdict = z.enum(['met', 'clear', 'unknown']).meta({
  description: 'Whether the number meets the condition; `unknown` where there is too little to say.',
})

const watchFields = {
  id: z.string(),
  name: z.string().meta({ description: 'What its number is called: `Leads at Willow Creek`.' }),
  ...savedView,
  column: z.string(),
  row: z.string().nullable(),
  condition: z.enum(watchConditions),
  threshold: z.number().nullable(),
  condition_in_words: z.string(),
  format: z.string().meta({ description: 'How the number is written: `integer`, `percent`, `duration`, …' }),
  by_mail: z.boolean(),
  webhook_url: z.string().nullable(),
  quiet_from: z.string().nullable(),
  quiet_to: z.string().nullable(),
  time_zone: z.string(),
  paused: z.boolean(),
  snoozed_until: instant.nullable(),
  verdict,
  finding: z.string().nullable().meta({ description: 'What the last check found.' }),
  problem: z.string().nullable().meta({ description: 'Why the number can’t be read; null while it can.' }),
  checked_at: instant.nullable(),
  next_check_at: instant.nullable(),
  fired_at: instant.nullable(),
  calls: z.array(
    z
      .object({
        id: z.string(),
        status: z.enum(['queued', 'running', 'sent', 'failed']),
        reason: z.string().nullable(),
        answer_status: z.int().nullable(),
        attempts: z.int(),
        created_at: instant,
        next_attempt_at: instant.nullable(),
      })
      .meta({ id: 'WatchCall' }),
  ),
  created_at: instant,
  updated_at: instant,
}

/** A watched number as its owner reads it. */
export const numberWatch = z.object(watchFields).meta({ id: 'NumberWatch' })

/** The same after a change, which may have made a new secret. */
export const changedWatch = z
  .object({
    ...watchFields,
    webhook_secret: z.string().nullable().meta({ description: 'Signs the calls of a new webhook; shown this once.' }),
  })
  .meta({ id: 'ChangedNumberWatch' })

/** On which days a watch would have alerted its owner. */
export const watchPreview = z
  .object({
    subject: z.string(),
    value: z.number().nullable(),
    text: z.string(),
    format: z.string(),
    verdict,
    condition_in_words: z.string(),
    sentence: z
      .string()
      .meta({ description: '`Would have alerted you 3 times in 90 days: Mar 2, …`; empty without days.' }),
    days: z.array(
      z.object({ day: z.string(), value: z.number().nullable(), text: z.string(), verdict, fires: z.boolean() }),
    ),
  })
  .meta({ id: 'WatchPreview' })
