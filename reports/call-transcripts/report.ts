import { count, defineReport, fact, measure, trend } from '@leaselight/model'

export const callTranscripts = defineReport({
  key: 'call-transcripts',
  apiKey: 'CallTranscriptsReport',
  title: 'Call transcripts',
  path: '/call-transcripts',
  section: 'Leads',
  navOrder: 28,
  gate: 'call-transcripts',
  question: 'In which calls was something said, and what exactly?',
  defaultFilters: ['dateRange', 'propertyIds', 'search'],
  additionalFilters: ['agentIds', 'callerTypes'],
  rows: [],
  columns: {
    calls: count('Calls', 'Calls of the period whose transcript holds what is searched for.', { optional: true }),
    date: fact('Date', 'The day of the call at its property.', 'date'),
    time: fact('Time', 'When the call began, in the time of its property.'),
    property: fact('Property', 'The property that was called or called.'),
    agent: fact('Agent', 'Who handled the call.'),
    caller: fact('Caller', 'Who was on the line: the name the telephone gave, else the name of the prospect.', 'text', {
      personalData: 'person',
    }),
    callerStatus: fact('Caller status', 'First or return call of a prospect, a resident, or somebody else.'),
    duration: fact('Duration', 'How long the call took.', 'duration'),
    excerpt: fact(
      'Excerpt',
      'The words round the first place that matches; the first words when nothing is searched for.',
      'text',
      { personalData: 'speech' },
    ),
    mentions: measure('Mentions', 'Utterances that hold what is searched for.', { format: 'integer', additive: true }),
    threadId: fact('Transcript', 'The key of the transcript.'),
    streamId: fact('Recording stream', 'The key of the recording.', 'text', { optional: true }),
  },
  tiles: ['calls', 'mentions'],
  charts: [trend('calls')],
})
