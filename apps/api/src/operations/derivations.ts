import type { Facts } from '@leaselight/facts'
import type { FastifyBaseLogger } from 'fastify'
import { rootCause } from '../http/failures'

/**
 * Warns once when a company's derived table can't be worked out any more, and says once when it can again: it is tried
 * after every import and at every question. The returned function stops that.
 */
export function logDerivations(
  { activity }: Pick<Facts, 'activity'>,
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>,
): () => void {
  const broken = new Set<string>()
  const stop = activity?.listen({
    derivation({ table, companyId, outcome, error }) {
      const name = `${companyId} ${table}`
      if (outcome === 'ok') {
        if (broken.delete(name)) log.info({ table, companyId }, 'a derived table is worked out again')
      } else if (!broken.has(name)) {
        broken.add(name)
        log.warn({ table, companyId, reason: rootCause(error) }, 'a derived table can’t be worked out')
      }
    },
  })
  return () => stop?.()
}
