import type { FileFormat, Frequency } from '@leaselight/model'

/** A saved item's report and state, as the server describes them. */
export interface SavedItem {
  id: string
  name: string
  /** The report's key. */
  report: string
  title: string
  /** Path and search of the screen. */
  address: string
  params: Record<string, string>
  inWords: string[]
  /** Parameters that the report no longer knows. */
  passedOver: string[]
  /** False where the report is gone, switched off, or not open to this reader. */
  available: boolean
}

export interface SavedReport extends SavedItem {
  createdAt: string
  updatedAt: string
}

/** When a schedule runs. */
export interface TimingFields {
  frequency: Frequency
  weekdays: number[]
  dayOfMonth: number | null
  time: string
  timeZone: string
}

export interface Subscriber {
  email: string
  name: string | null
  addedAt: string
  unsubscribedAt: string | null
}

export type DeliveryStatus = 'queued' | 'running' | 'sent' | 'skipped' | 'failed'

export interface Recipient {
  email: string
  name: string | null
  status: DeliveryStatus
  /** A sentence, where there is something to report. */
  reason: string | null
}

export interface Delivery {
  id: string
  kind: 'schedule' | 'now' | 'share' | 'insights' | 'message' | 'watch'
  name: string
  title: string | null
  address: string | null
  property: string | null
  note: string | null
  /** The worst of its recipients’. */
  status: DeliveryStatus
  /** Such as “1 of 2 sent, 1 failed”. */
  outcomeInWords: string
  reason: string | null
  /** A sentence, when a missed run was sent late. */
  late: string | null
  createdAt: string
  sender: { name: string; email: string }
  recipients: Recipient[]
}

export interface ScheduledReport extends SavedItem, TimingFields {
  timingInWords: string
  formats: FileFormat[]
  note: string | null
  /** The properties with a page each, empty for all; null without. */
  propertyPages: number[] | null
  paused: boolean
  nextRunsInWords: string[]
  subscribers: Subscriber[]
  lastDelivery: Delivery | null
}

export interface TimingPreview {
  timingInWords: string
  nextRunsInWords: string[]
}

/** Who may be written to, and how mails leave. */
export interface MailRules {
  outside: 'anyone' | 'listed'
  domains: string[]
  mail: 'smtp' | 'outbox'
}

export interface AddressBookEntry {
  email: string
  firstName: string
  lastName: string
  propertyId: number
  userRole: string
}

export interface OutboxMail {
  id: string
  to: string
  subject: string
  createdAt: string
  kind: string
  attachments: { filename: string; contentType: string; size: number }[]
}

export interface OutboxPage {
  total: number
  page: number
  pageSize: number
  rows: OutboxMail[]
}

export interface OutboxMailDetail {
  id: string
  to: string
  from: string
  subject: string
  createdAt: string
  html: string
  text: string
  attachments: { index: number; filename: string; contentType: string; size: number }[]
}

/** What an unsubscribe link refers to. */
export interface UnsubscribeInfo {
  email: string
  name: string
  sender: string
  unsubscribed: boolean
}
