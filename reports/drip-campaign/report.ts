import { count, defineReport, distinct, ratio, trend } from '@leaselight/model'

const rate = (
  column: string,
  whole: string,
  label: string,
  definition: string,
  extras: { better?: 'lower'; optional?: true } = {},
) => ratio(column, whole, label, definition, { format: 'percent', ...extras })

// Each count has its rate, and each rate its count; the table begins with one of the two.
const more = { optional: true } as const
const within = 'within 14 days after a message of the campaign'

export const dripCampaign = defineReport({
  key: 'drip-campaign',
  apiKey: 'DripCampaignReport',
  title: 'Drip campaign',
  path: '/drip-campaign',
  section: 'Marketing',
  navOrder: 2,
  gate: 'general',
  flag: 'drip_campaign_analytics',
  question: 'Which automated messages are read, and which lead to a tour or a lease?',
  shape: 'rank',
  answer: ['{opened} of {delivered!:message} were opened.', '{visits:visit} and {leases:lease} followed.'],
  largest: [
    {
      rows: 'campaign',
      column: 'visits',
      whole: 'visits',
      wholeOf: 'total',
      says: '“{name}” led to the most visits: {part} of {whole}.',
      // A visit may follow messages of both.
      both: '“{name}” and “{second}” led to the most visits.',
      near: ['“{name}” led to {part:visit}{each}', '“{second}” to {other}'],
    },
  ],
  defaultFilters: ['dateRange', 'propertyIds'],
  additionalFilters: ['dripCampaignStatuses', 'triggerTypes'],
  rows: ['campaign', 'step'],
  columns: {
    enrolled: distinct('Enrolled', 'Different prospects that a message was sent to.'),
    sent: count('Sent', 'Messages the campaign sent in the period.', { meaning: { message: 'sent' } }),
    delivered: count('Delivered', 'Sent messages that were delivered.', more),
    opened: count('Opened', 'Sent messages that were opened.', {
      meaning: { message: 'opened' },
      ...more,
    }),
    clicked: count('Clicked', 'Sent messages in which a link was clicked.', more),
    replied: count('Replied', 'Sent messages that were answered.', more),
    optedOut: count('Opted out', 'Sent messages after which the prospect wanted no more.', {
      better: 'lower',
      ...more,
    }),
    deliveredRate: rate('delivered', 'sent', 'Delivered %', 'Delivered divided by sent.', more),
    openedRate: rate('opened', 'delivered', 'Opened %', 'Opened divided by delivered.'),
    clickedRate: rate('clicked', 'delivered', 'Clicked %', 'Clicked divided by delivered.', more),
    repliedRate: rate('replied', 'delivered', 'Replied %', 'Replied divided by delivered.'),
    optedOutRate: rate('optedOut', 'delivered', 'Opted out %', 'Opted out divided by delivered.', {
      better: 'lower',
    }),
    appointments: distinct('Appointments', `Appointments made ${within} and not cancelled.`, {
      meaning: { stage: 'appointment' },
    }),
    visits: distinct('Visits', `Visits ${within}.`, { meaning: { stage: 'visit' } }),
    leases: distinct('Leases', `New leases signed ${within} and not cancelled.`, {
      meaning: { stage: 'lease' },
    }),
    appointmentsRate: rate('appointments', 'delivered', 'Appointments %', 'Appointments divided by delivered.', more),
    visitsRate: rate('visits', 'delivered', 'Visits %', 'Visits divided by delivered.', more),
    leasesRate: rate('leases', 'delivered', 'Leases %', 'Leases divided by delivered.', more),
  },
  columnGroups: { sent: 'Messages', appointments: 'What followed' },
  watches: [
    {
      column: 'deliveredRate',
      topic: 'answers',
      at: ['company', 'property'],
      hurts: 'down',
      weight: { leases: 0.002 },
      says: 'has {part} of {whole:campaign message} delivered',
    },
    {
      column: 'optedOutRate',
      topic: 'answers',
      at: ['company'],
      hurts: 'up',
      weight: { leases: 0.02 },
      says: 'loses {part} of {whole:reader} of campaign messages',
    },
  ],
  nouns: {
    enrolled: 'enrolled prospects',
    openedRate: 'the share of messages opened',
    repliedRate: 'the share of messages with a reply',
    optedOutRate: 'the share of messages followed by an opt-out',
    sent: 'messages sent',
    opened: 'messages opened',
  },
  tiles: ['enrolled', 'openedRate', 'repliedRate', 'visits', 'optedOutRate'],
  charts: [trend('sent', 'opened')],
  notes: ['What follows a message is counted once in each row and once in the total, so rows may add up to more.'],
})
