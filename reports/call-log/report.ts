import { count, defineReport, fact, trend } from '@leaselight/model'

// Who called, about what, and how it went; the rest of a call is one click away.
const more = { optional: true } as const

export const callLog = defineReport({
  key: 'call-log',
  apiKey: 'CallLogReport',
  title: 'Call Log',
  path: '/call-log',
  section: 'Leads',
  navOrder: 12,
  gate: 'call-transcripts',
  question: 'Who called, who answered, and what was said?',
  shape: 'list',
  answer: ['{calls:call} in this period.', '{answered} of {inbound!} inbound were answered.'],
  defaultFilters: ['dateRange', 'propertyIds'],
  additionalFilters: ['callerTypes', 'callIds'],
  rows: [],
  columns: {
    calls: count('Calls', 'Calls of the period, inbound and outbound.', { optional: true }),
    inbound: count('Inbound', 'Inbound calls, including those the AI assistant took.', {
      optional: true,
      words: ['incoming calls'],
    }),
    answered: count('Answered', 'Inbound calls that were answered.', { optional: true }),
    missed: count('Missed', 'Inbound calls that went unanswered and left no voicemail.', {
      better: 'lower',
      optional: true,
    }),
    voicemail: count('Voicemail', 'Inbound calls that ended in voicemail.', { better: 'lower', optional: true }),
    startedAt: fact('When', 'When the call began, in the time of its property.', 'datetime'),
    caller: fact('Caller', 'The caller: the name from caller ID, otherwise the prospect’s name.', 'text', {
      personalData: 'person',
    }),
    phone: fact('Phone', 'The number on the other end of the line.', 'phone', { personalData: 'phone' }),
    callerType: fact('Caller type', 'First or return call of a prospect, a resident, or someone else.', 'text', more),
    direction: fact('Direction', 'Whether the call came in or went out.', 'text', more),
    property: fact('Property', 'The property that was called or called.'),
    agent: fact('Agent', 'Who handled the call.'),
    source: fact('Source', 'The source whose number was dialled.', 'text', more),
    outcome: fact('Outcome', 'Answered, missed, voicemail, or a text was requested.'),
    duration: fact('Duration', 'How long the call took.', 'duration'),
    recordingUrl: fact('Recording', 'The address of the recording.', 'text', { personalData: 'recording' }),
    threadId: fact('Transcript', 'The key of the transcript, where there is one.'),
  },
  columnGroups: { caller: 'From', direction: 'Call', recordingUrl: '' },
  card: {
    title: 'caller',
    meta: ['property', 'callerType', 'outcome', 'duration', 'startedAt'],
    action: 'threadId',
    contact: ['phone'],
  },
  nouns: {
    inbound: 'inbound calls',
    answered: 'answered calls',
    missed: 'missed calls',
    voicemail: 'calls that went to voicemail',
  },
  tiles: ['calls', 'inbound', 'answered', 'missed', 'voicemail'],
  charts: [trend('calls')],
})
