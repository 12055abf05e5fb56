import { nextRun } from '@leaselight/model'
import type { Feed, Worker } from '@leaselight/state'
import type { Api } from '../http/context'

/** What feeds work with: the server's parts, or the command's own. */
export type FeedApi = Pick<
  Api,
  'settings' | 'facts' | 'state' | 'now' | 'log' | 'stopping' | 'wakeDeliveries' | 'feeds'
> &
  Partial<Pick<Api, 'metrics'>>

/** What works on feeds, and on which machine. */
export interface FeedContext {
  api: FeedApi
  worker: Worker
  machine: string
}

/** What the routes tell the feeds of the server. */
export interface FeedSignals {
  /** Looks at once whether there is a file to import. */
  wake: () => void
  /** A company's feeds have changed, or what is wrong with them. */
  changed: (companyId: number) => void
}

declare module '../http/context' {
  interface Api {
    feeds: FeedSignals
  }
}

const HOUR_MS = 3_600_000

/** When a feed's file is fetched after now: every hour, or at its local time. */
export function nextFetch({ rhythm, fetchTime, fetchWeekday, timeZone }: Feed, now: Date): Date {
  if (rhythm === 'hourly') return new Date(now.getTime() + HOUR_MS)
  const time = fetchTime ?? '06:00'
  return nextRun(
    rhythm === 'daily'
      ? { frequency: 'DAILY', weekdays: [], dayOfMonth: null, time, timeZone }
      : { frequency: 'WEEKLY', weekdays: [fetchWeekday ?? 1], dayOfMonth: null, time, timeZone },
    now,
  )
}

/** The runs whose file is arriving: they are not queued yet, and their files must stay. */
export const uploading = new Set<string>()
