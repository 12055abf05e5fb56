import { setMaxListeners } from 'node:events'
import type { Engine } from '@leaselight/engine'
import type { Facts } from '@leaselight/facts'
import type { State } from '@leaselight/state'
import type { FastifyBaseLogger, FastifyReply } from 'fastify'
import type { Settings } from '../settings/settings'
import type { KeyOpener, TokenVerifier } from './viewer'

/** Everything the routes work with. Features add what they provide beside its type, as Fastify's plugins do. */
export interface Api {
  settings: Settings
  facts: Facts
  state: State
  engine: Engine
  tokens: TokenVerifier
  apiKeys: KeyOpener
  now: () => Date
  log: Pick<FastifyBaseLogger, 'error' | 'warn'>
  /** Where people reach the product, for links in mails. */
  publicUrl: () => string
  /** Wakes the delivery workers: something was queued to be sent now. */
  wakeDeliveries: () => void
  /** The key that authorizes the operator's commands. */
  operatorKey: string | undefined
}

/**
 * Aborts when the client disconnects before the response is written, so that abandoned queries stop. Also aborts when the
 * server stops and its grace period ends; the reason is then the error to respond with.
 */
export function clientSignal(reply: FastifyReply): AbortSignal {
  const gone = new AbortController()
  // Each query of a request adds a listener, and a request can run many queries.
  setMaxListeners(0, gone.signal)
  const release = reply.server.stopping.register(gone)
  reply.raw.once('close', () => {
    release()
    if (!reply.raw.writableFinished) gone.abort()
  })
  return gone.signal
}
