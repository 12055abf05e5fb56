import { aiConversations, measuresFor } from '@leaselight/engine'
import { aiSms } from './report'

export default measuresFor(aiSms, (context) => aiConversations(context, 'sms').sets)
