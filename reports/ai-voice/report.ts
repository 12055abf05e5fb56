import { ofChannel } from '../ai/channel'

export const aiVoice = ofChannel({
  key: 'ai-voice',
  apiKey: 'AiVoiceReport',
  title: 'AI voice',
  view: 'voice',
  place: 1,
  gate: 'ai-voice',
  flag: 'ai_reports',
  answers: 'How much does the AI take off our hands on the telephone, and how well?',
})
