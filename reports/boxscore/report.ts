import { count, defineReport, difference, ratio, sum } from '@leaselight/model'

const application = (label: string, definition: string, better?: 'lower') =>
  count(label, definition, { visibleWhen: { with: 'showApplications' }, ...(better && { better }) })

export const boxscore = defineReport({
  key: 'boxscore',
  apiKey: 'BoxscoreReport',
  title: 'Boxscore',
  path: '/boxscore',
  view: 'leasing',
  section: 'My Knock',
  navOrder: 1,
  pinned: 2,
  reconciles: true,
  gate: 'general',
  question: 'How did leasing go at this property, from first contact to lease?',
  shape: 'brief',
  answer: ['{prospects:prospect}, {visits:visit} and {netLeases:net lease}.'],
  defaultFilters: ['dateRange', 'property'],
  additionalFilters: [
    'agentIds',
    'firstContactOnly',
    'includeNonProspects',
    'showApplications',
    'notAProspect',
    'showContactTypes',
  ],
  switches: {
    rows: {
      label: 'Rows',
      description: 'Whether a row stands for a first contact or for an agent.',
      initial: 'contact',
      options: { contact: 'First contact', agent: 'Agent' },
    },
  },
  rows: ['contact'],
  rowsBySwitch: { key: 'rows', rows: { contact: ['contact'], agent: ['agent'] } },
  expandsByContact: true,
  columns: {
    leads: count('Leads', 'Everyone who got in touch in the period, including people marked as not a prospect.', {
      meaning: { stage: 'lead' },
    }),
    prospects: count('Prospects', 'Leads that are not marked as not a prospect, by the day they were created.', {
      meaning: { stage: 'prospect' },
    }),
    returnMessages: count('Return messages', 'Messages from prospects after their first contact.', {
      optional: true,
      visibleWhen: { without: 'firstContactOnly' },
    }),
    returnCalls: count('Return calls', 'Calls from prospects after their first contact.', {
      optional: true,
      visibleWhen: { without: 'firstContactOnly' },
    }),
    returnContacts: sum(
      ['returnMessages', 'returnCalls'],
      'Return contacts',
      'Messages and calls from prospects after their first contact.',
      { visibleWhen: { without: 'firstContactOnly' } },
    ),
    appointments: count('Appointments', 'Appointments that start in the period and were not cancelled.', {
      meaning: { stage: 'appointment' },
    }),
    visits: count('Visits', 'Visits that took place, booked or walk-in.', { meaning: { stage: 'visit' } }),
    applications: {
      ...application('Applications', 'Applications sent in the period.'),
      meaning: { stage: 'application' },
    },
    applicationsApproved: application('Approved', 'Applications approved in the period.'),
    applicationsDenied: application('Denied', 'Applications denied in the period.', 'lower'),
    applicationsCancelled: application('Cancelled', 'Applications cancelled in the period.', 'lower'),
    leases: count('Leases', 'New leases signed in the period, those cancelled later included.', {
      meaning: { stage: 'lease' },
    }),
    cancelledLeases: count('Cancelled leases', 'New leases cancelled in the period, whenever they were signed.', {
      better: 'lower',
    }),
    netLeases: difference(['leases', 'cancelledLeases'], 'Net leases', 'Leases minus cancelled leases.'),
    closingRatio: ratio('netLeases', 'visits', 'Closing ratio', 'Net leases divided by visits.', { format: 'percent' }),
  },
  columnGroups: {
    leads: 'Demand',
    returnMessages: 'Contacts',
    appointments: 'Tours',
    applications: 'Applications',
    leases: 'Leases',
  },
  watches: [
    {
      column: 'cancelledLeases',
      per: 'leases',
      topic: 'leasing',
      at: ['property'],
      hurts: 'up',
      weight: { leases: 1 },
      says: 'has {part:lease} cancelled and {whole} signed',
    },
  ],
  nouns: {
    closingRatio: 'the closing ratio',
  },
  tiles: ['prospects', 'appointments', 'visits', 'netLeases', 'closingRatio'],
  charts: [],
  sheet: {
    blocks: [
      {
        title: 'Leasing',
        groups: [
          { title: 'Demand', columns: ['leads', 'prospects'] },
          { title: 'Contacts', columns: ['returnMessages', 'returnCalls', 'returnContacts'] },
          { title: 'Tours', columns: ['appointments', 'visits'] },
          {
            title: 'Applications',
            columns: ['applications', 'applicationsApproved', 'applicationsDenied', 'applicationsCancelled'],
          },
          { title: 'Leases', columns: ['leases', 'cancelledLeases', 'netLeases', 'closingRatio'] },
        ],
        league: ['leads', 'prospects', 'visits', 'netLeases'],
      },
      {
        title: 'Occupancy',
        report: 'boxscore-resident',
        strip: {
          whole: 'totalUnits',
          parts: ['occupiedStaying', 'rentedNotice', 'unrentedNotice', 'rentedVacant', 'unrentedVacant'],
        },
        groups: [
          { title: 'Moves', columns: ['moveIns', 'moveOuts', 'notices', 'renewals', 'transfers'] },
          {
            title: 'On the last day',
            columns: ['occupiedRatio', 'leasedRatio', 'totalToRent', 'exposure30', 'exposure60'],
            isOfDay: true,
          },
        ],
        league: ['occupiedRatio', 'leasedRatio', 'exposure30', 'exposure60'],
      },
    ],
    rankBy: 'netLeases',
  },
})
