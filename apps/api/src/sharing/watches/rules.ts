import { joinWithAnd } from '@leaselight/model'
import { mailRulesOf } from '@leaselight/state'
import type { Api } from '../../http/context'
import { badRequest } from '../../http/errors'
import { requireCallable } from './webhook'

/**
 * Throws a sentence for a webhook that may not be called. Where a company limits whom its people write to, its numbers go
 * nowhere else either: the host must be in one of the listed domains.
 */
export async function requireHostAllowed(api: Api, companyId: number, address: string): Promise<void> {
  const { hostname } = requireCallable(address, api.settings.watches.privateHosts)
  const { outside, domains } = await mailRulesOf(api.state, companyId)
  const isListed = domains.some((domain) => hostname === domain || hostname.endsWith(`.${domain}`))
  if (outside === 'anyone' || isListed) return
  throw badRequest(
    domains.length === 0
      ? 'Your company’s rules for mail allow colleagues only, so webhooks are off.'
      : `Your company’s rules for mail allow webhooks at ${joinWithAnd(domains)} only.`,
  )
}
