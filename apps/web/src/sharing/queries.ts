import { queryOptions } from '@tanstack/react-query'
import type { Client } from '../api/request'
import type {
  AddressBookEntry,
  Delivery,
  MailRules,
  OutboxMailDetail,
  OutboxPage,
  SavedReport,
  ScheduledReport,
  Subscriber,
  TimingFields,
  TimingPreview,
} from './types'

/** All sharing queries share this key, so that any change can invalidate them at once. */
export const sharingKey = ['sharing'] as const

const POLL = 2000

/** The reader's saved reports. */
export const savedReports = (client: Client) =>
  queryOptions({
    queryKey: [...sharingKey, 'saved'],
    queryFn: ({ signal }) => client.json<SavedReport[]>('/api/saved-reports', { signal }),
  })

const isInProgress = ({ status }: Delivery): boolean => status === 'queued' || status === 'running'

/** The reader's schedules, refetched while one of them is being sent. */
export const scheduledReports = (client: Client) =>
  queryOptions({
    queryKey: [...sharingKey, 'scheduled'],
    queryFn: ({ signal }) => client.json<ScheduledReport[]>('/api/scheduled-reports', { signal }),
    refetchInterval: ({ state }) =>
      state.data?.some(({ lastDelivery }) => lastDelivery && isInProgress(lastDelivery)) ? POLL : false,
  })

/** What the reader sent, newest first. */
export const deliveries = (client: Client) =>
  queryOptions({
    queryKey: [...sharingKey, 'deliveries'],
    queryFn: ({ signal }) => client.json<Delivery[]>('/api/deliveries', { signal, query: { limit: 100 } }),
    refetchInterval: ({ state }) => (state.data?.some(isInProgress) ? POLL : false),
  })

/** What was written to a property's leasing team. */
export const messages = (client: Client, propertyId: number) =>
  queryOptions({
    queryKey: [...sharingKey, 'messages', propertyId],
    queryFn: ({ signal }) => client.json<Delivery[]>('/api/messages', { signal, query: { propertyId } }),
    refetchInterval: ({ state }) => (state.data?.some(isInProgress) ? POLL : false),
  })

/** A picture of the first page of a report's PDF, as it is now. */
export const firstPage = (
  client: Client,
  { report, params }: { report: string; params: Record<string, string> },
  pages: readonly number[] | null,
) => {
  const query = { ...params, propertyPages: pages ? pages.join(',') || 'all' : undefined }
  return queryOptions({
    queryKey: ['first-page', report, query],
    queryFn: async ({ signal }) => (await client.raw(`/api/reports/${report}/first-page`, { query, signal })).blob(),
  })
}

/** The next runs of a timing. */
export const timingPreview = (client: Client, timing: TimingFields) =>
  queryOptions({
    queryKey: [...sharingKey, 'preview', timing],
    queryFn: ({ signal }) =>
      client.json<TimingPreview>('/api/scheduled-reports/preview', { body: { ...timing }, signal }),
  })

/** The colleagues at the properties the reader may see. */
export const addressBook = (client: Client) =>
  queryOptions({
    queryKey: [...sharingKey, 'address-book'],
    queryFn: ({ signal }) => client.json<AddressBookEntry[]>('/api/address-book', { signal }),
  })

/** Who may be written to. */
export const mailRules = (client: Client) =>
  queryOptions({
    queryKey: [...sharingKey, 'rules'],
    queryFn: ({ signal }) => client.json<MailRules>('/api/mail-rules', { signal }),
  })

/** Who gets the Insights page by mail. */
export const insightsSubscribers = (client: Client) =>
  queryOptions({
    queryKey: [...sharingKey, 'subscribers'],
    queryFn: ({ signal }) => client.json<Subscriber[]>('/api/reports/subscribers', { signal }),
  })

export const MAILS_PER_PAGE = 25

/** A page of the outbox. */
export const outbox = (client: Client, page: number) =>
  queryOptions({
    queryKey: [...sharingKey, 'outbox', page],
    queryFn: ({ signal }) =>
      client.json<OutboxPage>('/api/outbox', { signal, query: { page, pageSize: MAILS_PER_PAGE } }),
    // Mails arrive while the page is open.
    staleTime: 0,
  })

/** One mail of the outbox. */
export const outboxMailDetail = (client: Client, id: string) =>
  queryOptions({
    queryKey: [...sharingKey, 'mail', id],
    queryFn: ({ signal }) => client.json<OutboxMailDetail>(`/api/outbox/${encodeURIComponent(id)}`, { signal }),
  })
