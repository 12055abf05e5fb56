import { aiConversations, measuresFor } from '@leaselight/engine'
import { aiVoice } from './report'

export default measuresFor(aiVoice, (context) => aiConversations(context, 'voice').sets)
