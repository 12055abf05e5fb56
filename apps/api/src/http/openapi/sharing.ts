import { deliveryKinds } from '@leaselight/state'
import type { z } from 'zod'
import { generatePdfBody } from '../../reports/generatePdf'
import { MAX_RECIPIENTS } from '../../sharing/deliveries/manual'
import { subscribeBody } from '../../sharing/deliveries/routes'
import { messageBody, shareBody, shareInsightsBody } from '../../sharing/deliveries/send'
import { rulesBody } from '../../sharing/mail/routes'
import { changeSavedBody, duplicateBody, saveBody } from '../../sharing/saved/service'
import { changeScheduleBody, scheduleBody, sendNowBody, timingBody } from '../../sharing/schedules/service'
import { emailsBody } from '../../sharing/schedules/subscribers'
import { bodySchema, json, operation, parameter, pathParameter, type Schema } from './parts'
import { file, list, ref, strictObject, textOrNull } from './schemas'

const text = { type: 'string' }
const whole = { type: 'integer' }
const boolean = { type: 'boolean' }
const instant = { type: 'string', format: 'date-time' }
const instantOrNull = { type: ['string', 'null'], format: 'date-time' }
const formats = list({ enum: ['csv', 'pdf'] })
const status = { enum: ['queued', 'running', 'sent', 'skipped', 'failed'] }
const byName = (value: Schema): Schema => ({ type: 'object', additionalProperties: value })

const savedView = {
  report: text,
  title: text,
  params: byName(text),
  address: { ...text, description: 'Where it opens in the product.' },
  in_words: list(text),
  passed_over: { ...list(text), description: 'Choices that the report no longer knows.' },
  available: { ...boolean, description: 'Whether the report is there for whoever asks.' },
}
const saved = { id: text, name: text, ...savedView, created_at: instant, updated_at: instant }
const runs = { next_runs: list(instant), next_runs_in_words: list(text) }
const timing = {
  frequency: { enum: ['DAILY', 'WEEKLY', 'MONTHLY'] },
  weekdays: list({ type: 'integer', minimum: 1, maximum: 7 }),
  day_of_month: { type: ['integer', 'null'], description: '31 is the last day of every month.' },
  time: { ...text, description: 'A wall time such as 07:30.' },
  time_zone: text,
}

const subscriber = strictObject({ email: text, name: textOrNull, added_at: instant, unsubscribed_at: instantOrNull })
const delivery = {
  id: text,
  kind: { enum: [...deliveryKinds] },
  schedule_id: textOrNull,
  name: text,
  report: textOrNull,
  title: textOrNull,
  address: textOrNull,
  property_id: { type: ['integer', 'null'] },
  property: textOrNull,
  formats,
  note: textOrNull,
  status,
  reason: textOrNull,
  due_at: instantOrNull,
  late: { ...textOrNull, description: 'What a run that comes late says.' },
  created_at: instant,
  finished_at: instantOrNull,
  sender: strictObject({ name: text, email: text }),
  recipients: list(
    strictObject({
      email: text,
      name: textOrNull,
      status,
      reason: textOrNull,
      attempts: whole,
      next_attempt_at: instantOrNull,
      sent_at: instantOrNull,
    }),
  ),
}
const attached = { filename: text, content_type: text, size: whole }
const outboxRow = strictObject({
  id: text,
  to: text,
  subject: text,
  created_at: instant,
  kind: text,
  size: whole,
  attachments: list(strictObject(attached)),
})

/** The shapes by name. */
export const sharingSchemas: Schema = {
  SavedReport: strictObject(saved),
  CreatedSavedReport: strictObject({ saved_report_id: text, ...saved }),
  ScheduledReport: strictObject({
    id: text,
    name: text,
    ...savedView,
    ...timing,
    timing_in_words: text,
    formats,
    note: textOrNull,
    paused: boolean,
    ...runs,
    subscribers: list(subscriber),
    last_delivery: { anyOf: [ref('Delivery'), { type: 'null' }] },
    created_at: instant,
    updated_at: instant,
  }),
  TimingPreview: strictObject({ timing_in_words: text, ...runs }),
  Subscribers: list(subscriber),
  Delivery: strictObject(delivery),
  Shared: strictObject({ response: text, delivery: ref('Delivery') }),
  SentMessage: strictObject({ message: text, delivery: ref('Delivery') }),
  Subscription: strictObject({ email: text, name: text, sender: textOrNull, unsubscribed: boolean }),
  MailRules: strictObject({
    outside: { enum: ['anyone', 'listed'] },
    domains: list(text),
    may_change: boolean,
    mail: { enum: ['smtp', 'outbox'] },
    from: text,
  }),
  Outbox: strictObject({ total: whole, page: whole, page_size: whole, rows: list(outboxRow) }),
  OutboxMail: strictObject({
    id: text,
    to: text,
    from: text,
    subject: text,
    created_at: instant,
    kind: text,
    html: text,
    text,
    attachments: list(strictObject({ index: whole, ...attached })),
    headers: byName(text),
  }),
  Deleted: strictObject({ deleted: { const: true } }),
}

const inPath = [pathParameter('id', text)]
const answer = (name: string): Schema => json(ref(name))
const lists = (name: string): Schema => json(list(ref(name)))
const body = (shape: z.ZodType): Schema => bodySchema(shape)
/** A body that may be left out. */
const optionalBody = (shape: z.ZodType): Schema => ({ ...bodySchema(shape), required: false })
const timedBody = (shape: z.ZodType): Schema => {
  const { content } = bodySchema(shape) as { content: { 'application/json': { schema: Schema } } }
  const { schema } = content['application/json']
  return json({ ...schema, properties: { ...(schema.properties as Schema), ...timing } })
}

/** Saving, scheduling, sharing, messages, and what became of them. */
export function sharingPaths(): Schema {
  const savedRoot = '/api/saved-reports'
  const scheduledRoot = '/api/scheduled-reports'
  const subscribers = '/api/my-reports/scheduled/{id}/subscribers'
  const saves = { post: operation('Saves a report under a name.', answer('CreatedSavedReport'), [], body(saveBody)) }
  const schedules = {
    post: operation('Schedules a report, or a saved one.', answer('ScheduledReport'), [], timedBody(scheduleBody)),
  }
  return {
    '/api': saves,
    [savedRoot]: { get: operation('One’s own saved reports, by name.', lists('SavedReport')), ...saves },
    [`${savedRoot}/create`]: saves,
    [`${savedRoot}/{id}`]: {
      get: operation('A saved report.', answer('SavedReport'), inPath),
      put: operation('Renames it, or keeps another state.', answer('SavedReport'), inPath, body(changeSavedBody)),
    },
    [`${savedRoot}/{id}/duplicate`]: {
      post: operation('Copies it.', answer('SavedReport'), inPath, optionalBody(duplicateBody)),
    },
    [`${savedRoot}/delete/{id}`]: { put: operation('Deletes it.', answer('Deleted'), inPath) },
    [`${savedRoot}/restore/{id}`]: { put: operation('Takes that back.', answer('SavedReport'), inPath) },
    [scheduledRoot]: {
      get: operation('One’s own scheduled reports, by name.', lists('ScheduledReport')),
      ...schedules,
    },
    [`${scheduledRoot}/create`]: schedules,
    [`${scheduledRoot}/preview`]: {
      post: operation('A timing in words and its next runs.', answer('TimingPreview'), [], timedBody(timingBody)),
    },
    [`${scheduledRoot}/{id}`]: {
      get: operation('A scheduled report.', answer('ScheduledReport'), inPath),
      put: operation(
        'Changes what is named of it: name, filters (params), times and zone, formats, note, and with emails its whole list.',
        answer('ScheduledReport'),
        inPath,
        timedBody(changeScheduleBody),
      ),
    },
    [`${scheduledRoot}/{id}/pause`]: { put: operation('Pauses it.', answer('ScheduledReport'), inPath) },
    [`${scheduledRoot}/{id}/resume`]: { put: operation('Goes on with it.', answer('ScheduledReport'), inPath) },
    [`${scheduledRoot}/{id}/send-now`]: {
      post: operation(
        'Sends it at once: to oneself, or with to_me false to its whole list.',
        answer('Delivery'),
        inPath,
        optionalBody(sendNowBody),
      ),
    },
    [`${scheduledRoot}/delete/{id}`]: { put: operation('Deletes it.', answer('Deleted'), inPath) },
    [`${scheduledRoot}/restore/{id}`]: { put: operation('Takes that back.', answer('ScheduledReport'), inPath) },
    [`${subscribers}/add`]: {
      post: operation('Puts people on its list.', answer('Subscribers'), inPath, body(emailsBody)),
    },
    [`${subscribers}/delete`]: {
      put: operation('Takes people off its list.', answer('Subscribers'), inPath, body(emailsBody)),
    },
    ...sendingPaths(),
  }
}

function sendingPaths(): Schema {
  const token = [pathParameter('token', text)]
  const open = (summary: string) => ({ ...operation(summary, answer('Subscription'), token), security: [] })
  return {
    '/api/share-report': {
      post: operation(
        `Sends a report to at most ${MAX_RECIPIENTS} people: addresses, or everybody at a property or of a role.`,
        answer('Shared'),
        [],
        body(shareBody),
      ),
    },
    '/api/share-insights': {
      post: operation('Sends the Insights page to people.', answer('Shared'), [], body(shareInsightsBody)),
    },
    '/api/messages': {
      get: operation('What was written to the teams of the properties one sees, newest first.', lists('Delivery'), [
        parameter('property_id', whole, 'Only this property’s.'),
      ]),
      post: operation('Writes to a property’s leasing team.', answer('SentMessage'), [], body(messageBody)),
    },
    '/api/deliveries': {
      get: operation('What one had sent, newest first, and how it went.', lists('Delivery'), [
        parameter('schedule_id', text, 'Only of this scheduled report.'),
        parameter('kind', { enum: [...deliveryKinds] }, 'Only of this kind.'),
        parameter('limit', { type: 'integer', minimum: 1, maximum: 100 }, 'At most so many.'),
      ]),
    },
    '/api/deliveries/{id}': { get: operation('One of them.', answer('Delivery'), inPath) },
    '/api/deliveries/{id}/retry': {
      post: operation('Tries again to reach those it failed to reach.', answer('Delivery'), inPath),
    },
    '/api/reports/subscribers': {
      get: operation('To whom one has the Insights page sent every morning.', answer('Subscribers')),
      post: operation('Puts people on that list, or oneself.', answer('Subscribers'), [], optionalBody(subscribeBody)),
      put: operation('Takes people off it.', answer('Subscribers'), [], body(emailsBody)),
    },
    '/api/unsubscribe/{token}': {
      get: open('Which list the link of a mail leads to.'),
      post: open('Leaves that list; mail readers do it for their user.'),
      put: open('Comes back to it.'),
    },
    '/api/mail-rules': {
      get: operation('Whom the company’s people may write to.', answer('MailRules')),
      put: operation('Sets that, for administrators.', answer('MailRules'), [], body(rulesBody)),
    },
    '/api/outbox': {
      get: operation('The mails of an installation without a mail server, for administrators.', answer('Outbox'), [
        parameter('page', { type: 'integer', minimum: 1 }, 'Which page.'),
        parameter('page_size', { type: 'integer', minimum: 1, maximum: 200 }, 'Mails a page.'),
      ]),
    },
    '/api/outbox/{id}': { get: operation('One of them, its pictures inside.', answer('OutboxMail'), inPath) },
    '/api/outbox/{id}/attachments/{index}': {
      get: operation('One of its files.', file, [...inPath, pathParameter('index', whole)]),
    },
    '/api/generate-pdf': {
      post: operation('A report as a PDF; the same as its export.', file, [], body(generatePdfBody)),
    },
  }
}
