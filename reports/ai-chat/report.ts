import { defineChannelReport } from '../ai/channel'

export const aiChat = defineChannelReport({
  key: 'ai-chat',
  apiKey: 'AiChatReport',
  title: 'AI chat',
  view: 'chat',
  navOrder: 3,
  gate: 'ai-chat',
  flag: ['ai_reports', 'ai_chat'],
  question: 'How much work does the AI do by chat, and how well?',
})
