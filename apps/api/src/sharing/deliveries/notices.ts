import { formatRun, pluralize } from '@leaselight/model'
import type { Delivery } from '@leaselight/state'

/** A run that is later than this says so in its mail. */
const LATE_AFTER_MS = 10 * 60_000

/** The notice in a run's mail that it is late; empty when it is not. */
export function lateNotice({ dueAt, createdAt, missedRuns, timeZone }: Delivery): string[] {
  if (!dueAt || (missedRuns === 0 && createdAt.getTime() - dueAt.getTime() < LATE_AFTER_MS)) return []
  const missed =
    missedRuns === 0
      ? ''
      : ` ${pluralize(missedRuns, 'run')} before it ${missedRuns === 1 ? 'was' : 'were'} missed too and will not come.`
  return [
    `This was due on ${formatRun(dueAt, { timeZone }, createdAt)}. Nothing could be sent then, so it comes now.${missed}`,
  ]
}

/** The notice that some chosen properties are left out; empty when none is. */
export const leftOutWarning = (count: number, sender: string): string[] =>
  count === 0
    ? []
    : [
        `${pluralize(count, 'of the chosen properties is', 'of the chosen properties are')} no longer open to ${sender} and left out.`,
      ]

/** Why nothing is sent of a report whose properties are all closed to its sender. */
export const nothingOpen = (sender: string): string => `None of this report’s properties is open to ${sender} any more.`

/** The notice that files are too large; empty when none is. */
export const tooLarge = (files: readonly string[]): string[] =>
  files.length === 0 ? [] : [`Too large for a mail and left out: ${files.join(', ')}. Open the report to download it.`]
