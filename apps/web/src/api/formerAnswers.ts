import { completeFindings, completeWaiting, type FormerFindings, type FormerWaiting } from '@leaselight/model'

/**
 * Fills in what a server of the release before leaves out: while an installation is upgraded, a new page may be answered
 * by an old server. A field that comes later is added here, by the path that answers with it.
 */
export function completeAnswer(path: string, value: unknown): unknown {
  if (value === null) return value
  if (path === '/api/insights/findings') return completeFindings(value as FormerFindings)
  if (path === '/api/insights/findings/waiting') return completeWaiting(value as FormerWaiting[])
  return value
}
