import { byWeek, count, defineReport, heatMap, measure, ratio, trend } from '@leaselight/model'
import { summarize, summaryColumns } from './summary'

export const callIntelligence = defineReport({
  key: 'call-intelligence',
  apiKey: 'CallIntelligenceReport',
  title: 'Call intelligence',
  path: '/call-intelligence',
  view: 'overview',
  tab: 'Overview',
  section: 'Leads',
  navOrder: 20,
  gate: 'call-intel',
  question: 'How well do we answer the phone, and what comes of it?',
  shape: 'service',
  answer: ['{answered} of {totalCalls!:call} were answered.'],
  defaultFilters: ['dateRange', 'propertyIds'],
  additionalFilters: ['callerTypes', 'sources', 'agentIds', 'selectedScheduled'],
  switches: {
    by: {
      label: 'By',
      description: 'Whether rows are days, or weekdays that open to hours.',
      initial: 'day',
      options: { day: 'Day', hour: 'Weekday and hour' },
    },
  },
  fallback: { call_intelligence_filter: { additionalFilters: [] } },
  rows: ['date'],
  rowsBySwitch: { key: 'by', rows: { day: ['date'], hour: ['day', 'hour'] } },
  columns: {
    totalCalls: count('Calls', 'Inbound calls, including those the AI assistant took.', {
      meaning: { call: 'inbound' },
    }),
    answered: count('Answered', 'Inbound calls that were answered.', { meaning: { outcome: 'answered' } }),
    answeredRate: ratio('answered', 'totalCalls', 'Answered %', 'Answered calls divided by inbound calls.', {
      format: 'percent',
    }),
    missed: count('Missed', 'Inbound calls that went unanswered and left no voicemail.', {
      better: 'lower',
      meaning: { outcome: 'missed' },
    }),
    talkTime: measure('Talk time', 'Duration of the answered calls together.', {
      format: 'duration',
      additive: true,
      optional: true,
    }),
    averageTalkTime: ratio('talkTime', 'answered', 'Average talk time', 'Talk time divided by answered calls.', {
      format: 'duration',
    }),
    scored: count('Scored', 'Inbound calls that have a score.', { optional: true }),
    score: measure('Score', 'Average score, 0 to 100, of the calls that have one.', {
      format: 'tenths',
      cases: 'scored',
      better: 'higher',
    }),
    appointments: count('Appointments', 'Inbound calls that led to an appointment.'),
    appointmentRate: ratio(
      'appointments',
      'totalCalls',
      'Appointment %',
      'Calls with an appointment divided by inbound calls.',
      { format: 'percent' },
    ),
  },
  columnGroups: { answered: 'Answered', talkTime: 'Conversation', appointments: 'Booking' },
  metadata: {
    summary: {
      kind: 'sentences',
      description: 'A summary of the numbers, written by rules.',
      flag: 'call_intelligence_generative_insight',
      reads: summaryColumns,
      summarize,
    },
  },
  watches: [
    {
      column: 'appointmentRate',
      topic: 'phone',
      at: ['property', 'agent'],
      hurts: 'down',
      weight: { leases: 0.3 },
      says: 'books {part:appointment} in {whole:call}',
    },
    {
      column: 'score',
      topic: 'phone',
      at: ['property', 'agent'],
      hurts: 'down',
      weight: { leases: 0.01 },
      says: 'scores {value} on calls',
    },
  ],
  nouns: {
    answeredRate: 'the share of calls answered',
    missed: 'missed calls',
    averageTalkTime: 'the average talk time',
    appointmentRate: 'the share of calls with an appointment',
    answered: 'answered calls',
  },
  tiles: ['totalCalls', 'answeredRate', 'missed', 'averageTalkTime', 'appointmentRate'],
  charts: [
    byWeek('answeredRate'),
    trend('totalCalls', 'answered', 'missed'),
    heatMap('totalCalls', { by: 'hour' }),
    heatMap('missed', { by: 'hour' }),
  ],
})
