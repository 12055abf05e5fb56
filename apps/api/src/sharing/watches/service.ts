import { randomBytes } from 'node:crypto'
import {
  type Column,
  conditionText,
  displayColumn,
  InputError,
  parseSavedState,
  parseTiming,
  type Viewer,
  watchVerdict,
} from '@leaselight/model'
import { reportByKey } from '@leaselight/reports'
import {
  addNumberWatch,
  changeNumberWatch,
  latestWatchCalls,
  listNumberWatches,
  MAX_WATCHES,
  type NumberWatch,
  readNumberWatch,
  readNumberWatchById,
  setNumberWatchDeleted,
  watchConditions,
} from '@leaselight/state'
import { z } from 'zod'
import type { Api } from '../../http/context'
import { badRequest, notFound } from '../../http/errors'
import { isUuid } from '../../http/textFields'
import { normalizeParams, reportBody, requireOpenReport, savedView } from '../../reports/savedParams'
import { requireSender } from '../deliveries/manual'
import { isHidden } from '../deliveries/show'
import { conditionOf, findingText, nextCheck } from './check'
import { readNumber, requireGoalNumber, requireNumber } from './number'
import { PREVIEW_DAYS, type PreviewedWatch, previewWatch } from './preview'
import { requireHostAllowed } from './rules'

const SHOWN_CALLS = 5
const TIME = /^([01]\d|2[0-3]):[0-5]\d$/
const localTime = z.string().regex(TIME).nullish()

const condition = {
  condition: z.enum(watchConditions),
  threshold: z.number().nullish().meta({
    description:
      'In the column’s own unit: a share from 0 to 1, a duration in seconds. None for `unusual` and `behind`, which is behind the goal of the month.',
  }),
}
const timeZone = z.string().max(100).meta({ description: 'The zone of its daily check and its quiet hours.' })
const channels = {
  by_mail: z.boolean().optional().meta({ description: 'Whether its owner gets a mail; true without it.' }),
  webhook_url: z.string().max(2_000).nullish().meta({ description: 'An https address that gets a signed POST.' }),
  quiet_from: localTime.meta({ description: 'A local time such as 21:00, from which nothing is sent.' }),
  quiet_to: localTime.meta({ description: 'A local time such as 07:00, at which what was held back is sent.' }),
}

/** Which number, and when to tell it. */
const watchedNumber = z.object({
  ...reportBody,
  column: z.string().max(100),
  row: z.string().max(500).nullish().meta({ description: 'A row’s key, such as `property:12`; none for the total.' }),
  ...condition,
  time_zone: timeZone,
})
export const previewBody = watchedNumber.extend({
  days: z
    .int()
    .min(0)
    .max(PREVIEW_DAYS)
    .optional()
    .meta({ description: `How many days it goes back: ${PREVIEW_DAYS} without it; 0 reads the number as it is now.` }),
})
export const watchBody = watchedNumber.extend(channels)
export const changeWatchBody = z.object({
  ...channels,
  condition: condition.condition.optional(),
  threshold: condition.threshold,
  time_zone: timeZone.optional(),
  paused: z.boolean().optional(),
  snoozed_until: z.iso
    .datetime({ offset: true })
    .max(40)
    .nullish()
    .meta({ description: 'Nothing is checked until then.' }),
})

const watchNotFound = () => notFound('You have no such watch.')

/** A watched number as a body names it; throws a sentence for what can't be watched. */
async function placeOf(api: Api, viewer: Viewer, input: z.output<typeof watchedNumber>): Promise<PreviewedWatch> {
  const report = await requireOpenReport(api, viewer, input.report)
  return {
    report: report.key,
    // A goal is the month's, and so is the number that its mail opens.
    params: normalizeParams(
      report,
      input.condition === 'behind' ? { ...input.params, preset: 'month_to_date' } : input.params,
    ),
    columnKey: input.column,
    rowKey: input.row || null,
    ...checkedCondition(input),
    timeZone: checkedZone(input.time_zone),
  }
}

function checkedCondition({
  condition: when,
  threshold,
}: {
  condition: NumberWatch['condition']
  threshold?: number | null | undefined
}) {
  if (when === 'unusual' || when === 'behind') return { condition: when, threshold: null }
  if (typeof threshold !== 'number' || !Number.isFinite(threshold))
    throw new InputError('Say which number it is compared with: threshold.', 'threshold')
  return { condition: when, threshold }
}

const checkedZone = (zone: string): string =>
  parseTiming({ frequency: 'DAILY', weekdays: [], dayOfMonth: null, time: '06:00', timeZone: zone }).timeZone

/** The days of the last ninety, or fewer, on which a watch would have alerted its owner. */
export async function previewNewWatch(
  api: Api,
  viewer: Viewer,
  input: z.output<typeof previewBody>,
  signal: AbortSignal,
) {
  const back = input.days ?? PREVIEW_DAYS
  return previewWatch(api, viewer, await placeOf(api, viewer, input), { back, signal })
}

/** Starts a watch with its owner's rights, and returns it with the secret of its webhook, which is shown this once. */
export async function createWatch(api: Api, viewer: Viewer, input: z.output<typeof watchBody>) {
  const sender = await requireSender(api, viewer)
  const place = await placeOf(api, viewer, input)
  const byMail = input.by_mail ?? true
  if (byMail && sender.email === '') throw badRequest('Your user record has no email address.')
  const open = await requireNumber(api, viewer, place)
  const now = api.now()
  if (place.condition === 'behind') requireGoalNumber(open)
  const reading = await readNumber(api, viewer, open, { at: now, condition: conditionOf(place) })
  if (!reading) throw notFound('There is no such row.')
  if (place.condition === 'unusual' && !reading.result.judgement)
    throw badRequest('This report has no earlier period to compare with. Choose above or below.')
  const channel = await channelsOf(api, viewer, input, null)
  const made = await addNumberWatch(
    api.state,
    viewer,
    {
      ...place,
      ...channel,
      role: viewer.role,
      demo: viewer.demo ?? false,
      name: reading.subject,
      byMail,
      // What it is now is where a crossing starts from.
      verdict: watchVerdict(conditionOf(place), reading),
      finding: findingText(conditionOf(place), reading),
    },
    nextCheck(place.timeZone, now),
    now,
  )
  if (!made) throw badRequest(`You have ${MAX_WATCHES} watches; delete one to add another.`)
  return { ...(await showWatch(api, viewer, made)), webhookSecret: made.webhookSecret }
}

/** The webhook and quiet hours of a body, with a secret for a new webhook. */
async function channelsOf(
  api: Api,
  viewer: Viewer,
  input: Pick<z.output<typeof watchBody>, 'webhook_url' | 'quiet_from' | 'quiet_to'>,
  before: NumberWatch | null,
) {
  const url = input.webhook_url === undefined ? (before?.webhookUrl ?? null) : input.webhook_url || null
  if (url !== null && url !== before?.webhookUrl) await requireHostAllowed(api, viewer.companyId, url)
  const quietFrom = input.quiet_from === undefined ? (before?.quietFrom ?? null) : input.quiet_from
  const quietTo = input.quiet_to === undefined ? (before?.quietTo ?? null) : input.quiet_to
  if ((quietFrom === null) !== (quietTo === null)) throw badRequest('Quiet hours need a beginning and an end.')
  const secret = url === before?.webhookUrl ? (before?.webhookSecret ?? null) : newSecret()
  return { webhookUrl: url, webhookSecret: url === null ? null : secret, quietFrom, quietTo }
}

const newSecret = (): string => `whsec_${randomBytes(24).toString('base64url')}`

/** The viewer's own watches, newest first. */
export async function listOwnWatches(api: Api, viewer: Viewer) {
  const all = await listNumberWatches(api.state, viewer)
  return Promise.all(all.filter((one) => !isHidden(viewer, one)).map((one) => showWatch(api, viewer, one)))
}

/** One of the viewer's own watches; 404 for any other id. */
export async function findWatch(api: Api, viewer: Viewer, id: string): Promise<NumberWatch> {
  const found = isUuid(id) ? await readNumberWatch(api.state, viewer, id) : undefined
  if (!found || isHidden(viewer, found)) throw watchNotFound()
  return found
}

/** A watch as its owner reads it, with the latest calls of its webhook. */
export async function showWatch(api: Api, viewer: Viewer, watch: NumberWatch) {
  const directory = await api.engine.companyContext(viewer)
  const { id, name, report, params, condition: when, threshold, status } = watch
  const calls = watch.webhookUrl === null ? [] : await latestWatchCalls(api.state, id, SHOWN_CALLS)
  const format = formatOf(watch)
  return {
    id,
    name,
    report,
    ...savedView(directory, report, params),
    column: watch.columnKey,
    row: watch.rowKey,
    condition: when,
    threshold,
    conditionInWords: conditionText(conditionOf(watch), format),
    format,
    byMail: watch.byMail,
    webhookUrl: watch.webhookUrl,
    quietFrom: watch.quietFrom,
    quietTo: watch.quietTo,
    timeZone: watch.timeZone,
    paused: status === 'paused',
    snoozedUntil: watch.snoozedUntil && watch.snoozedUntil > api.now() ? watch.snoozedUntil : null,
    verdict: watch.verdict ?? ('unknown' as const),
    finding: watch.finding,
    problem: watch.problem,
    checkedAt: watch.checkedAt,
    nextCheckAt: status === 'paused' ? null : watch.attemptAt,
    firedAt: watch.firedAt,
    calls: calls.map(({ id, status, reason, answerStatus, attempts, createdAt, attemptAt }) => ({
      ...{ id, status, reason, answerStatus, attempts, createdAt },
      nextAttemptAt: status === 'queued' ? attemptAt : null,
    })),
    createdAt: watch.createdAt,
    updatedAt: watch.updatedAt,
  }
}

/** How a watch's number is written. */
function formatOf({ report: key, params, columnKey }: NumberWatch): Column['format'] {
  const report = reportByKey(key)
  const column = report?.columns[columnKey]
  if (!report || !column) return 'decimal'
  return displayColumn(report, columnKey, column, parseSavedState(report, params).state).column.format
}

/** Changes the given fields of a watch. A new condition starts from where the number is now. */
export async function updateWatch(api: Api, viewer: Viewer, id: string, input: z.output<typeof changeWatchBody>) {
  const standing = await findWatch(api, viewer, id)
  const now = api.now()
  const anew =
    input.condition !== undefined || input.threshold !== undefined
      ? checkedCondition({
          condition: input.condition ?? standing.condition,
          threshold: input.threshold ?? standing.threshold,
        })
      : null
  const zone = input.time_zone === undefined ? standing.timeZone : checkedZone(input.time_zone)
  const channel = await channelsOf(api, viewer, input, standing)
  const isDue = input.time_zone !== undefined || input.paused === false
  const changed = await changeNumberWatch(
    api.state,
    viewer,
    id,
    {
      ...channel,
      ...(anew && { ...anew, ...(await startingPoint(api, viewer, { ...standing, ...anew })) }),
      ...(input.by_mail !== undefined && { byMail: input.by_mail }),
      ...(input.paused !== undefined && { paused: input.paused }),
      ...(input.snoozed_until !== undefined && {
        snoozedUntil: input.snoozed_until === null ? null : new Date(input.snoozed_until),
      }),
      ...(isDue && { dueAt: nextCheck(zone, now) }),
      timeZone: zone,
      role: viewer.role,
    },
    now,
  )
  if (!changed) throw watchNotFound()
  const isNewSecret = channel.webhookSecret !== null && channel.webhookSecret !== standing.webhookSecret
  return { ...(await showWatch(api, viewer, changed)), webhookSecret: isNewSecret ? channel.webhookSecret : null }
}

async function startingPoint(api: Api, viewer: Viewer, watch: NumberWatch) {
  const open = await requireNumber(api, viewer, watch)
  const when = conditionOf(watch)
  if (when.condition === 'behind') requireGoalNumber(open)
  const reading = await readNumber(api, viewer, open, { at: api.now(), condition: when })
  if (!reading) throw notFound('There is no such row.')
  return { verdict: watchVerdict(when, reading), finding: findingText(when, reading), problem: null }
}

/** Deletes a watch or undoes its deletion. */
export async function markWatchDeleted(api: Api, viewer: Viewer, id: string, isDeleted: boolean): Promise<NumberWatch> {
  const standing = isUuid(id) ? await readNumberWatchById(api.state, id) : undefined
  if (!standing || isHidden(viewer, standing)) throw watchNotFound()
  const changed = await setNumberWatchDeleted(api.state, viewer, id, isDeleted ? api.now() : null)
  if (!changed) throw watchNotFound()
  return changed
}
