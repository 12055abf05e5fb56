import { defineChannelReport } from '../ai/channel'

export const aiSms = defineChannelReport({
  key: 'ai-sms',
  apiKey: 'AiSmsReport',
  title: 'AI SMS',
  view: 'sms',
  navOrder: 4,
  gate: 'ai-sms',
  flag: ['ai_reports', 'ai_sms'],
  question: 'How much work does the AI do by text, and how well?',
})
