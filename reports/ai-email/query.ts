import { setsFor } from '@leaselight/engine'
import { aiConversations } from '../ai/conversations'
import { aiEmail } from './report'

export default setsFor(aiEmail, (context) => aiConversations(context, 'email').sets)
