import { isAdmin } from '@leaselight/model'
import type { EarlyAnswers } from '../api/earlyAnswers'
import { clockOf } from '../app/clock'
import { SETUP } from '../setup/paths'
import { startupRequests } from '../state/startupRequests'
import { isDemo, type KeyValueStorage, readTokens } from './storage'
import { readPayload } from './token'
import { isDue } from './tokenManager'

/** Pages that need no session. */
const OPEN = /^\/(login|setup|unsubscribe|guest)(\/|$)/

interface Page {
  address: URL
  storage: KeyValueStorage
  /** The settings in the page; empty where a development server sent it. */
  config: string
}

/**
 * Asks for the account while the application is still on its way, with the session that is there: for an administrator
 * once nothing of the setup is left to do. A session that begins in the address, or has to be exchanged first, is left to
 * the application.
 */
export function askEarly({ address, storage, config }: Page, answers: EarlyAnswers): void {
  const tokens = readTokens(storage)
  if (!tokens || OPEN.test(address.pathname) || address.searchParams.has('accessToken')) return
  const { now = null }: { now?: string | null } = config === '' ? {} : JSON.parse(config)
  if (isDue(tokens, clockOf({ now })())) return
  const asker = { token: tokens.accessToken, isDemo: isDemo(storage) }
  const role = readPayload(tokens.accessToken)?.sub.role ?? ''
  const after = isAdmin(role) ? setupIsComplete(answers.ask(asker, { path: SETUP })) : undefined
  after?.catch(() => undefined)
  for (const request of startupRequests(role)) void answers.ask(asker, request, after)
}

async function setupIsComplete(answer: Promise<Response>): Promise<void> {
  const { complete } = await (await answer).clone().json()
  if (complete !== true) throw new Error('The setup comes first.')
}
