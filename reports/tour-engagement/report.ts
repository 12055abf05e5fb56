import { count, defineReport, distinct, ratio, trend } from '@leaselight/model'

// The share of each step says how many, too, where they are few.
const more = { optional: true } as const

const share = (column: string, label: string, what: string, extras: { optional?: true } = {}) =>
  ratio(column, 'toursVisits', label, `${what} divided by tour-app visits.`, { format: 'percent', ...extras })

export const tourEngagement = defineReport({
  key: 'tour-engagement',
  apiKey: 'TourEngagementReport',
  title: 'Tour engagement',
  path: '/tour-engagement',
  section: 'Visitors',
  navOrder: 4,
  gate: 'tours',
  question: 'Do agents complete the whole tour, and does it end in a lease?',
  shape: 'rank',
  answer: ['{toursVisits} of {totalVisits!:visit} used the tour app.'],
  defaultFilters: ['dateRange', 'propertyIds'],
  additionalFilters: [],
  rows: ['property', 'agent'],
  columns: {
    totalVisits: count('Visits', 'Visits that took place, booked or walk-in.'),
    toursVisits: count('Tour-app visits', 'Visits led with the tour app.'),
    otherVisits: count('Other visits', 'Visits without the tour app.', { better: 'lower', ...more }),
    tourEngagement: ratio('toursVisits', 'totalVisits', 'Tour engagement', 'Tour-app visits divided by all visits.', {
      format: 'percent',
    }),
    toursVisitsWithShow: count('Shows', 'Tour-app visits on which a unit was shown.', more),
    showRatio: share('toursVisitsWithShow', 'Show %', 'Tour-app visits with a show'),
    tourStart: count('Started', 'Tour-app visits on which the tour was started.', more),
    tourStartRatio: share('tourStart', 'Started %', 'Tours started', more),
    meetAndGreet: count('Met', 'Tour-app visits on which the agent met the visitor.', more),
    meetAndGreetRatio: share('meetAndGreet', 'Met %', 'Visitors met', more),
    idScan: count('ID scanned', 'Tour-app visits on which an ID was scanned.', more),
    idScanRatio: share('idScan', 'ID scanned %', 'IDs scanned'),
    walkthrough: count('Walkthrough', 'Tour-app visits with a walk through the unit.', more),
    walkthroughRatio: share('walkthrough', 'Walkthrough %', 'Walkthroughs', more),
    quote: count('Quote', 'Tour-app visits on which a quote was given.', more),
    quoteRatio: share('quote', 'Quote %', 'Quotes'),
    tourFinish: count('Finished', 'Tour-app visits whose tour was finished.', more),
    tourFinishRatio: share('tourFinish', 'Finished %', 'Tours finished'),
    toursLeases: distinct(
      'Leases',
      'New leases, not cancelled, that visitors of tour-app visits signed at or after the visit.',
    ),
  },
  columnGroups: { totalVisits: 'Visits', toursVisitsWithShow: 'On the tour', toursLeases: '' },
  watches: [
    {
      column: 'tourEngagement',
      topic: 'tours',
      at: ['property', 'agent'],
      hurts: 'down',
      weight: { leases: 0.03 },
      says: 'leads {part} of {whole:visit} with the tour app',
      shows: 'otherVisits',
    },
  ],
  nouns: {
    toursVisits: 'tour-app visits',
    tourEngagement: 'tour engagement',
    showRatio: 'the show rate',
  },
  tiles: ['totalVisits', 'toursVisits', 'tourEngagement', 'showRatio', 'toursLeases'],
  charts: [trend('totalVisits', 'toursVisits')],
})
