import {
  describeTiming,
  formatRun,
  nextRuns,
  parseTiming,
  pluralize,
  type Timing,
  type Viewer,
  WORKBOOK,
} from '@leaselight/model'
import {
  addSchedule,
  addSubscribers,
  changeSchedule,
  latestDeliveries,
  listSchedules,
  MAX_SCHEDULES,
  readSchedule,
  type Schedule,
  setScheduleDeleted,
  subscribersOf,
} from '@leaselight/state'
import { z } from 'zod'
import type { Api } from '../../http/context'
import { badRequest, notFound } from '../../http/errors'
import { isUuid, nameText, noteText } from '../../http/textFields'
import { propertyPagesBody, readPropertyPages } from '../../reports/book'
import { normalizeParams, reportBody, requireOpenReport, savedView } from '../../reports/savedParams'
import { allowedRecipients, emailList, formatList, requireSender, sendManually } from '../deliveries/manual'
import { isHidden, sendersOf, toDeliveryView } from '../deliveries/show'
import { addresseesOf } from '../mail/rules'
import { findSaved } from '../saved/service'
import { readSubject, readWorkbook, requireFormats } from '../subject'
import { applyListChange, replacementOf, showSubscribers } from './subscribers'

const SHOWN_RUNS = 3

const MAX_TIMING_TEXT = 100
const isShort = (value: unknown): boolean => typeof value !== 'string' || value.length <= MAX_TIMING_TEXT

/** A field that the model reads and refuses with a sentence of its own; the document shows its schema. */
const readByModel = (schema: Record<string, unknown>) => z.unknown().refine(isShort).optional().meta(schema)

/** A timing as the client sends it; the model validates it. */
export const timingBody = z.object({
  frequency: readByModel({ type: 'string', enum: ['DAILY', 'WEEKLY', 'MONTHLY'] }),
  weekdays: readByModel({ type: 'array', items: { type: 'integer', minimum: 1, maximum: 7 } }),
  day_of_month: readByModel({ type: ['integer', 'null'], description: '31 is the last day of every month.' }),
  time: readByModel({
    type: 'string',
    pattern: '^([01]\\d|2[0-3]):[0-5]\\d$',
    description: 'A wall time such as 07:30.',
  }),
  time_zone: readByModel({ type: 'string', maxLength: MAX_TIMING_TEXT }),
})
const name = nameText(120)

export const scheduleBody = timingBody.extend({
  name,
  report: reportBody.report.nullish(),
  params: reportBody.params,
  saved_report_id: z.string().max(100).nullish(),
  formats: formatList.nullish(),
  note: noteText(2_000).nullish(),
  property_pages: propertyPagesBody.nullish(),
  emails: emailList.nullish(),
})
export const changeScheduleBody = timingBody.extend({
  name: name.optional(),
  params: reportBody.params,
  formats: formatList.optional(),
  note: noteText(2_000).nullable().optional(),
  property_pages: propertyPagesBody.nullable().optional(),
  // The complete list from now on. People who unsubscribed stay unsubscribed and need not be named.
  emails: emailList.optional(),
})
export const sendNowBody = z.object({ to_me: z.boolean().nullish() }).nullish()

const scheduleNotFound = () => notFound('There is no such scheduled report.')

const timingFromBody = (input: z.output<typeof timingBody>): Timing => {
  const { frequency, weekdays, day_of_month, time, time_zone } = input
  return parseTiming({ frequency, weekdays, dayOfMonth: day_of_month, time, timeZone: time_zone })
}

/** A timing's description with its next runs. */
export function previewTiming(api: Api, input: z.output<typeof timingBody>) {
  const timing = timingFromBody(input)
  return { timingInWords: describeTiming(timing), ...upcomingRuns(timing, api.now()) }
}

function upcomingRuns(timing: Timing, now: Date) {
  const runs = nextRuns(timing, now, SHOWN_RUNS)
  return { nextRuns: runs, nextRunsInWords: runs.map((run) => formatRun(run, timing, now)) }
}

/** Scheduled reports as the API returns them to their owner: next runs, subscribers, the latest delivery. */
export async function showSchedules(api: Api, viewer: Viewer, list: readonly Schedule[]) {
  const ids = list.map(({ id }) => id)
  const [directory, subscribers, latest, addressees] = await Promise.all([
    api.engine.companyContext(viewer),
    subscribersOf(api.state, ids),
    latestDeliveries(api.state, ids),
    addresseesOf(api, viewer.companyId),
  ])
  const senders = await sendersOf(api, [...latest.values()])
  return list.map(
    ({ id, name, report, params, timing, formats, note, propertyPages, paused, createdAt, updatedAt }) => {
      const last = latest.get(id)
      const view = savedView(directory, report, params)
      return {
        id,
        name,
        report,
        ...view,
        inWords: propertyPages ? [...view.inWords, pagesInWords(propertyPages)] : view.inWords,
        ...timing,
        timingInWords: describeTiming(timing),
        formats,
        note,
        propertyPages,
        paused,
        ...(paused ? { nextRuns: [], nextRunsInWords: [] } : upcomingRuns(timing, api.now())),
        subscribers: showSubscribers(
          subscribers.filter(({ scheduleId }) => scheduleId === id),
          addressees,
        ),
        lastDelivery: last ? toDeliveryView(directory, senders, last) : null,
        createdAt,
        updatedAt,
      }
    },
  )
}

const pagesInWords = (ids: readonly number[]): string =>
  ids.length === 0 ? 'A page for every property' : `A page for ${pluralize(ids.length, 'property')}`

export async function showSchedule(api: Api, viewer: Viewer, one: Schedule) {
  const [shown] = await showSchedules(api, viewer, [one])
  if (!shown) throw scheduleNotFound()
  return shown
}

export const listOwnSchedules = async (api: Api, viewer: Viewer) =>
  showSchedules(
    api,
    viewer,
    (await listSchedules(api.state, viewer, 'report')).filter((one) => !isHidden(viewer, one)),
  )

/** One of the viewer's own schedules; 404 for any other id. */
export async function findSchedule(api: Api, viewer: Viewer, id: string): Promise<Schedule> {
  const found = isUuid(id) ? await readSchedule(api.state, viewer, id) : undefined
  if (found?.kind !== 'report' || isHidden(viewer, found)) throw scheduleNotFound()
  return found
}

/** Schedules a report for the named recipients, with the viewer's rights. */
export async function createSchedule(api: Api, viewer: Viewer, input: z.output<typeof scheduleBody>) {
  await requireSender(api, viewer)
  const timing = timingFromBody(input)
  const { title: _, ...wanted } = await reportToSchedule(api, viewer, input)
  const to = input.emails?.length ? await allowedRecipients(api, viewer, input.emails) : []
  const { name, formats, note } = input
  const made = await addSchedule(
    api.state,
    viewer,
    {
      kind: 'report',
      role: viewer.role,
      demo: viewer.demo ?? false,
      name,
      ...wanted,
      timing,
      formats: formats ?? [],
      note: note ?? null,
    },
    api.now(),
  )
  if (!made) throw badRequest(`You have ${MAX_SCHEDULES} scheduled reports; delete one to add another.`)
  await addSubscribers(
    api.state,
    made.id,
    to.map(({ email }) => email),
    { role: viewer.role, now: api.now() },
  )
  return showSchedule(api, viewer, made)
}

async function reportToSchedule(api: Api, viewer: Viewer, input: z.output<typeof scheduleBody>) {
  const { report, saved_report_id: id } = input
  // A copy: the schedule doesn't change when the saved report is changed or deleted.
  if (id) return readSubject(api, viewer, { ...input, ...(await findSaved(api, viewer, id)) })
  if (!report) throw badRequest('Say which report is to be sent: report, or saved_report_id.')
  return readSubject(api, viewer, { ...input, report })
}

/** Changes the given fields of a schedule, all of them or none. */
export async function updateSchedule(api: Api, viewer: Viewer, id: string, input: z.output<typeof changeScheduleBody>) {
  const standing = await findSchedule(api, viewer, id)
  const { timing } = standing
  const given = (field: unknown, old: unknown) => (field === undefined ? old : field)
  const newTiming = timingFromBody({
    frequency: given(input.frequency, timing.frequency),
    weekdays: given(input.weekdays, timing.weekdays),
    day_of_month: given(input.day_of_month, timing.dayOfMonth),
    time: given(input.time, timing.time),
    time_zone: given(input.time_zone, timing.timeZone),
  })
  const isWorkbook = standing.report === WORKBOOK.key
  const report =
    !isWorkbook && (input.params || input.property_pages) ? await requireOpenReport(api, viewer, standing.report) : null
  const ofWorkbook = isWorkbook && input.params ? await readWorkbook(api, viewer, input.params) : null
  const params = report && input.params ? normalizeParams(report, input.params) : ofWorkbook
  const pages = input.property_pages
  const propertyPages =
    report && pages ? await readPropertyPages(api, viewer, report, pages) : isWorkbook ? null : pages
  if (input.formats) requireFormats(standing.report, input.formats)
  const list = input.emails && (await replacementOf(api, viewer, standing, input.emails))
  const isMoved = JSON.stringify(newTiming) !== JSON.stringify(timing)
  const changed = await changeSchedule(
    api.state,
    viewer,
    id,
    {
      ...(input.name !== undefined && { name: input.name }),
      ...(params && { params }),
      ...(input.formats && { formats: input.formats }),
      ...(input.note !== undefined && { note: input.note }),
      ...(propertyPages !== undefined && { propertyPages }),
      ...(isMoved && { timing: newTiming }),
      role: viewer.role,
    },
    api.now(),
  )
  if (!changed) throw scheduleNotFound()
  if (list) await applyListChange(api, viewer, standing, list)
  return showSchedule(api, viewer, changed)
}

export async function setSchedulePaused(api: Api, viewer: Viewer, id: string, paused: boolean) {
  await findSchedule(api, viewer, id)
  const changed = await changeSchedule(api.state, viewer, id, { paused }, api.now())
  if (!changed) throw scheduleNotFound()
  return showSchedule(api, viewer, changed)
}

export async function markScheduleDeleted(api: Api, viewer: Viewer, id: string, isDeleted: boolean): Promise<Schedule> {
  const changed = isUuid(id) ? await setScheduleDeleted(api.state, viewer, id, isDeleted, api.now()) : undefined
  if (!changed) throw scheduleNotFound()
  return changed
}

/** Sends a scheduled report now: to its owner alone, or to all subscribers. */
export async function sendNow(api: Api, viewer: Viewer, id: string, toMe: boolean) {
  const { report, params, name, formats, note, propertyPages } = await findSchedule(api, viewer, id)
  const me = await requireSender(api, viewer)
  const list = toMe
    ? []
    : (await subscribersOf(api.state, [id])).filter(({ unsubscribedAt }) => unsubscribedAt === null)
  if (toMe && me.email === '') throw badRequest('Your user record has no email address.')
  if (!toMe && list.length === 0) throw badRequest('This report has no recipients yet.')
  const { colleague } = await addresseesOf(api, viewer.companyId)
  const to = toMe
    ? [{ email: me.email, name: me.name }]
    : list.map(({ email }) => ({ email, name: colleague(email) ?? null }))
  return sendManually(api, viewer, {
    kind: 'now',
    scheduleId: id,
    name,
    report,
    params,
    formats,
    note,
    propertyPages,
    to,
  })
}
