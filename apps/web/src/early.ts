import { earlyAnswers } from './api/earlyAnswers'
import { askEarly } from './session/askEarly'

askEarly(
  {
    address: new URL(window.location.href),
    storage: localStorage,
    config: document.querySelector<HTMLMetaElement>('meta[name="config"]')?.content ?? '',
  },
  earlyAnswers,
)
