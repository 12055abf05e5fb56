import { setsFor } from '@leaselight/engine'
import { aiConversations } from '../ai/conversations'
import { aiChat } from './report'

export default setsFor(aiChat, (context) => aiConversations(context, 'chat').sets)
