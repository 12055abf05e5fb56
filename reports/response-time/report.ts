import { byWeek, count, defineReport, distribution, heatMap, measure, ratio, strip, sum } from '@leaselight/model'

const share = (column: string, label: string, definition: string, better: 'higher' | 'lower', optional = false) =>
  ratio(column, 'contacts', label, definition, { format: 'percent', better, optional })
const time = (label: string, definition: string, extras: { words?: readonly string[]; optional?: true } = {}) =>
  measure(label, definition, { format: 'duration', better: 'lower', ...extras })

/** Nights and weekends make most answers late everywhere, so that a slow office would not stand out by them. */
const officeTime = { useBusinessHours: true }

export const responseTime = defineReport({
  key: 'response-time',
  apiKey: 'ResponseTimeReport',
  title: 'Response Time',
  path: '/response-time',
  section: 'Leads',
  navOrder: 50,
  gate: 'general',
  question: 'How long do people wait for a first answer from a person?',
  shape: 'service',
  answer: [
    'Half of the people who got an answer waited {median} or less.',
    '{never!} of {contacts!} never heard back.',
  ],
  sortBy: 'never',
  defaultFilters: [],
  additionalFilters: ['useBusinessHours', 'cumulativeResponseTime'],
  lockedScope: {
    properties: 'Response time covers all your properties, so that offices can be compared.',
    dates: 'Response time covers the last 7 days, so that a slow office is noticed while it is slow.',
  },
  switches: {
    by: {
      label: 'By',
      description:
        'What rows stand for: properties and their agents, agents, first contacts, hours, or weekdays that open to hours.',
      initial: 'property',
      options: { property: 'Property', agent: 'Agent', contact: 'Channel', hour: 'Hour', week: 'Weekday and hour' },
    },
  },
  rows: ['property', 'agent'],
  rowsBySwitch: {
    key: 'by',
    rows: {
      property: ['property', 'agent'],
      agent: ['agent'],
      contact: ['contact'],
      hour: ['hour'],
      week: ['day', 'hour'],
    },
  },
  columns: {
    contacts: count(
      'Asked',
      'Prospects created in the period who wrote. With every exchange on, each message that began to wait for an answer.',
      { words: ['to answer', 'inquiries', 'requests'] },
    ),
    within30: count('Within 30 min', 'Answered by an agent within 30 minutes.', { meaning: { wait: 'within30' } }),
    within120: count('30 – 120 min', 'Answered by an agent after more than 30 and within 120 minutes.', {
      optional: true,
      meaning: { wait: 'within120' },
    }),
    over120: count('Over 120 min', 'Answered by an agent after more than 120 minutes.', {
      optional: true,
      better: 'lower',
      meaning: { wait: 'over120' },
    }),
    never: count('Never', 'Not answered by an agent until now.', {
      better: 'lower',
      meaning: { wait: 'never' },
      words: ['unanswered', 'no reply', 'ignored'],
    }),
    late: sum(['over120', 'never'], 'Late or never', 'Answered after more than 120 minutes or not until now.', {
      better: 'lower',
      optional: true,
      meaning: { wait: 'late' },
    }),
    within30Ratio: share(
      'within30',
      'Within 30 min %',
      'Answered within 30 minutes divided by all who asked.',
      'higher',
    ),
    within120Ratio: share(
      'within120',
      '30 – 120 min %',
      'Answered in 30 to 120 minutes, of all who asked.',
      'higher',
      true,
    ),
    over120Ratio: share(
      'over120',
      'Over 120 min %',
      'Answered after more than 120 minutes, of all who asked.',
      'lower',
      true,
    ),
    neverRatio: share('never', 'Never answered', 'Not answered until now, of all who asked.', 'lower', true),
    average: time('Average', 'Average time to the first answer, of those answered.', { optional: true }),
    median: time('Median', 'Half of those answered waited no longer than this.', {
      words: ['slow', 'wait', 'reply', 'delay'],
    }),
    p90: time('90th percentile', 'Nine of ten of those answered waited no longer than this.'),
  },
  columnGroups: { within30: 'First answer', within30Ratio: 'Share', average: 'Wait' },
  watches: [
    {
      column: 'neverRatio',
      with: officeTime,
      topic: 'answers',
      at: ['company', 'property', 'agent'],
      hurts: 'up',
      weight: { leases: 0.1 },
      says: 'leaves {part} of {whole:person|people} without an answer',
    },
    {
      column: 'late',
      of: 'contacts',
      with: officeTime,
      topic: 'answers',
      at: ['company', 'property', 'agent'],
      hurts: 'up',
      weight: { leases: 0.04 },
      says: 'answers {rest} of {whole:person|people} within two office hours',
    },
    {
      column: 'average',
      with: officeTime,
      topic: 'answers',
      at: ['property'],
      hurts: 'up',
      weight: { leases: 0.02 },
      says: 'takes {value} of office time on average to answer',
    },
  ],
  card: { meta: ['contacts', 'median', 'within30Ratio'] },
  nouns: {
    never: 'people without an answer',
    contacts: 'people who asked',
    median: 'the median wait for an answer',
    p90: 'the wait that one in ten exceeds',
    within30Ratio: 'the share of people answered within 30 minutes',
    neverRatio: 'the share of people without an answer',
    within30: 'people answered within 30 minutes',
    within120: 'people answered in 30 to 120 minutes',
    over120: 'people answered after 120 minutes',
    late: 'late or missing answers',
  },
  tiles: ['contacts', 'median', 'p90', 'within30Ratio', 'neverRatio'],
  charts: [
    strip('median', 'contacts'),
    byWeek('median'),
    distribution('within30', 'within120', 'over120', 'never'),
    heatMap('late', { by: 'week' }),
  ],
  notes: [
    'An answer is a message or call by a person. What the AI, bulk emails and campaigns send does not count. Calls and walk-ins need no answer.',
    'Questions and answers with a day but no time are left out.',
  ],
})
