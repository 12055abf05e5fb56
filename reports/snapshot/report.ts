import { count, defineReport, ratio, trend } from '@leaselight/model'
import { aheadOf } from './ahead'

// A row has one number of each step; what they are made of is one click away.
const more = { optional: true } as const

export const snapshot = defineReport({
  key: 'snapshot',
  apiKey: 'SnapshotReport',
  title: 'Insights',
  path: '/insights',
  view: 'snapshot',
  section: 'Insights',
  navOrder: 1,
  pinned: 1,
  gate: 'general',
  question: 'How are we doing, and which way is it going?',
  shape: 'brief',
  answer: ['{prospects:prospect}, {visits:visit}, and {leases:lease}.'],
  // Agents and sources are no choice one starts with here: they are where explanations of a change lead to.
  defaultFilters: ['dateRange', 'propertyIds', 'groupBy'],
  additionalFilters: ['agentIds', 'sources'],
  groupByOptions: ['property', 'source', 'agent'],
  rows: ['groupBy'],
  columns: {
    leads: count('Leads', 'Everyone who got in touch in the period, including people marked as not a prospect.', {
      meaning: { stage: 'lead' },
      goal: 'leads',
    }),
    prospects: count('Prospects', 'Leads that are not marked as not a prospect.', {
      meaning: { stage: 'prospect' },
      goal: 'prospects',
    }),
    calls: count('Calls', 'Inbound calls, including those the AI assistant took.'),
    answered: count('Answered', 'Inbound calls that were answered.', { meaning: { outcome: 'answered' }, ...more }),
    answeredRate: ratio('answered', 'calls', 'Answered %', 'Answered calls divided by inbound calls.', {
      format: 'percent',
    }),
    appointments: count('Appointments', 'Appointments that start in the period and were not cancelled.', {
      meaning: { stage: 'appointment' },
      goal: 'appointments',
    }),
    visits: count('Visits', 'Visits that took place, booked or walk-in.', {
      meaning: { stage: 'visit' },
      goal: 'visits',
    }),
    applications: count('Applications', 'Applications sent in the period.', {
      meaning: { stage: 'application' },
      goal: 'applications',
    }),
    leases: count('Leases', 'New leases signed in the period and not cancelled since.', {
      meaning: { stage: 'lease' },
      goal: 'leases',
    }),
    leasesPerProspect: ratio('leases', 'prospects', 'Leases per prospect', 'Leases divided by prospects.', more),
  },
  columnGroups: { leads: 'Demand', calls: 'Calls', appointments: 'Tours', applications: 'Leasing' },
  explains: {
    columns: ['prospects', 'calls', 'appointments', 'visits', 'applications', 'leases'],
    by: ['property', 'source', 'agent'],
  },
  ahead: aheadOf,
  nouns: {
    answeredRate: 'the share of calls answered',
    answered: 'answered calls',
  },
  tiles: ['prospects', 'answeredRate', 'visits', 'applications', 'leases'],
  charts: [trend('prospects'), trend('calls', 'answered'), trend('visits'), trend('leases')],
})
