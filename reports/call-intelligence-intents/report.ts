import { defineReport, difference, distinct, measure, ratio, shareOfTotal, trend } from '@leaselight/model'

const rate = (part: string, label: string, definition: string) =>
  ratio(part, 'totalCalls', label, definition, { format: 'percent' })

export const callIntelligenceIntents = defineReport({
  key: 'call-intelligence-intents',
  apiKey: 'CallIntelligenceIntentsReport',
  title: 'Call intelligence: intents',
  path: '/call-intelligence',
  view: 'intents',
  tab: 'By intent',
  section: 'Leads',
  navOrder: 22,
  gate: 'call-intel',
  question: 'What do people call about, and what comes of it?',
  shape: 'flow',
  sortBy: 'unbooked',
  answer: ['{appointments} of {totalCalls!:call} led to an appointment.'],
  largest: [
    {
      rows: 'intent',
      column: 'totalCalls',
      whole: 'totalCalls',
      wholeOf: 'total',
      says: '“{name}” comes up most: in {part} of {whole:call}.',
      // A call may be about both.
      both: '“{name}” and “{second}” come up most.',
      near: ['“{name}” came up in {part:call}{each}', '“{second}” in {other}'],
    },
  ],
  defaultFilters: ['dateRange', 'propertyIds'],
  additionalFilters: ['callerTypes', 'sources', 'agentIds', 'selectedScheduled'],
  fallback: { call_intelligence_filter: { additionalFilters: [] } },
  rows: ['intent'],
  columns: {
    totalCalls: distinct('Calls', 'Inbound calls with this intent. A call can have several.', {
      meaning: { call: 'inbound' },
    }),
    share: shareOfTotal('totalCalls', 'Share', 'Calls about it divided by all inbound calls of the selection.'),
    answered: distinct('Answered', 'Of these, calls that were answered.', { meaning: { outcome: 'answered' } }),
    answeredRate: rate('answered', 'Answered %', 'Answered calls divided by calls.'),
    appointments: distinct('Appointments', 'Of these, calls that led to an appointment.'),
    unbooked: difference(['totalCalls', 'appointments'], 'No appointment', 'Of these, calls without an appointment.', {
      better: undefined,
    }),
    appointmentRate: rate('appointments', 'Appointment %', 'Calls with an appointment divided by calls.'),
    averageDuration: measure('Average duration', 'Average duration of these calls.', { format: 'duration' }),
  },
  columnGroups: { answered: 'Answered', appointments: 'Booking', averageDuration: '' },
  nouns: {
    unbooked: 'calls without an appointment',
    answeredRate: 'the share of calls answered',
    appointmentRate: 'the share of calls with an appointment',
    averageDuration: 'the average duration of a call',
  },
  tiles: ['totalCalls', 'answeredRate', 'appointmentRate', 'averageDuration'],
  charts: [trend('totalCalls', 'appointments')],
  notes: ['A call counts in the row of every intent it has, and once in the total.'],
})
