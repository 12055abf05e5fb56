import type { StorePair } from './pair'
import { inspectFacts } from './seals'

const SEAL_AFTER_MS = 1_000

/** Seals the facts about a second after each import, and once more when it is closed. */
export function startSealing(stores: StorePair, now: () => Date, onError: (error: unknown) => void) {
  let timer: NodeJS.Timeout | undefined
  let sealing: Promise<unknown> = Promise.resolve()
  const seal = () => {
    timer = undefined
    sealing = sealing.then(() => inspectFacts(stores, now())).catch(onError)
  }
  const stop = stores.facts.activity?.listen({
    batch: () => {
      timer ??= setTimeout(seal, SEAL_AFTER_MS).unref()
    },
  })
  return {
    async close(): Promise<void> {
      stop?.()
      if (timer) {
        clearTimeout(timer)
        seal()
      }
      await sealing
    },
  }
}
