import { aiConversations, measuresFor } from '@leaselight/engine'
import { ai } from './report'

export default measuresFor(ai, (context) => {
  const { all, sets } = aiConversations(context)
  return {
    ...sets,
    voice: all.where`channel = 'voice'`,
    email: all.where`channel = 'email'`,
    chat: all.where`channel = 'chat'`,
    sms: all.where`channel = 'sms'`,
  }
})
