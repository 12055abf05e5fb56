import { cost, count, defineReport, dots, measure } from '@leaselight/model'

const costPer = (of: string, label: string, what: string) =>
  cost('spend', of, label, `Spend divided by ${what}; none without spend.`)

export const adSpend = defineReport({
  key: 'ad-spend',
  apiKey: 'AdSpendReport',
  title: 'Ad Spend',
  path: '/ad-spend',
  section: 'Marketing',
  navOrder: 1,
  gate: 'general',
  question: 'What does each source cost, and what does it bring for the money?',
  shape: 'rank',
  answer: ['We spent {spend} on {leads:lead}.', 'A lease cost {costPerLease}.'],
  largest: [
    {
      rows: 'source-parent',
      column: 'leads',
      whole: 'leads',
      wholeOf: 'total',
      says: '{name} brought the most leads: {part} of {whole}.',
      both: '{name} and {second} brought the most leads: {part} of {whole}.',
      near: ['{name} brought {part:lead}{each}', '{second} {other}'],
    },
  ],
  defaultFilters: [],
  additionalFilters: ['sourceByView'],
  lockedScope: {
    properties: 'Ad spend covers all your properties, so that sources can be compared.',
    dates: 'Ad spend covers whole months, because sources bill by month.',
  },
  switches: {
    by: {
      label: 'By',
      description: 'Whether rows are sources, opening to properties, or months.',
      initial: 'source',
      options: { source: 'Source', month: 'Month' },
    },
  },
  lookBackMonths: 12,
  rows: ['source-parent', 'property'],
  rowsBySwitch: { key: 'by', rows: { source: ['source-parent', 'property'], month: ['month'] } },
  columns: {
    spend: measure(
      'Spend',
      'Monthly fees prorated by day, fees per lead times leads, and fees per lease times leases.',
      { format: 'money', additive: true },
    ),
    leads: count('Leads', 'Everyone who got in touch in the period, including people marked as not a prospect.', {
      meaning: { stage: 'lead' },
    }),
    prospects: count('Prospects', 'Leads that are not marked as not a prospect.', { meaning: { stage: 'prospect' } }),
    visits: count('Visits', 'Visits in the period of prospects of the source.', { meaning: { stage: 'visit' } }),
    leases: count('Leases', 'New leases of prospects of the source, signed in the period and not cancelled.', {
      meaning: { stage: 'lease' },
    }),
    costPerLead: costPer('leads', 'Cost per lead', 'leads'),
    costPerProspect: costPer('prospects', 'Cost per prospect', 'prospects'),
    costPerVisit: costPer('visits', 'Cost per visit', 'visits'),
    costPerLease: costPer('leases', 'Cost per lease', 'leases'),
  },
  columnGroups: { leads: 'Results', costPerLead: 'Cost' },
  watches: [
    {
      column: 'costPerLease',
      topic: 'leasing',
      at: ['source'],
      hurts: 'up',
      weight: { leases: 1 },
      says: 'costs {whole} and brings {part:lease}',
    },
  ],
  nouns: {
    costPerLead: 'the cost per lead',
    costPerLease: 'the cost per lease',
  },
  tiles: ['spend', 'leads', 'costPerLead', 'leases', 'costPerLease'],
  charts: [dots('leases', 'costPerLease', 'spend')],
  notes: [
    'A source that belongs to another one is counted with the topmost of them.',
    'A month is compared with the same month a year before.',
  ],
})
