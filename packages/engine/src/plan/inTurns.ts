import { setImmediate } from 'node:timers/promises'
import type { Steps } from '@leaselight/model'

/** How long work may keep the process's one thread to itself, in milliseconds. */
const TURN_MS = 10

/** When a turn began, and how it ends: others run before the next one. */
export interface Turns {
  now: () => number
  next: () => Promise<unknown>
}

const realTurns: Turns = { now: () => performance.now(), next: () => setImmediate() }

/**
 * Takes the steps of long work in turns with everything else that the process does: a server that computed for a second
 * in one go would answer nobody meanwhile. Rejects with the reason of `signal` once that is aborted.
 */
export async function inTurns<T>(steps: Steps<T>, signal?: AbortSignal, turns: Turns = realTurns): Promise<T> {
  let since = turns.now()
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
    if (turns.now() - since < TURN_MS) continue
    await turns.next()
    signal?.throwIfAborted()
    since = turns.now()
  }
}
