import { bars, count, defineReport, distinct, ratio, trend, withSwitches } from '@leaselight/model'

export const tourType = defineReport({
  key: 'tour-type',
  apiKey: 'TourTypeReport',
  title: 'Tour Type',
  path: '/tour-type',
  section: 'Visitors',
  navOrder: 5,
  gate: 'general',
  question: 'Which kind of tour leads to applications and leases?',
  shape: 'rank',
  answer: ['{visits:visit} led to {applications:application} and {leases:lease}.'],
  largest: [
    {
      rows: 'visit-type',
      column: 'leases',
      whole: 'leases',
      wholeOf: 'total',
      says: '“{name}” led to the most leases: {part} of {whole}.',
      both: '“{name}” and “{second}” led to the most leases.',
      near: ['“{name}” led to {part:lease}{each}', '“{second}” to {other}'],
    },
  ],
  defaultFilters: ['dateRange', 'propertyIds'],
  additionalFilters: [],
  switches: {
    by: {
      label: 'By',
      description: 'What rows stand for.',
      initial: 'property',
      options: { property: 'Property', type: 'Visit type' },
    },
  },
  rows: ['property', 'visit-type'],
  rowsBySwitch: { key: 'by', rows: { property: ['property', 'visit-type'], type: ['visit-type'] } },
  innerRowsFlag: 'new_tour_type_report',
  columns: {
    visits: count('Visits', 'Visits that took place, booked or walk-in.', { meaning: { stage: 'visit' } }),
    applications: distinct('Applications', 'Applications that the visitors sent at or after a visit.', {
      meaning: { stage: 'application' },
    }),
    leases: distinct('Leases', 'New leases, not cancelled, that the visitors signed at or after a visit.', {
      meaning: { stage: 'lease' },
    }),
    applicationsPerVisit: ratio('applications', 'visits', 'Applications per visit', 'Applications divided by visits.', {
      format: 'percent',
    }),
    leasesPerVisit: ratio('leases', 'visits', 'Leases per visit', 'Leases divided by visits.', { format: 'percent' }),
  },
  nouns: {
    applicationsPerVisit: 'the share of visits with an application',
    leasesPerVisit: 'the share of visits with a lease',
  },
  tiles: ['visits', 'applications', 'leases', 'applicationsPerVisit', 'leasesPerVisit'],
  metadata: {
    visitTypeData: { kind: 'rows', of: 'visit-type', description: 'The numbers of the selection by kind of visit.' },
    isYardiCustomer: { kind: 'mark', description: 'Whether any property of the selection gets its leases from Yardi.' },
  },
  charts: [withSwitches({ by: 'type' }, bars('visits', 4, 'leases')), trend('visits')],
})
