import { measuresFor } from '@leaselight/engine'
import { aiConversations } from '../ai/conversations'
import { aiVoice } from './report'

export default measuresFor(aiVoice, (context) => aiConversations(context, 'voice').sets)
