import { aiConversations, measuresFor } from '@leaselight/engine'
import { aiEmail } from './report'

export default measuresFor(aiEmail, (context) => aiConversations(context, 'email').sets)
