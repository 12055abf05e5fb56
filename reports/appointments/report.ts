import { count, defineReport, ratio, sum, trend } from '@leaselight/model'

export const appointments = defineReport({
  key: 'appointments',
  apiKey: 'AppointmentsReport',
  title: 'Appointments',
  path: '/appointments',
  view: 'past',
  section: 'Visitors',
  navOrder: 1,
  gate: 'general',
  question: 'Who kept their appointment, and who did not?',
  shape: 'flow',
  // The largest loss first.
  sortBy: 'noShow',
  answer: ['{completed} of {total!:appointment} took place.', '{noShow!:prospect} didn’t come.'],
  largest: [
    {
      rows: 'property',
      column: 'noShow',
      whole: 'noShow',
      wholeOf: 'total',
      says: '{name} had the most no-shows: {part} of {whole}.',
      both: '{name} and {second} had the most no-shows: {part} of {whole}.',
      near: ['{name} had {part:no-show}{each}', '{second} {other}'],
    },
  ],
  // The future date range belongs to the other view and stays set when users switch views.
  defaultFilters: ['dateRange', 'propertyIds', 'groupBy', 'dateRangeFuture'],
  additionalFilters: ['agentIds', 'sources'],
  groupByOptions: ['property', 'agent', 'source'],
  rows: ['groupBy'],
  columns: {
    total: count('Appointments', 'Appointments whose time came in the period, whatever became of them.', {
      meaning: { stage: 'appointment' },
    }),
    completed: count('Completed', 'Appointments that took place.', { meaning: { outcome: 'completed' } }),
    noShow: count('No-show', 'Appointments that the prospect missed.', {
      better: 'lower',
      meaning: { outcome: 'no-show' },
    }),
    cancelledRenter: count('Cancelled by renter', 'Appointments that the renter called off.', {
      better: 'lower',
      meaning: { outcome: 'cancelled-renter' },
    }),
    cancelledManager: count('Cancelled by office', 'Appointments that the office called off.', {
      better: 'lower',
      meaning: { outcome: 'cancelled-manager' },
    }),
    unresolved: count('Unresolved', 'Past appointments without a recorded outcome.', {
      better: 'lower',
      meaning: { outcome: 'unresolved' },
    }),
    due: sum(['completed', 'noShow'], 'Due', 'Appointments that took place or were missed.', {
      optional: true,
    }),
    showRate: ratio('completed', 'due', 'Show rate', 'Completed appointments divided by completed ones and no-shows.', {
      format: 'percent',
    }),
  },
  columnGroups: { completed: 'Outcome', due: '' },
  watches: [
    {
      column: 'noShow',
      of: 'due',
      topic: 'tours',
      at: ['company', 'property'],
      hurts: 'up',
      weight: { leases: 0.2 },
      says: 'has {part:no-show} in {whole:appointment}',
    },
    {
      column: 'cancelledManager',
      of: 'total',
      topic: 'tours',
      at: ['property'],
      hurts: 'up',
      weight: { leases: 0.2 },
      says: 'cancels {part} of {whole:appointment}',
    },
    {
      column: 'unresolved',
      of: 'total',
      topic: 'tours',
      at: ['property'],
      hurts: 'up',
      weight: { leases: 0.05 },
      says: 'leaves the outcome of {part} of {whole:appointment} open',
    },
  ],
  nouns: {
    completed: 'completed appointments',
    noShow: 'no-shows',
    unresolved: 'unresolved appointments',
    showRate: 'the show rate',
    cancelledRenter: 'appointments cancelled by the renter',
    cancelledManager: 'appointments cancelled by the office',
  },
  tiles: ['total', 'completed', 'noShow', 'unresolved', 'showRate'],
  charts: [trend('total', 'noShow')],
})
