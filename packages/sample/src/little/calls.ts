import type { CallRecord, TranscriptRecord } from '../contract'

type CallExtras = Partial<Omit<CallRecord, 'id' | 'property_id' | 'started_at' | 'caller_type' | 'outcome'>>

const call = (
  id: number,
  property_id: number,
  started_at: string,
  caller_type: CallRecord['caller_type'],
  outcome: CallRecord['outcome'],
  rest: CallExtras,
): CallRecord => ({
  id,
  property_id,
  started_at,
  caller_type,
  outcome,
  direction: 'inbound',
  handled_by: 'agent',
  duration_seconds: 0,
  ...rest,
})

// Inbound in the second week, without Dora's and Eli's: 9 = 6 at Harbor Point (6001, 6002, 6003, 6006, 6007, 6015) and 3 at Sunset
// Terrace (6004, 6005, 6014); answered 4, missed 2, voicemail 2, requested text 1; out of hours 4 (6005, 6006, 6007, 6014).
export const calls: CallRecord[] = [
  call(6001, 11, '2026-03-10T13:15:00-04:00', 'prospect-first-call', 'answered', {
    prospect_id: 1002,
    agent_id: 102,
    source: 'Website',
    caller_name: 'Bob Baker',
    caller_phone: '+1 555 010 1002',
    duration_seconds: 240,
    thread_id: 'little-6001',
    stream_id: 'little-6001-a',
    recording_url: 'http://localhost:8081/recordings/little-6001.wav?seconds=240',
    intents: ['tour', 'price'],
    score: 82,
    appointment_id: 7002,
  }),
  call(6002, 11, '2026-03-12T09:05:00-04:00', 'prospect-return-call', 'missed', {
    prospect_id: 1002,
    source: 'Website',
  }),
  call(6003, 11, '2026-03-11T14:00:00-04:00', 'resident', 'answered', {
    agent_id: 101,
    caller_name: 'Rita Resident',
    duration_seconds: 95,
    intents: ['maintenance'],
    score: 64,
  }),
  call(6004, 12, '2026-03-12T12:30:00-07:00', 'other', 'voicemail', { duration_seconds: 30 }),
  // Friday evening, an hour and a quarter after closing: the AI takes it.
  call(6005, 12, '2026-03-13T20:15:00-07:00', 'prospect-first-call', 'answered', {
    handled_by: 'ai',
    source: 'Apartments.com',
    duration_seconds: 120,
    intents: ['availability'],
  }),
  // The last half minute before the clock skips an hour, and the first after it: one minute apart.
  call(6006, 11, '2026-03-08T01:59:30-05:00', 'prospect-first-call', 'missed', { source: 'Website' }),
  call(6007, 11, '2026-03-08T03:00:30-04:00', 'prospect-return-call', 'voicemail', {
    prospect_id: 1012,
    source: 'Apartments.com',
    duration_seconds: 20,
  }),
  // Friday, March 6, within hours but the house's holiday; first week.
  call(6008, 11, '2026-03-06T11:00:00-05:00', 'prospect-return-call', 'answered', {
    prospect_id: 1003,
    agent_id: 102,
    source: 'Craigslist',
    duration_seconds: 180,
    intents: ['application'],
    score: 71,
  }),
  call(6009, 11, '2026-03-10T11:00:00-04:00', 'prospect-return-call', 'answered', {
    direction: 'outbound',
    prospect_id: 1001,
    agent_id: 101,
    duration_seconds: 120,
  }),
  // Carla at Sunset Terrace calls Harbor Point's Fay.
  call(6010, 12, '2026-03-09T15:00:00-07:00', 'prospect-return-call', 'answered', {
    direction: 'outbound',
    prospect_id: 1006,
    agent_id: 103,
    duration_seconds: 60,
  }),
  // An outbound call by the AI is no agent's follow-up.
  call(6011, 11, '2026-03-08T12:00:00-04:00', 'prospect-return-call', 'voicemail', {
    direction: 'outbound',
    handled_by: 'ai',
    prospect_id: 1009,
    duration_seconds: 15,
  }),
  call(6012, 11, '2026-03-11T11:00:00-04:00', 'prospect-first-call', 'answered', {
    prospect_id: 1004,
    agent_id: 102,
    source: 'Website',
    duration_seconds: 45,
  }),
  call(6013, 11, '2026-03-09T11:00:00-04:00', 'prospect-first-call', 'answered', {
    prospect_id: 1005,
    agent_id: 101,
    source: 'Website',
    duration_seconds: 75,
  }),
  // In the lunch break between Sunset Terrace's two openings.
  call(6014, 12, '2026-03-10T13:30:00-07:00', 'prospect-first-call', 'requested-text', { source: 'Drive By' }),
  // Of a prospect that no file ever brings.
  call(6015, 11, '2026-03-11T10:00:00-04:00', 'prospect-first-call', 'answered', {
    prospect_id: 1999,
    agent_id: 101,
    duration_seconds: 150,
    intents: ['price'],
    score: 90,
  }),
]

export const transcripts: TranscriptRecord[] = [
  {
    thread_id: 'little-6001',
    property_id: 11,
    utterances: [
      { speaker: 'agent', time: 0, transcript: 'Thank you for calling Harbor Point, this is Ben. How can I help you?' },
      {
        speaker: 'caller',
        time: 6,
        transcript: 'Hi, my name is Bob Baker. I saw a balcony apartment on your website.',
      },
      { speaker: 'agent', time: 15, transcript: 'Great, are you looking for one or two bedrooms?' },
      { speaker: 'caller', time: 22, transcript: 'One bedroom, with a balcony if possible. What is the rent?' },
      {
        speaker: 'agent',
        time: 31,
        transcript: 'They start at nineteen hundred dollars. Would you like to tour on Thursday at five?',
      },
      { speaker: 'caller', time: 40, transcript: 'Thursday at five works.' },
    ],
    annotations: {
      greeting: 0,
      name: 1,
      preferences: 3,
      prospect_info: 1,
      prospect_interest: 3,
      prospect_source: 1,
      followup: null,
    },
  },
]
