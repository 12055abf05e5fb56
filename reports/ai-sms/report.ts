import { ofChannel } from '../ai/channel'

export const aiSms = ofChannel({
  key: 'ai-sms',
  apiKey: 'AiSmsReport',
  title: 'AI SMS',
  view: 'sms',
  place: 4,
  gate: 'ai-sms',
  flag: ['ai_reports', 'ai_sms'],
  answers: 'How much does the AI take off our hands by text message, and how well?',
})
