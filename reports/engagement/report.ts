import { byWeek, count, defineReport, ratio, strip, sum, trend } from '@leaselight/model'

const ABOUT_SCORE = 'Green divided by green plus red. 100% without either.'

export const engagement = defineReport({
  key: 'engagement',
  apiKey: 'EngagementReport',
  title: 'Engagement',
  path: '/engagement',
  view: 'average',
  section: 'Leads',
  navOrder: 40,
  gate: 'general',
  question: 'Is every active prospect being looked after?',
  shape: 'service',
  answer: ['{recentRed:active prospect} left waiting, {recentGreen} looked after.'],
  sortBy: 'recentRed',
  defaultFilters: [],
  additionalFilters: [],
  lockedScope: {
    properties: 'Engagement covers all your properties, so that offices can be compared.',
    dates: 'Engagement covers the last 7 days and today: it is about who is waiting now.',
  },
  rows: ['property', 'agent'],
  columns: {
    green: count(
      'Green',
      'Active prospects at the closings of the period with a date ahead or contacted within 24 hours.',
      { meaning: { care: 'green' } },
    ),
    yellow: count('Yellow', 'Active prospects at the closings of the period last contacted 24 to 48 hours before.', {
      better: 'lower',
      meaning: { care: 'yellow' },
    }),
    red: count('Red', 'Active prospects at the closings of the period not contacted for 48 hours or ever.', {
      better: 'lower',
      meaning: { care: 'red' },
    }),
    judged: sum(['green', 'red'], 'Green and red', 'Green and red at the closings together.', { optional: true }),
    score: ratio('green', 'judged', 'Score', `Over the closings of the period. ${ABOUT_SCORE}`, {
      format: 'percent',
      whenEmpty: 1,
      meaning: { care: 'score' },
    }),
    recentGreen: count('Green today', 'Active prospects with a date ahead or contacted in the last 24 hours.', {
      meaning: { care: 'green' },
    }),
    recentYellow: count('Yellow today', 'Active prospects last contacted 24 to 48 hours ago.', {
      better: 'lower',
      meaning: { care: 'yellow' },
    }),
    recentRed: count('Red today', 'Active prospects not contacted for 48 hours or ever.', {
      better: 'lower',
      meaning: { care: 'red' },
    }),
    recentJudged: sum(['recentGreen', 'recentRed'], 'Green and red today', 'Green and red today together.', {
      optional: true,
    }),
    recentScore: ratio('recentGreen', 'recentJudged', 'Score today', `As it stands now. ${ABOUT_SCORE}`, {
      format: 'percent',
      whenEmpty: 1,
      meaning: { care: 'score' },
    }),
  },
  columnGroups: { green: 'At closing', recentGreen: 'Today' },
  nouns: {
    recentRed: 'prospects left waiting',
    score: 'the share of prospects looked after',
    recentScore: 'the share of prospects looked after today',
    recentGreen: 'prospects looked after',
    recentYellow: 'prospects soon to be left waiting',
    red: 'prospects left waiting at closing',
    recentJudged: 'prospects looked after or left waiting',
  },
  tiles: ['score', 'recentScore', 'recentGreen', 'recentYellow', 'recentRed'],
  charts: [strip('recentScore', 'recentJudged'), byWeek('score'), trend('red')],
  notes: [
    'A prospect is active until leased, lost or marked as not a prospect. Numbers of the period add up the states at each office closing. Numbers as of now are compared with the same time of day in the prior period.',
  ],
})
