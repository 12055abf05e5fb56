import { byWeek, count, defineReport, ratio, stack, sum, trend } from '@leaselight/model'

export const engagementDaily = defineReport({
  key: 'engagement-daily',
  apiKey: 'EngagementDailyReport',
  title: 'Engagement by day',
  path: '/engagement',
  view: 'daily',
  section: 'Leads',
  navOrder: 41,
  gate: 'general',
  question: 'How did each day end for the prospects who were still waiting?',
  shape: 'service',
  answer: ['Offices looked after {green} of {judged!} open prospects at closing time.'],
  defaultFilters: [],
  additionalFilters: [],
  lockedScope: {
    properties: 'Engagement covers all your properties, so that offices can be compared.',
    dates: 'Engagement covers the last 7 days and today: it is about who is waiting now.',
  },
  rows: ['date', 'property', 'agent'],
  columns: {
    green: count('Green', 'Active prospects at the closing with a date ahead or contacted within 24 hours.', {
      meaning: { care: 'green' },
    }),
    yellow: count('Yellow', 'Active prospects at the closing last contacted 24 to 48 hours before.', {
      better: 'lower',
      meaning: { care: 'yellow' },
    }),
    red: count('Red', 'Active prospects at the closing not contacted for 48 hours or ever.', {
      better: 'lower',
      meaning: { care: 'red' },
    }),
    judged: sum(['green', 'red'], 'Green and red', 'Green and red at the closing together.', { optional: true }),
    score: ratio('green', 'judged', 'Score', 'Green divided by green plus red. 100% without either.', {
      format: 'percent',
      whenEmpty: 1,
      meaning: { care: 'score' },
    }),
  },
  nouns: {
    score: 'the share of prospects looked after',
    green: 'prospects looked after',
    yellow: 'prospects soon to be left waiting',
    red: 'prospects left waiting',
  },
  tiles: ['score', 'green', 'yellow', 'red'],
  charts: [byWeek('score'), stack(['green', 'yellow', 'red'], { share: true, line: 'score' }), trend('red')],
  notes: ['A day is compared with the same day of the period before. Days on which no office opens have no closing.'],
})
