import { defineChannelReport } from '../ai/channel'

export const aiVoice = defineChannelReport({
  key: 'ai-voice',
  apiKey: 'AiVoiceReport',
  title: 'AI voice',
  view: 'voice',
  navOrder: 1,
  gate: 'ai-voice',
  flag: 'ai_reports',
  question: 'How much work does the AI do by phone, and how well?',
})
