import { count, defineReport, fact, measure, trend } from '@leaselight/model'

export const callTranscripts = defineReport({
  key: 'call-transcripts',
  apiKey: 'CallTranscriptsReport',
  title: 'Call transcripts',
  path: '/call-transcripts',
  section: 'Leads',
  navOrder: 28,
  gate: 'call-transcripts',
  question: 'What was said in our calls?',
  shape: 'list',
  answer: [
    '{calls:call} with a transcript in this period.',
    '{firstCalls:first call} of prospects, {residents} of residents.',
  ],
  defaultFilters: ['dateRange', 'propertyIds', 'search'],
  additionalFilters: ['agentIds', 'callerTypes'],
  rows: [],
  columns: {
    calls: count('Calls', 'Calls of the period whose transcript holds what is searched for.', { optional: true }),
    firstCalls: count('First calls', 'Of these, the first calls of prospects.', { optional: true }),
    returnCalls: count('Return calls', 'Of these, further calls of prospects.', { optional: true }),
    residents: count('Residents', 'Of these, calls of residents.', {
      better: undefined,
      optional: true,
      words: ['resident calls'],
    }),
    time: fact('Time', 'When the call began, in the time of its property.', 'datetime'),
    date: fact('Date', 'The day of the call at its property.', 'date', { optional: true }),
    property: fact('Property', 'The property that was called or called.'),
    agent: fact('Agent', 'Who handled the call.'),
    caller: fact('Caller', 'The caller: the name from caller ID, otherwise the prospect’s name.', 'text', {
      personalData: 'person',
    }),
    callerStatus: fact('Caller status', 'First or return call of a prospect, a resident, or someone else.'),
    duration: fact('Duration', 'How long the call took.', 'duration'),
    excerpt: fact(
      'Excerpt',
      'The words around the first match. Without a search, the first words after the greeting.',
      'text',
      {
        personalData: 'speech',
      },
    ),
    mentions: measure('Mentions', 'Utterances that hold what is searched for.', {
      format: 'integer',
      additive: true,
      visibleWhen: { with: 'search' },
    }),
    threadId: fact('Transcript', 'The key of the transcript.'),
    streamId: fact('Recording stream', 'The key of the recording.', 'text', { optional: true }),
  },
  columnGroups: { property: 'Office', caller: 'From', duration: 'Conversation', threadId: '' },
  card: {
    title: 'caller',
    otherwise: 'callerStatus',
    meta: ['property', 'agent', 'time', 'duration'],
    action: 'excerpt',
  },
  nouns: { calls: 'calls with a transcript', residents: 'calls of residents' },
  tiles: ['calls', 'firstCalls', 'returnCalls', 'residents', 'mentions'],
  charts: [trend('calls')],
})
