import { queryOptions } from '@tanstack/react-query'
import type { Client } from '../../api/request'
import { sharingKey } from '../queries'

export type WebhookEvent = 'report.ready' | 'import.done' | 'import.late' | 'finding' | 'watch.crossed'
export type WebhookKind = 'signed' | 'slack' | 'teams'

/** A call of a webhook. */
export interface WebhookCall {
  id: string
  title: string
  status: 'queued' | 'running' | 'sent' | 'failed'
  reason: string | null
  createdAt: string
  nextAttemptAt: string | null
}

/** An address that is told what happens. */
export interface Webhook {
  id: string
  name: string
  kind: WebhookKind
  host: string
  events: WebhookEvent[]
  paused: boolean
  calls: WebhookCall[]
}

export const eventLabels: Readonly<Record<WebhookEvent, string>> = {
  'report.ready': 'Report sent',
  'watch.crossed': 'Watched number crossed',
  finding: 'New finding',
  'import.done': 'Import done',
  'import.late': 'Import late',
}

/** What only administrators are told. */
export const adminEvents: readonly WebhookEvent[] = ['import.done', 'import.late']

export const kindLabels: Readonly<Record<WebhookKind, string>> = {
  slack: 'Slack channel',
  teams: 'Teams channel',
  signed: 'Program (signed webhook)',
}

/** The reader's own webhooks with their latest calls. */
export const webhooks = (client: Client) =>
  queryOptions({
    queryKey: [...sharingKey, 'webhooks'],
    queryFn: ({ signal }) => client.json<Webhook[]>('/api/webhooks', { signal }),
    // Calls are made while the page is open.
    staleTime: 0,
  })
