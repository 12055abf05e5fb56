import { setsFor } from '@leaselight/engine'
import { aiConversations } from '../ai/conversations'
import { aiSms } from './report'

export default setsFor(aiSms, (context) => aiConversations(context, 'sms').sets)
