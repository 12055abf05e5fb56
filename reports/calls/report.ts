import { callMetrics, count, defineReport, trend } from '@leaselight/model'

export const calls = defineReport({
  key: 'calls',
  apiKey: 'CallsReport',
  title: 'Calls',
  path: '/calls',
  section: 'Leads',
  navOrder: 10,
  gate: 'calls',
  question: 'Who called, when, and did anyone pick up?',
  shape: 'rank',
  answer: ['{answered} of {totalCalls!:call} were answered.'],
  largest: [
    {
      rows: 'property',
      column: 'missed',
      whole: 'missed',
      wholeOf: 'total',
      says: '{name} missed the most: {part} of {whole:missed call}.',
      both: '{name} and {second} missed the most: {part} of {whole:missed call}.',
      near: ['{name} missed {part:call}{each}', '{second} {other}'],
    },
  ],
  defaultFilters: ['dateRange', 'propertyIds', 'groupBy', 'callerType', 'viewAs', 'countOrPercentage'],
  additionalFilters: ['callerTypes', 'sources', 'statuses', 'daysHours'],
  groupByOptions: ['property', 'source', 'source-attribute', 'status', 'caller-type', 'day', 'hour'],
  viewAsOptions: ['COUNT', 'PERCENTAGE'],
  defaults: { callerTypes: ['prospect-first-call'] },
  rows: ['groupBy'],
  columns: {
    totalCalls: count('Calls', 'Inbound calls, including those the AI assistant took.', {
      meaning: { call: 'inbound' },
    }),
    answered: count('Answered', 'Inbound calls that were answered.', { meaning: { outcome: 'answered' } }),
    missed: count('Missed', 'Inbound calls that went unanswered and left no voicemail.', {
      words: ['missed calls', 'unanswered calls'],
      better: 'lower',
      meaning: { outcome: 'missed' },
    }),
    voicemail: count('Voicemail', 'Inbound calls that ended in voicemail.', {
      better: 'lower',
      meaning: { outcome: 'voicemail' },
    }),
    requestedText: count('Requested text', 'Inbound calls whose caller chose to get a text message instead.', {
      meaning: { outcome: 'requested-text' },
    }),
    offHoursCalls: count(
      'Off hours',
      'Inbound calls that started outside the office hours of the property, or on its holiday.',
      {
        better: 'lower',
        meaning: { call: 'off-hours' },
      },
    ),
  },
  shareOf: { columns: Object.keys(callMetrics), whole: 'totalCalls' },
  watches: [
    {
      column: 'answered',
      of: 'totalCalls',
      topic: 'phone',
      at: ['company', 'property', 'hour'],
      hurts: 'down',
      weight: { leases: 0.05 },
      says: 'misses {rest} of {whole:call}',
      shows: 'missed',
    },
  ],
  nouns: {
    answered: 'answered calls',
    missed: 'missed calls',
    voicemail: 'calls that went to voicemail',
    offHoursCalls: 'calls outside office hours',
    requestedText: 'calls with a text requested',
  },
  tiles: ['totalCalls', 'answered', 'missed', 'voicemail', 'offHoursCalls'],
  charts: [trend('totalCalls', 'missed')],
})
