import { pluralize } from '../format/text'

const HOUR_MS = 3_600_000

/** How many hours lie between two files of a feed. */
const rhythmHours = { hourly: 1, daily: 24, weekly: 168 } as const

/** How often a feed's file is expected. */
export type Rhythm = keyof typeof rhythmHours

/** What decides when a feed's next file is expected. */
export interface Expectation {
  rhythm: Rhythm
  /** How much later a file may come before the feed is late. */
  graceHours: number
  /** From when on files are expected, before the first one has come. */
  expectedSince: Date
  /** When a file was last imported. */
  lastSuccessAt: Date | null
}

/** When a feed's next file is expected: one rhythm after the last one, or after the feed was made or resumed. */
export function nextExpected({ rhythm, expectedSince, lastSuccessAt }: Omit<Expectation, 'graceHours'>): Date {
  const since = Math.max(expectedSince.getTime(), lastSuccessAt?.getTime() ?? 0)
  return new Date(since + rhythmHours[rhythm] * HOUR_MS)
}

/** Whether a feed's file has not come, though rhythm and grace are over. */
export const isLate = (feed: Expectation, now: Date): boolean =>
  now.getTime() > nextExpected(feed).getTime() + feed.graceHours * HOUR_MS

/** How long ago a file was expected: `2 days`, from a day on in whole days, below that in hours. */
export function describeDelay(expected: Date, now: Date): string {
  const hours = Math.max(1, Math.floor((now.getTime() - expected.getTime()) / HOUR_MS))
  return hours < 24 ? pluralize(hours, 'hour') : pluralize(Math.floor(hours / 24), 'day')
}
