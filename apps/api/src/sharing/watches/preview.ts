import {
  conditionText,
  crosses,
  dayAt,
  formatShortDay,
  joinWithAnd,
  pluralize,
  type Viewer,
  watchVerdict,
} from '@leaselight/model'
import type { NumberWatch } from '@leaselight/state'
import type { Api } from '../../http/context'
import { notFound } from '../../http/errors'
import { conditionOf, nextCheck } from './check'
import { type NumberPlace, readNumber, requireGoalNumber, requireNumber } from './number'

/** The days that a preview goes back at most. */
export const PREVIEW_DAYS = 90
/** Readings at once, so that one preview does not take every place in the queue of questions. */
const CONCURRENCY = 3
const DAY_MS = 24 * 3_600_000

/** A watched number and its condition. */
export interface PreviewedWatch extends NumberPlace {
  condition: NumberWatch['condition']
  threshold: number | null
  timeZone: string
}

/**
 * On which of the last days a watch would have alerted its owner: the same reading, condition and crossing as its checks, one a
 * day at the time of the daily check, over the records that are known now.
 * @param back how many days it goes back; with 0 only the number as it is now is read
 */
export async function previewWatch(
  api: Api,
  viewer: Viewer,
  watched: PreviewedWatch,
  { back, signal }: { back: number; signal: AbortSignal },
) {
  const open = await requireNumber(api, viewer, watched)
  const condition = conditionOf(watched)
  if (condition.condition === 'behind') requireGoalNumber(open)
  const now = await readNumber(api, viewer, open, { at: api.now(), signal, condition })
  if (!now) throw notFound('There is no such row.')
  const instants = back === 0 ? [] : checksBefore(watched.timeZone, api.now(), back)
  const readings = await inTurns(instants, async (at) => readNumber(api, viewer, open, { at, signal, condition }))
  let before: 'met' | 'clear' | null = null
  const days = instants.map((at, index) => {
    const reading = readings[index]
    const verdict = reading ? watchVerdict(condition, reading) : null
    const fires = crosses(before, verdict)
    before = verdict ?? before
    return {
      day: dayAt(at.getTime(), watched.timeZone),
      value: reading?.value ?? null,
      text: reading?.text ?? '',
      verdict: verdict ?? ('unknown' as const),
      fires,
    }
  })
  // The first day is only what the next one is compared with.
  const shown = days.slice(1)
  return {
    subject: now.subject,
    value: now.value,
    text: now.text,
    format: now.format,
    verdict: watchVerdict(condition, now) ?? ('unknown' as const),
    conditionInWords: conditionText(condition, now.format),
    sentence: back === 0 ? '' : previewSentence(shown),
    days: shown,
  }
}

/** The daily checks before an instant, oldest first: one more than the days that are shown. */
function checksBefore(timeZone: string, now: Date, back: number): Date[] {
  const checks: Date[] = []
  let at = nextCheck(timeZone, new Date(now.getTime() - (back + 2) * DAY_MS))
  for (; at <= now; at = nextCheck(timeZone, at)) checks.push(at)
  return checks.slice(-back - 1)
}

/** The days that a sentence names; with more of them it counts the rest, so that it stays four lines long. */
const NAMED_DAYS = 4

/** `Would have alerted you 3 times in 90 days: Mar 2, Mar 19 and Apr 4.` */
export function previewSentence(days: readonly { day: string; fires: boolean; verdict: string }[]): string {
  const fired = days.filter(({ fires }) => fires).map(({ day }) => formatShortDay(day))
  const named = fired.length > NAMED_DAYS ? [...fired.slice(0, NAMED_DAYS), `${fired.length - NAMED_DAYS} more`] : fired
  const unknown = days.filter(({ verdict }) => verdict === 'unknown').length
  const alerted =
    fired.length === 0
      ? `Would not have alerted you in the last ${days.length} days.`
      : `Would have alerted you ${fired.length === 1 ? 'once' : `${fired.length} times`} in ${days.length} days: ${joinWithAnd(named)}.`
  return unknown === 0 ? alerted : `${alerted} On ${pluralize(unknown, 'day')} there was too little to judge.`
}

async function inTurns<In, Out>(list: readonly In[], work: (item: In) => Promise<Out>): Promise<Out[]> {
  const results: Out[] = []
  const waiting = list.entries()
  const run = async (): Promise<void> => {
    for (const [index, item] of waiting) results[index] = await work(item)
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, run))
  return results
}
