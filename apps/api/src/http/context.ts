import { setMaxListeners } from 'node:events'
import type { Engine } from '@leaselight/engine'
import type { Facts } from '@leaselight/facts'
import type { State } from '@leaselight/state'
import type { FastifyBaseLogger, FastifyReply } from 'fastify'
import type { Crm } from '../account/crm'
import type { FlagService } from '../account/flags/service'
import type { Metrics } from '../operations/metrics'
import type { Shutdown } from '../operations/shutdown'
import type { Settings } from '../start/settings'
import type { TokenVerifier } from './viewer'

/** Everything the routes work with. */
export interface Api {
  settings: Settings
  facts: Facts
  state: State
  engine: Engine
  crm: Crm
  tokens: TokenVerifier
  flags: FlagService
  metrics: Metrics
  stopping: Shutdown
  now: () => Date
  log: Pick<FastifyBaseLogger, 'error' | 'warn'>
  /** Where people reach the product, for links in mails. */
  publicUrl: () => string
  /** Something was queued that is to be sent now. */
  wakeDeliveries: () => void
  /** Lets the operator's own commands in; nobody else knows it. */
  operatorKey: string | undefined
}

/**
 * Ends when the client goes away before its answer is written, so that nothing is computed for nobody; or when the server
 * stops and its time is over, with what is to be said then as its reason.
 */
export function clientSignal(reply: FastifyReply): AbortSignal {
  const gone = new AbortController()
  // Every statement of one request listens, and a request may ask for many things.
  setMaxListeners(0, gone.signal)
  const letGo = reply.server.stopping.register(gone)
  reply.raw.once('close', () => {
    letGo()
    if (!reply.raw.writableFinished) gone.abort()
  })
  return gone.signal
}
