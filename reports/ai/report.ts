import { count, defineReport, measure, ratio, trend } from '@leaselight/model'

// What conversations consist of is one click away.
const more = { optional: true } as const

export const ai = defineReport({
  key: 'ai',
  apiKey: 'AiReport',
  title: 'AI',
  path: '/ai',
  view: 'all',
  section: 'AI',
  navOrder: 1,
  gate: 'ai',
  question: 'How much work does the AI do for us, and how well?',
  shape: 'rank',
  answer: [
    'The AI held {conversations:conversation} and made {appointments:appointment}.',
    '{offHours} began while offices were closed.',
  ],
  defaultFilters: ['dateRange', 'propertyIds'],
  additionalFilters: [],
  rows: ['property'],
  columns: {
    conversations: count('Conversations', 'Conversations handled by AI that began in the period.', {
      meaning: { conversation: 'all' },
    }),
    voice: count('Voice', 'Of these, phone conversations.', { meaning: { channel: 'voice' }, ...more }),
    email: count('Email', 'Of these, email conversations.', { meaning: { channel: 'email' }, ...more }),
    chat: count('Chat', 'Of these, conversations by chat.', { meaning: { channel: 'chat' }, ...more }),
    sms: count('SMS', 'Of these, conversations by text message.', { meaning: { channel: 'sms' }, ...more }),
    messagesIn: measure('Messages in', 'Messages that people wrote or said in these conversations.', {
      format: 'integer',
      additive: true,
      ...more,
    }),
    messagesOut: measure('Messages out', 'Messages that the AI wrote or said in these conversations.', {
      format: 'integer',
      additive: true,
      ...more,
    }),
    medianFirstReply: measure(
      'Median first reply',
      'Median time from the beginning of a conversation to the first reply, over those that were replied to.',
      { format: 'duration', better: 'lower' },
    ),
    offHours: count('Out of hours', 'Conversations that began outside the office hours of the property.', more),
    offHoursShare: ratio('offHours', 'conversations', 'Out of hours %', 'Conversations out of hours divided by all.', {
      format: 'percent',
    }),
    handedOff: count('Handed off', 'Conversations that were handed to an agent.', { better: 'lower', ...more }),
    handedOffRate: ratio('handedOff', 'conversations', 'Handed off %', 'Conversations handed off divided by all.', {
      format: 'percent',
      better: 'lower',
    }),
    appointments: count('Appointments', 'Conversations that led to an appointment.', {
      meaning: { conversation: 'booked' },
    }),
    hoursSaved: measure('Hours saved', 'Hours the AI spent on these conversations instead of an agent.', {
      format: 'tenths',
      additive: true,
      better: 'higher',
    }),
  },
  columnGroups: { voice: 'Channel', messagesIn: 'Messages', medianFirstReply: '' },
  watches: [
    {
      column: 'handedOffRate',
      topic: 'answers',
      at: ['property'],
      hurts: 'up',
      weight: { dollars: 5 },
      says: 'has the assistant hand off {part} of {whole:conversation}',
    },
  ],
  nouns: {
    medianFirstReply: 'the median first reply',
    offHoursShare: 'the share of conversations outside office hours',
    voice: 'voice conversations',
    email: 'email conversations',
    chat: 'chat conversations',
    sms: 'text conversations',
  },
  tiles: ['conversations', 'medianFirstReply', 'offHoursShare', 'appointments', 'hoursSaved'],
  charts: [trend('conversations', 'appointments')],
})
