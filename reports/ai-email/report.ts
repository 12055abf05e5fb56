import { defineChannelReport } from '../ai/channel'

export const aiEmail = defineChannelReport({
  key: 'ai-email',
  apiKey: 'AiEmailReport',
  title: 'AI email',
  view: 'email',
  navOrder: 2,
  gate: 'ai-email',
  flag: 'ai_reports',
  question: 'How much work does the AI do by email, and how well?',
})
