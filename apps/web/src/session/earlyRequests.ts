import { isAdmin } from '@leaselight/model'
import type { EarlyResponses } from '../api/earlyResponses'
import { clockOf } from '../app/clock'
import { SETUP, startupRequests } from '../state/startupRequests'
import { isOpen } from './openPaths'
import { isDemo, type KeyValueStorage, readTokens } from './storage'
import { readPayload } from './token'
import { isDue } from './tokenManager'

interface Page {
  address: URL
  storage: KeyValueStorage
  /** The settings in the page; empty where a development server sent it. */
  config: string
}

/**
 * Requests the account while the application still loads, with the stored session: for an administrator once the setup is
 * complete. A session that begins in the address, or has to be exchanged first, is left to the application.
 */
export function sendEarlyRequests({ address, storage, config }: Page, responses: EarlyResponses): void {
  const tokens = readTokens(storage)
  if (!tokens || isOpen(address.pathname) || address.searchParams.has('accessToken')) return
  const { now = null }: { now?: string | null } = config === '' ? {} : JSON.parse(config)
  if (isDue(tokens, clockOf({ now })())) return
  const sender = { token: tokens.accessToken, isDemo: isDemo(storage) }
  const role = readPayload(tokens.accessToken)?.sub.role ?? ''
  const after = isAdmin(role) ? setupIsComplete(responses.send(sender, { path: SETUP })) : undefined
  after?.catch(() => undefined)
  for (const request of startupRequests(role)) void responses.send(sender, request, after)
}

async function setupIsComplete(response: Promise<Response>): Promise<void> {
  const { complete } = await (await response).clone().json()
  if (complete !== true) throw new Error('The setup comes first.')
}
