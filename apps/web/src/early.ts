import { earlyResponses } from './api/earlyResponses'
import { sendEarlyRequests } from './session/earlyRequests'

sendEarlyRequests(
  {
    address: new URL(window.location.href),
    storage: localStorage,
    config: document.querySelector<HTMLMetaElement>('meta[name="config"]')?.content ?? '',
  },
  earlyResponses,
)
