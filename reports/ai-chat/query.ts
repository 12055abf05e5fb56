import { measuresFor } from '@leaselight/engine'
import { aiConversations } from '../ai/conversations'
import { aiChat } from './report'

export default measuresFor(aiChat, (context) => aiConversations(context, 'chat').sets)
