import type { WebhookCall, WebhookKind } from '@leaselight/state'

type Told = Pick<WebhookCall, 'id' | 'webhookId' | 'event' | 'title' | 'details' | 'url' | 'happenedAt'>

/** What is posted for a kind of address. */
const shapes: Readonly<Record<WebhookKind, (told: Told) => object>> = {
  signed: ({ id, webhookId, event, title, details, url, happenedAt }) => ({
    ...{ id, type: event, created_at: happenedAt.toISOString(), webhook_id: webhookId },
    ...{ title, details, url },
  }),
  // https://api.slack.com/reference/surfaces/formatting
  slack: ({ title, details, url }) => ({
    text: [`*${forSlack(title)}*`, ...details.map(forSlack), `<${forSlack(url)}|Open in Leaselight>`].join('\n'),
    unfurl_links: false,
  }),
  // https://learn.microsoft.com/en-us/connectors/teams: a message with one adaptive card.
  teams: ({ title, details, url }) => ({
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        contentUrl: null,
        content: {
          $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
          type: 'AdaptiveCard',
          version: '1.4',
          body: [
            { type: 'TextBlock', text: title, weight: 'Bolder', size: 'Medium', wrap: true },
            ...details.map((text) => ({ type: 'TextBlock', text, wrap: true })),
          ],
          actions: [{ type: 'Action.OpenUrl', title: 'Open in Leaselight', url }],
        },
      },
    ],
  }),
}

/** Slack reads these three characters as marks. */
const forSlack = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** The JSON that is posted to a webhook's address. */
export const bodyFor = (kind: WebhookKind, told: Told): string => JSON.stringify(shapes[kind](told))
