import { count, defineReport, fact, trend } from '@leaselight/model'

export const callLog = defineReport({
  key: 'call-log',
  apiKey: 'CallLogReport',
  title: 'Call Log',
  path: '/call-log',
  section: 'Leads',
  navOrder: 12,
  gate: 'call-transcripts',
  question: 'Which calls were there, one by one, and what was said?',
  defaultFilters: ['dateRange', 'propertyIds'],
  additionalFilters: ['callerTypes', 'callIds'],
  rows: [],
  columns: {
    calls: count('Calls', 'Calls of the period, inbound and outbound.', { optional: true }),
    startedAt: fact('When', 'When the call began, in the time of its property.', 'datetime'),
    caller: fact('Caller', 'Who was on the line: the name the telephone gave, else the name of the prospect.', 'text', {
      personalData: 'person',
    }),
    phone: fact('Phone', 'The number on the other end of the line.', 'phone', { personalData: 'phone' }),
    callerType: fact('Caller type', 'First or return call of a prospect, a resident, or somebody else.'),
    direction: fact('Direction', 'Whether the call came in or went out.', 'text', { optional: true }),
    property: fact('Property', 'The property that was called or called.'),
    agent: fact('Agent', 'Who handled the call.'),
    source: fact('Source', 'The source whose number was dialled.'),
    outcome: fact('Outcome', 'Answered, missed, voicemail, or a text was asked for.'),
    duration: fact('Duration', 'How long the call took.', 'duration'),
    recordingUrl: fact('Recording', 'The address of the recording.', 'text', { personalData: 'recording' }),
    threadId: fact('Transcript', 'The key of the transcript, where there is one.'),
  },
  tiles: ['calls'],
  charts: [trend('calls')],
})
