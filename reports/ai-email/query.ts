import { measuresFor } from '@leaselight/engine'
import { aiConversations } from '../ai/conversations'
import { aiEmail } from './report'

export default measuresFor(aiEmail, (context) => aiConversations(context, 'email').sets)
