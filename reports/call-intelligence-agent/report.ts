import { byWeek, count, defineReport, measure, ratio, strip } from '@leaselight/model'

export const callIntelligenceAgent = defineReport({
  key: 'call-intelligence-agent',
  apiKey: 'CallIntelligenceAgentReport',
  title: 'Call intelligence: agents',
  path: '/call-intelligence',
  view: 'agent',
  tab: 'By agent',
  section: 'Leads',
  navOrder: 23,
  gate: 'call-intel',
  flag: 'call_intelligence_agent_attribution',
  question: 'Who answers our calls, how well, and who turns them into appointments?',
  shape: 'service',
  answer: ['Agents answered {answered:call} and made {appointments:appointment}.'],
  largest: [
    {
      rows: 'agent',
      column: 'appointments',
      whole: 'appointments',
      wholeOf: 'total',
      says: '{name} made the most: {part} of {whole:appointment}.',
      both: '{name} and {second} made the most: {part} of {whole:appointment}.',
      near: ['{name} made {part:appointment}{each}', '{second} {other}'],
    },
  ],
  defaultFilters: ['dateRange', 'propertyIds'],
  additionalFilters: ['callerTypes', 'sources', 'agentIds', 'selectedScheduled'],
  fallback: { call_intelligence_filter: { additionalFilters: [] } },
  rows: ['agent'],
  columns: {
    answered: count('Answered', 'Inbound calls that an agent answered, not an assistant.', {
      meaning: { outcome: 'answered' },
    }),
    talkTime: measure('Talk time', 'Duration of these calls together.', { format: 'duration', additive: true }),
    averageDuration: ratio('talkTime', 'answered', 'Average duration', 'Talk time divided by answered calls.', {
      format: 'duration',
    }),
    scored: count('Scored', 'Answered calls that have a score.', { optional: true }),
    score: measure('Score', 'Average score, 0 to 100, of the calls that have one.', {
      format: 'tenths',
      cases: 'scored',
      better: 'higher',
    }),
    appointments: count('Appointments', 'Answered calls that led to an appointment.'),
    appointmentRate: ratio(
      'appointments',
      'answered',
      'Appointment %',
      'Calls with an appointment divided by answered calls.',
      { format: 'percent' },
    ),
  },
  nouns: {
    answered: 'answered calls',
    averageDuration: 'the average duration of a call',
    score: 'the average score of a call',
    appointmentRate: 'the share of calls with an appointment',
  },
  tiles: ['answered', 'averageDuration', 'score', 'appointments', 'appointmentRate'],
  charts: [strip('score', 'answered'), byWeek('score')],
})
