import { count, defineReport, type Meaning, ratio, shareOfTotal, trend } from '@leaselight/model'

const lostAs = (label: string, definition: string, meaning?: Meaning) =>
  count(label, definition, { better: 'lower', ...(meaning && { meaning }) })
const share = (column: string, label: string, definition: string) =>
  ratio(column, 'lost', label, definition, { format: 'percent', better: 'lower', optional: true })

export const lossReasons = defineReport({
  key: 'loss-reasons',
  apiKey: 'LossReasonsReport',
  title: 'Loss Reasons',
  path: '/loss-reasons',
  section: 'Leads',
  navOrder: 60,
  gate: 'general',
  question: 'Why do prospects rent elsewhere, and how far did they get?',
  shape: 'flow',
  answer: ['We lost {lost:prospect}, {lostVisited} of them after a visit.'],
  largest: [
    {
      rows: 'loss-reason',
      column: 'lost',
      whole: 'lost',
      wholeOf: 'total',
      says: '“{name}” is the most common reason given: {part} of {whole}.',
      both: '“{name}” and “{second}” are the most common reasons given: {part} of {whole}.',
      near: ['“{name}” cost us {part}{each}', '“{second}” {other}'],
    },
  ],
  defaultFilters: ['dateRange', 'propertyIds', 'groupBy'],
  additionalFilters: ['agentIds', 'sources', 'contacts', 'showContactTypes'],
  groupByOptions: ['property', 'agent', 'contact', 'source', 'custom-attribute', 'week'],
  switches: {
    category: {
      label: 'Category',
      description: 'What losses are grouped by: the reason, the next step, or the furthest stage.',
      initial: 'LOSS_REASONS',
      options: { LOSS_REASONS: 'Loss reason', NEXT_STEPS: 'Next step', ACTIVITY: 'Furthest stage' },
    },
  },
  rows: ['loss-reason', 'groupBy'],
  rowsBySwitch: {
    key: 'category',
    rows: {
      LOSS_REASONS: ['loss-reason', 'groupBy'],
      NEXT_STEPS: ['next-step', 'groupBy'],
      ACTIVITY: ['stage', 'groupBy'],
    },
  },
  expandsByContact: true,
  columns: {
    lost: lostAs('Lost', 'Prospects lost in the period.'),
    share: shareOfTotal('lost', 'Share of lost', 'These losses divided by all losses of the selection.'),
    lostWaiting: lostAs('Before booking', 'Lost before they had booked, visited, applied or leased.', {
      reached: 'waiting',
    }),
    lostBooked: lostAs('After booking', 'Lost after an appointment, kept or cancelled, and before a visit.', {
      reached: 'appointment',
    }),
    lostVisited: lostAs('After a visit', 'Lost after a visit and before an application.', { reached: 'visit' }),
    lostApplied: lostAs('After applying', 'Lost after an application and before a lease.', { reached: 'application' }),
    lostLeased: lostAs('After leasing', 'Marked as lost though they have a lease that is not cancelled.', {
      reached: 'lease',
    }),
    waitingShare: share('lostWaiting', 'Before booking %', 'Losses before an appointment divided by losses.'),
    bookedShare: share('lostBooked', 'After booking %', 'Losses after an appointment divided by losses.'),
    visitedShare: share('lostVisited', 'After a visit %', 'Losses after a visit divided by losses.'),
    appliedShare: share('lostApplied', 'After applying %', 'Losses after an application divided by losses.'),
    leasedShare: share('lostLeased', 'After leasing %', 'Losses after a lease divided by losses.'),
  },
  columnGroups: { lostWaiting: 'How far they got', waitingShare: 'Share' },
  nouns: {
    lost: 'lost prospects',
    waitingShare: 'the share lost before booking',
    bookedShare: 'the share lost after booking',
    visitedShare: 'the share lost after a visit',
    appliedShare: 'the share lost after applying',
    lostWaiting: 'prospects lost before booking',
    lostBooked: 'prospects lost after booking',
    lostVisited: 'prospects lost after a visit',
    lostApplied: 'prospects lost after applying',
    lostLeased: 'prospects lost after leasing',
  },
  tiles: ['lost', 'waitingShare', 'bookedShare', 'visitedShare', 'appliedShare'],
  charts: [trend('lost')],
})
