import { setTimeout as sleep } from 'node:timers/promises'
import { StoreUnavailable } from '@leaselight/state'

const TRIES_WHEN_STOPPING = 10
const BETWEEN_MS = 1_000

/**
 * Notes what the mail server took, however long the store is away: as long as this process lives it knows, and whoever
 * forgot would send the mail twice. Only a process that is to end gives up, after a while.
 */
export async function retryUntilSaved(
  save: () => Promise<void>,
  isStopping: () => boolean,
  betweenMs: number = BETWEEN_MS,
): Promise<void> {
  let left = TRIES_WHEN_STOPPING
  for (;;) {
    try {
      return await save()
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error
      if (isStopping()) left -= 1
      if (left === 0) throw error
      await sleep(betweenMs)
    }
  }
}
