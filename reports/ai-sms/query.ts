import { measuresFor } from '@leaselight/engine'
import { aiConversations } from '../ai/conversations'
import { aiSms } from './report'

export default measuresFor(aiSms, (context) => aiConversations(context, 'sms').sets)
