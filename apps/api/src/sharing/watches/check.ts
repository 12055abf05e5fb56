import {
  afterQuietHours,
  conditionText,
  crosses,
  crossingText,
  goalsIn,
  goalText,
  inDays,
  type NumberCondition,
  nextRun,
  screenAddress,
  unknownText,
  type Viewer,
  watchVerdict,
} from '@leaselight/model'
import { finishWatchCheck, type NumberWatch, retryAt, type WatchCheck, type Worker, watchJobs } from '@leaselight/state'
import type { Api } from '../../http/context'
import { toFailure } from '../../http/failures'
import { currentOwner } from '../owner'
import { explainReading } from './explain'
import { type FullReading, type OpenNumber, openNumber, readNumber } from './number'

/** When every watch is checked, by its own clock; besides, an import causes a check. */
const CHECK_TIME = '06:00'
/** The pauses after failed attempts, until the next daily check. */
const RETRY_MINUTES = [1, 5, 15, 60]

/** The daily checks of a watch after an instant. */
export const nextCheck = (timeZone: string, after: Date): Date =>
  nextRun({ frequency: 'DAILY', weekdays: [], dayOfMonth: null, time: CHECK_TIME, timeZone }, after)

/** A watch's condition. */
export const conditionOf = ({ condition, threshold }: Pick<NumberWatch, 'condition' | 'threshold'>): NumberCondition =>
  condition === 'behind' || condition === 'unusual'
    ? { condition }
    : threshold === null
      ? { condition: 'unusual' }
      : { condition, threshold }

/** Checks a leased watch: reads its number with its owner's rights of now, and tells a crossing. */
export async function checkWatch(api: Api, watch: NumberWatch, worker: Worker): Promise<void> {
  const now = api.now()
  try {
    const check = await findingsOf(api, watch, now)
    if (await finishWatchCheck(api.state, watch, worker, check, now)) {
      if (check.fired) api.wakeDeliveries()
      return
    }
    // Its owner changed it meanwhile: the change is checked next.
    await watchJobs.retry(api.state, watch.id, worker, { attemptAt: now, reason: null })
  } catch (error) {
    const { message, isUnexpected } = toFailure(error)
    if (isUnexpected) api.log.error({ err: error, watch: watch.id }, 'a watched number could not be checked')
    const attemptAt = retryAt(watch.attempts, RETRY_MINUTES, now)
    await watchJobs.retry(api.state, watch.id, worker, { attemptAt, reason: message })
  }
}

async function findingsOf(api: Api, watch: NumberWatch, now: Date): Promise<WatchCheck> {
  const nextCheckAt = nextCheck(watch.timeZone, now)
  const nothing = (problem: string): WatchCheck => ({
    found: { name: watch.name, verdict: watch.verdict, finding: null, problem },
    nextCheckAt,
    fired: null,
  })
  const owner = await currentOwner(api, watch)
  if (!owner) return nothing('Your company’s records have no user of yours any more.')
  const { viewer, person } = owner
  const open = await openNumber(api, viewer, watch)
  if ('problem' in open) return nothing(open.problem)
  const condition = conditionOf(watch)
  const reading = await readNumber(api, viewer, open, { at: now, condition })
  if (!reading) return nothing('The report has no such row any more.')
  const verdict = watchVerdict(condition, reading)
  const found = {
    name: reading.subject,
    verdict: verdict ?? watch.verdict,
    finding: findingText(condition, reading),
    problem: null,
  }
  if (!crosses(watch.verdict, verdict)) return { found, nextCheckAt, fired: null }
  const told = await describeCrossing(api, viewer, { open, condition, reading, at: now })
  const isMailed = watch.byMail && person.email !== ''
  return {
    found,
    nextCheckAt,
    fired: {
      sendAt: afterQuietHours(now, quietHoursOf(watch)),
      mail: isMailed ? mailOf(watch, told, person) : null,
      call: watch.webhookUrl === null ? null : { body: (id) => callBody(id, watch, told, reading, now) },
    },
  }
}

/** A watch's quiet hours; null without any. */
export const quietHoursOf = ({ quietFrom, quietTo, timeZone }: NumberWatch) =>
  quietFrom === null || quietTo === null ? null : { from: quietFrom, to: quietTo, timeZone }

/** What a check found, as a sentence: `7, which is not above 10.` */
export function findingText(condition: NumberCondition, reading: FullReading): string {
  if (condition.condition === 'behind') return goalText(reading)
  const verdict = watchVerdict(condition, reading)
  if (verdict === null) return unknownText(reading)
  const met = conditionText(condition, reading.format)
  return verdict === 'met' ? `${reading.text}, ${met}.` : `${reading.text}, not ${met}.`
}

interface Crossing {
  open: OpenNumber
  condition: NumberCondition
  reading: FullReading
  at: Date
}

interface ToldCrossing {
  /** `Leads at Willow Creek: 7, below 10` */
  title: string
  /** What it was before, and the one row that explains it. */
  details: string[]
  url: string
}

async function describeCrossing(
  api: Api,
  viewer: Viewer,
  { open, condition, reading, at }: Crossing,
): Promise<ToldCrossing> {
  const title = crossingText(reading.subject, condition, reading, reading.format)
  if (condition.condition === 'behind') {
    const goal = goalsIn(open.report.columns)[open.key] ?? ''
    return { title, details: [goalText(reading)], url: `${api.publicUrl()}/goals?goal=${encodeURIComponent(goal)}` }
  }
  const explanation = await explainReading(api, viewer, open, reading, at)
  const { period, text, priorText, usual } = reading
  const before = priorText === null ? '' : ` The period before: ${priorText}${usual === '' ? '' : ` (${usual})`}.`
  const { today } = await api.engine.companyContext(viewer)
  return {
    title,
    details: [`${period === '' ? 'Today' : period}: ${text}.${before}`, ...(explanation ? [explanation] : [])],
    url: `${api.publicUrl()}${screenAddress(open.report, inDays(open.report, open.state, today))}`,
  }
}

const mailOf = (
  { id, companyId, userId, role, demo, report, params, timeZone }: NumberWatch,
  { title, details }: ToldCrossing,
  { email, name }: { email: string; name: string },
) => ({
  ...{ companyId, userId, role, demo, report, params, timeZone, kind: 'watch' as const, watchId: id },
  ...{ name: title, formats: [], note: details.join('\n'), to: [{ email, name: name || null }] },
})

/** The JSON that a webhook gets. */
const callBody = (id: string, watch: NumberWatch, told: ToldCrossing, reading: FullReading, at: Date) => ({
  id,
  type: 'watch.crossed',
  created_at: at.toISOString(),
  watch_id: watch.id,
  ...{ report: watch.report, column: watch.columnKey, row: watch.rowKey },
  ...{ condition: watch.condition, threshold: watch.threshold },
  ...{ value: reading.value, text: reading.text, judgement: reading.state },
  ...{ period: reading.result.period, title: told.title, details: told.details, url: told.url },
})
