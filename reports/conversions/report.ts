import { count, defineReport, difference, distinct, funnel, ratio, trend } from '@leaselight/model'

// By event the stages are of different people, so one over another is no rate: it may exceed all of them.
const rate = (stage: string, before: string, label: string, definition: string) =>
  ratio(stage, before, label, definition, { format: 'percent', visibleWhen: { with: 'prospectsByCreateDate' } })

export const conversions = defineReport({
  key: 'conversions',
  apiKey: 'ConversionsReport',
  title: 'Conversions',
  path: '/conversions',
  section: 'Leases',
  navOrder: 1,
  gate: 'general',
  question: 'How many prospects get from first contact to a lease, and where do we lose them?',
  shape: 'flow',
  // By event nobody is lost between stages of different people, so the most prospects are first.
  sortBy: 'unbooked',
  answer: ['{prospects:prospect}, {visits} with a visit and {leases} with a lease.'],
  largest: [
    {
      first: 'prospects',
      steps: {
        appointments: 'before an appointment',
        visits: 'between appointment and visit',
        applications: 'after the visit',
        leases: 'after the application',
      },
      says: 'We lose the most {name}: {part} of {whole:prospect}.',
    },
    {
      rows: 'property',
      column: 'leases',
      whole: 'leases',
      wholeOf: 'total',
      says: '{name} signed the most leases: {part} of {whole}.',
      both: '{name} and {second} signed the most leases: {part} of {whole}.',
      near: ['{name} signed {part:lease}{each}', '{second} {other}'],
    },
  ],
  defaultFilters: ['dateRange', 'propertyIds', 'groupBy'],
  additionalFilters: ['agentIds', 'sources', 'prospectsByCreateDate'],
  groupByOptions: ['property', 'source', 'agent', 'insert-method'],
  rows: ['groupBy'],
  columns: {
    prospects: count('Prospects', 'Prospects created in the period.', { meaning: { stage: 'prospect' } }),
    appointments: distinct('With appointment', 'Prospects with an appointment in the period that was not cancelled.', {
      meaning: { stage: 'appointment' },
    }),
    unbooked: difference(['prospects', 'appointments'], 'No appointment', 'Prospects without an appointment.', {
      better: undefined,
      visibleWhen: { with: 'prospectsByCreateDate' },
    }),
    appointmentRate: rate(
      'appointments',
      'prospects',
      'Appointment rate',
      'Prospects with an appointment divided by prospects.',
    ),
    visits: distinct('With visit', 'Prospects who visited in the period.', { meaning: { stage: 'visit' } }),
    visitRate: rate(
      'visits',
      'appointments',
      'Visit rate',
      'Prospects with a visit divided by those with an appointment.',
    ),
    applications: distinct('With application', 'Prospects who applied in the period.', {
      meaning: { stage: 'application' },
    }),
    applicationRate: rate(
      'applications',
      'visits',
      'Application rate',
      'Prospects with an application divided by those with a visit.',
    ),
    leases: distinct('With lease', 'Prospects who signed a new lease in the period that was not cancelled since.', {
      meaning: { stage: 'lease' },
    }),
    leaseRate: rate(
      'leases',
      'applications',
      'Lease rate',
      'Prospects with a lease divided by those with an application.',
    ),
    leasesPerProspect: rate(
      'leases',
      'prospects',
      'Leases per prospect',
      'Prospects with a lease divided by prospects.',
    ),
  },
  columnGroups: { appointments: 'Appointment', visits: 'Visit', applications: 'Application', leases: 'Lease' },
  watches: [
    {
      column: 'prospects',
      topic: 'demand',
      at: ['property', 'source'],
      hurts: 'down',
      weight: { leases: 0.08 },
      says: 'brings {part:prospect}',
    },
    {
      column: 'appointments',
      per: 'prospects',
      topic: 'tours',
      at: ['company', 'property', 'source'],
      hurts: 'down',
      weight: { leases: 0.3 },
      says: 'books appointments with {part:person|people} while {whole:new prospect comes|new prospects come}',
    },
    {
      column: 'leases',
      per: 'visits',
      topic: 'leasing',
      at: ['company', 'property'],
      hurts: 'down',
      weight: { leases: 1 },
      says: 'signs {part:lease} while {whole:person visits|people visit}',
    },
    {
      column: 'leases',
      per: 'prospects',
      topic: 'leasing',
      at: ['source'],
      hurts: 'down',
      weight: { leases: 1 },
      says: 'brings {part:lease} and {whole:new prospect}',
    },
  ],
  nouns: {
    appointments: 'prospects with an appointment',
    visits: 'prospects with a visit',
    leases: 'prospects with a lease',
    leasesPerProspect: 'the share of prospects who leased',
    applications: 'prospects with an application',
    unbooked: 'prospects without an appointment',
  },
  tiles: ['prospects', 'appointments', 'visits', 'leases', 'leasesPerProspect'],
  charts: [
    funnel('prospects', 'appointments', 'visits', 'applications', 'leases'),
    trend('prospects', 'visits', 'leases'),
  ],
  notes: [
    'Each stage counts the prospects who reached it in the period, whenever they first came. Rates from stage to stage are shown with prospects by create date, which follows the prospects created in the period.',
  ],
})
