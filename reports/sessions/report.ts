import { count, defineReport, distinct, measure, ratio, trend } from '@leaselight/model'

export const sessions = defineReport({
  key: 'sessions',
  apiKey: 'SessionsReport',
  title: 'Web sessions',
  path: '/insights',
  view: 'sessions',
  section: 'Insights',
  navOrder: 2,
  gate: 'general',
  question: 'Where do website visitors come from, and who gets in touch?',
  shape: 'rank',
  answer: ['{sessions:website visit} brought {leads:lead}.'],
  largest: [
    {
      rows: 'source',
      column: 'leads',
      whole: 'leads',
      wholeOf: 'total',
      says: '{name} brought the most: {part} of {whole:lead}.',
      both: '{name} and {second} brought the most: {part} of {whole:lead}.',
      near: ['{name} brought {part} of them{each}', '{second} {other}'],
    },
    {
      rows: 'source',
      column: 'sessions',
      whole: 'sessions',
      wholeOf: 'total',
      says: '{name} sent the most: {part} of {whole:visit}.',
      both: '{name} and {second} sent the most: {part} of {whole:visit}.',
    },
  ],
  defaultFilters: ['dateRange', 'propertyIds'],
  additionalFilters: [],
  rows: ['source'],
  columns: {
    sessions: count('Sessions', 'Visits to the properties’ websites.'),
    pageViews: measure('Page views', 'Pages looked at in these sessions.', {
      format: 'integer',
      additive: true,
      better: 'higher',
    }),
    pagesPerSession: ratio('pageViews', 'sessions', 'Pages per session', 'Page views divided by sessions.'),
    leads: distinct('Leads', 'People who got in touch, each once, including people marked as not a prospect.', {
      meaning: { stage: 'lead' },
    }),
    leadRate: ratio('leads', 'sessions', 'Leads per session', 'Leads divided by sessions.', { format: 'percent' }),
  },
  watches: [
    {
      column: 'leads',
      per: 'sessions',
      topic: 'demand',
      at: ['company', 'source'],
      hurts: 'down',
      weight: { leases: 0.05 },
      says: 'brings {part:lead} in {whole:web session}',
    },
  ],
  nouns: {
    leadRate: 'the share of sessions with a lead',
  },
  tiles: ['sessions', 'pageViews', 'leads', 'leadRate'],
  charts: [trend('sessions', 'leads')],
})
