import { ofChannel } from '../ai/channel'

export const aiEmail = ofChannel({
  key: 'ai-email',
  apiKey: 'AiEmailReport',
  title: 'AI email',
  view: 'email',
  place: 2,
  gate: 'ai-email',
  flag: 'ai_reports',
  answers: 'How much does the AI take off our hands by e-mail, and how well?',
})
