import { setsFor } from '@leaselight/engine'
import { aiConversations } from '../ai/conversations'
import { aiVoice } from './report'

export default setsFor(aiVoice, (context) => aiConversations(context, 'voice').sets)
