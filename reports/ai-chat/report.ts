import { ofChannel } from '../ai/channel'

export const aiChat = ofChannel({
  key: 'ai-chat',
  apiKey: 'AiChatReport',
  title: 'AI chat',
  view: 'chat',
  place: 3,
  gate: 'ai-chat',
  flag: ['ai_reports', 'ai_chat'],
  answers: 'How much does the AI take off our hands by chat, and how well?',
})
