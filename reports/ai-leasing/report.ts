import { compare, count, defineReport, difference, ratio, trend } from '@leaselight/model'

// Of visits and leases the table begins with the shares, which can be compared; what else there is is one click away.
const more = { optional: true } as const

const withAi = (label: string, definition: string, extras: { optional?: true } = {}) =>
  count(`${label}, with AI`, `${definition}, whom an AI conversation ever touched.`, {
    meaning: { assistance: 'ai' },
    ...extras,
  })
const without = (label: string, definition: string, extras: { optional?: true } = {}) =>
  count(`${label}, without AI`, `${definition}, whom no AI conversation ever touched.`, {
    meaning: { assistance: 'none' },
    ...extras,
  })
const rate = (part: string, whole: string, label: string, extras: { optional?: true } = {}) =>
  ratio(part, whole, `${label} %`, `${label}, divided by the prospects of the same kind.`, {
    format: 'percent',
    ...extras,
  })

const CREATED = 'Prospects created in the period'
const BOOKED = 'Of the prospects created in the period those with an appointment on any day that was not cancelled'
const VISITED = 'Of the prospects created in the period those who visited on any day'
const APPLIED = 'Of the prospects created in the period those who applied on any day'
const LEASED = 'Of the prospects created in the period those with a live lease, whenever signed'

export const aiLeasing = defineReport({
  key: 'ai-leasing',
  apiKey: 'AiLeasingReport',
  title: 'AI Leasing',
  path: '/ai-leasing',
  section: 'AI',
  navOrder: 10,
  gate: 'ai',
  flag: 'ai_leasing_report',
  question: 'Do prospects who talked with the AI get further than those who did not?',
  shape: 'flow',
  sortBy: 'aiUnleased',
  answer: [
    '{aiLeases} of {aiProspects!:prospect} with AI signed a lease.',
    '{otherLeases} of {otherProspects!:prospect} without AI signed a lease.',
  ],
  defaultFilters: ['dateRange', 'propertyIds'],
  additionalFilters: [],
  rows: ['property'],
  columns: {
    aiProspects: withAi('Prospects', CREATED),
    otherProspects: without('Prospects', CREATED),
    aiAppointments: withAi('Booked', BOOKED, more),
    otherAppointments: without('Booked', BOOKED, more),
    aiAppointmentRate: rate('aiAppointments', 'aiProspects', 'Booked, with AI', more),
    otherAppointmentRate: rate('otherAppointments', 'otherProspects', 'Booked, without AI', more),
    aiVisits: withAi('Visited', VISITED, more),
    otherVisits: without('Visited', VISITED, more),
    aiVisitRate: rate('aiVisits', 'aiProspects', 'Visited, with AI'),
    otherVisitRate: rate('otherVisits', 'otherProspects', 'Visited, without AI'),
    aiApplications: withAi('Applied', APPLIED, more),
    otherApplications: without('Applied', APPLIED, more),
    aiApplicationRate: rate('aiApplications', 'aiProspects', 'Applied, with AI', more),
    otherApplicationRate: rate('otherApplications', 'otherProspects', 'Applied, without AI', more),
    aiLeases: withAi('Leased', LEASED, more),
    otherLeases: without('Leased', LEASED, more),
    aiUnleased: difference(
      ['aiProspects', 'aiLeases'],
      'Not leased, with AI',
      'Prospects created in the period without a live lease, whom an AI conversation ever touched.',
      { better: undefined },
    ),
    aiLeaseRate: rate('aiLeases', 'aiProspects', 'Leased, with AI'),
    otherLeaseRate: rate('otherLeases', 'otherProspects', 'Leased, without AI'),
  },
  columnGroups: {
    aiProspects: 'Prospects',
    aiAppointments: 'Appointments',
    aiVisits: 'Visits',
    aiApplications: 'Applications',
    aiLeases: 'Leases',
  },
  nouns: {
    aiProspects: 'prospects with AI',
    aiUnleased: 'prospects with AI and without a lease',
    aiVisitRate: 'the share of prospects with AI who visited',
    otherVisitRate: 'the share of prospects without AI who visited',
    aiLeaseRate: 'the share of prospects with AI who leased',
    otherLeaseRate: 'the share of prospects without AI who leased',
    otherProspects: 'prospects without AI',
  },
  tiles: ['aiProspects', 'aiVisitRate', 'otherVisitRate', 'aiLeaseRate', 'otherLeaseRate'],
  charts: [
    compare('How far prospects got', ['Booked', 'Visited', 'Leased'], {
      'With AI': ['aiAppointmentRate', 'aiVisitRate', 'aiLeaseRate'],
      'Without AI': ['otherAppointmentRate', 'otherVisitRate', 'otherLeaseRate'],
    }),
    trend('aiProspects', 'otherProspects'),
  ],
  notes: ['A prospect counts on the day it was created. The newest have had little time to lease.'],
})
