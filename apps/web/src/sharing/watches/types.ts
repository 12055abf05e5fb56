import type { Format } from '@leaselight/model'
import type { SavedItem } from '../types'

export type WatchCondition = 'above' | 'below' | 'unusual' | 'behind'
export type WatchVerdict = 'met' | 'clear' | 'unknown'

/** A number that its owner watches. */
export interface NumberWatch extends SavedItem {
  column: string
  row: string | null
  condition: WatchCondition
  threshold: number | null
  conditionInWords: string
  format: Format
  byMail: boolean
  webhookUrl: string | null
  quietFrom: string | null
  quietTo: string | null
  timeZone: string
  paused: boolean
  snoozedUntil: string | null
  verdict: WatchVerdict
  finding: string | null
  /** Why it can't be read; null while it can. */
  problem: string | null
  firedAt: string | null
  calls: {
    id: string
    status: 'queued' | 'running' | 'sent' | 'failed'
    reason: string | null
    createdAt: string
  }[]
}

/** What a change returns. */
export interface ChangedWatch extends NumberWatch {
  /** The secret of a new webhook, shown this once. */
  webhookSecret: string | null
}

/** On which days a watch would have alerted its owner. */
export interface WatchPreview {
  subject: string
  value: number | null
  text: string
  format: Format
  verdict: WatchVerdict
  sentence: string
  days: { day: string; value: number | null; text: string; verdict: WatchVerdict; fires: boolean }[]
}
