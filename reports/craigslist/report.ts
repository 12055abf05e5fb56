import { count, defineReport, ratio, trend } from '@leaselight/model'

export const craigslist = defineReport({
  key: 'craigslist',
  apiKey: 'CraigslistReport',
  title: 'Craigslist',
  path: '/craigslist',
  section: 'Marketing',
  navOrder: 5,
  gate: 'general',
  question: 'Whose listings bring visits and leases?',
  shape: 'rank',
  answer: ['{posted:listing} brought {leads:lead}, {visits:visit} and {leases:lease}.'],
  largest: [
    {
      rows: 'property',
      column: 'leads',
      whole: 'leads',
      wholeOf: 'total',
      says: '{name} got the most leads: {part} of {whole}.',
      both: '{name} and {second} got the most leads: {part} of {whole}.',
      near: ['{name} got {part:lead}{each}', '{second} {other}'],
    },
  ],
  defaultFilters: [],
  additionalFilters: [],
  lockedScope: {
    properties: 'Craigslist covers all your properties, so that listings can be compared.',
    dates: 'Craigslist covers the last 7 days, because listings expire.',
  },
  rows: ['property', 'agent'],
  columns: {
    posted: count('Posted', 'Listings posted in the period.'),
    live: count('Live', 'Listings posted in the period that are still up.'),
    archived: count('Archived', 'Listings posted in the period that have been taken down since.', { optional: true }),
    flagged: count('Flagged', 'Listings posted in the period that were flagged, still up or not.', { better: 'lower' }),
    leads: count('Leads', 'Everyone created in the period who names a listing, "not a prospect" included.', {
      meaning: { stage: 'lead' },
    }),
    visits: count('Visits', 'Visits in the period of prospects who name a listing.', { meaning: { stage: 'visit' } }),
    leases: count('Leases', 'New leases signed in the period and not cancelled, of prospects who name a listing.', {
      meaning: { stage: 'lease' },
    }),
    leadsPerListing: ratio('leads', 'posted', 'Leads per listing', 'Leads divided by listings posted.'),
  },
  columnGroups: { posted: 'Listings', leads: 'Results' },
  watches: [
    {
      column: 'flagged',
      of: 'posted',
      topic: 'demand',
      at: ['property'],
      hurts: 'up',
      weight: { leases: 0.02 },
      says: 'has {part} of {whole:Craigslist listing} flagged',
    },
  ],
  nouns: {
    posted: 'new posts',
    live: 'live posts',
    flagged: 'flagged posts',
  },
  tiles: ['leads', 'visits', 'leases', 'posted', 'flagged'],
  charts: [trend('posted', 'leads')],
  notes: ['What a listing brings counts for its property and for the agent who posted it.'],
})
