import { aiConversations, measuresFor } from '@leaselight/engine'
import { aiChat } from './report'

export default measuresFor(aiChat, (context) => aiConversations(context, 'chat').sets)
