import { count, defineReport, distinct, type Filters, ratio, trend } from '@leaselight/model'

type ViewBy = Filters['viewBy']

const LEASES: { viewBy: readonly ViewBy[] } = { viewBy: ['all', 'lease-conversion'] }
const VISITS: { viewBy: readonly ViewBy[] } = { viewBy: ['all', 'visit-conversion'] }

// Of each kind of touch the prospects are shown; who of them visited and leased is chosen.
const leased = (what: string, reached: string) =>
  count(`${what}: leased`, `Of the prospects ${reached}, those with a live lease, whenever and wherever signed.`, {
    visibleWhen: LEASES,
    optional: true,
  })
const visited = (what: string, reached: string) =>
  count(`${what}: visited`, `Of the prospects ${reached}, those with a visit, whenever and wherever.`, {
    visibleWhen: VISITS,
    optional: true,
  })
const rate = (part: string, whole: string, what: string, only: typeof LEASES, optional = true) =>
  ratio(part, whole, `${what} %`, `${what}, divided by the prospects so reached.`, {
    format: 'percent',
    visibleWhen: only,
    optional,
  })

const SINGLE = 'whom this source alone reached'
const FIRST = 'whom this source reached before others did'
const LATER = 'whom this source reached after another one'

export const multiTouchAttribution = defineReport({
  key: 'multi-touch-attribution',
  apiKey: 'MultiTouchAttributionReport',
  // The specification's own title.
  title: 'MTA',
  path: '/multi-touch-attribution',
  section: 'Marketing',
  navOrder: 3,
  gate: 'general',
  question: 'Which sources bring prospects on their own, which come first, and which help later?',
  shape: 'rank',
  answer: ['{totalProspects:prospect} came, {singleProspects} through one source alone.'],
  largest: [
    {
      rows: 'source',
      column: 'singleProspects',
      whole: 'singleProspects',
      wholeOf: 'total',
      says: '{name} brings the most on its own: {part} of {whole}.',
      both: '{name} and {second} bring the most on their own: {part} of {whole}.',
      near: ['{name} alone brought {part}{each}', '{second} {other}'],
    },
  ],
  defaultFilters: ['dateRange', 'propertyIds', 'viewBy'],
  additionalFilters: [],
  viewByOptions: ['all', 'lease-conversion', 'visit-conversion'],
  rows: ['source'],
  columns: {
    totalProspects: distinct(
      'Prospects',
      'Prospects created in the period whom this source reached at any time. The total counts each prospect once.',
    ),
    totalLeases: distinct('Leased', 'Of these prospects, those with a live lease.', {
      visibleWhen: LEASES,
    }),
    totalLeaseConversion: rate('totalLeases', 'totalProspects', 'Leased', LEASES, false),
    totalVisits: distinct('Visited', 'Of these prospects, those with a visit.', {
      visibleWhen: VISITS,
    }),
    totalVisitConversion: rate('totalVisits', 'totalProspects', 'Visited', VISITS),
    singleProspects: count('Single touch', `Prospects created in the period ${SINGLE}.`, {
      meaning: { touch: 'single' },
    }),
    singleLeases: leased('Single touch', SINGLE),
    singleLeaseConversion: rate('singleLeases', 'singleProspects', 'Single touch: leased', LEASES),
    singleVisits: visited('Single touch', SINGLE),
    singleVisitConversion: rate('singleVisits', 'singleProspects', 'Single touch: visited', VISITS),
    firstProspects: count('First touch', `Prospects created in the period ${FIRST}.`, { meaning: { touch: 'first' } }),
    firstLeases: leased('First touch', FIRST),
    firstLeaseConversion: rate('firstLeases', 'firstProspects', 'First touch: leased', LEASES),
    firstVisits: visited('First touch', FIRST),
    firstVisitConversion: rate('firstVisits', 'firstProspects', 'First touch: visited', VISITS),
    laterProspects: count('Later touch', `Prospects created in the period ${LATER}; a prospect once for each source.`, {
      meaning: { touch: 'later' },
    }),
    laterLeases: leased('Later touch', LATER),
    laterLeaseConversion: rate('laterLeases', 'laterProspects', 'Later touch: leased', LEASES),
    laterVisits: visited('Later touch', LATER),
    laterVisitConversion: rate('laterVisits', 'laterProspects', 'Later touch: visited', VISITS),
  },
  columnGroups: { totalProspects: 'All touches', singleProspects: 'By touch' },
  // The old form, which Attributions has replaced, is a single table.
  fallback: { new_attribution_report: { tiles: [], charts: [] } },
  nouns: {
    totalLeases: 'prospects who leased',
    totalLeaseConversion: 'the share of prospects who leased',
    totalVisits: 'prospects who visited',
    totalVisitConversion: 'the share of prospects who visited',
    singleProspects: 'prospects of a single source',
    firstProspects: 'prospects with a first touch of several',
    laterProspects: 'prospects with a later touch',
  },
  tiles: ['totalProspects', 'totalLeases', 'totalLeaseConversion', 'totalVisits', 'totalVisitConversion'],
  charts: [trend('totalProspects')],
  notes: [
    'A prospect counts in the row of every source that touched it, so rows add up to more than the total. Touches after the lease count too.',
  ],
})
