import { addAuditEvents, type NewAuditEvent, type State } from '@leaselight/state'
import type { AuditedCaller, AuditedDeed, AuditRecorder } from '../../http/audit'

/** How often what was noted is stored. */
const STORE_EVERY_MS = 2_000
/** Stored at once from this many on. */
const BATCH = 500
/** While the store is away, this many wait; then the oldest are lost. */
const MAX_WAITING = 20_000
/** Seeing the same again within this time is noted once. */
const SEEN_AGAIN_MS = 10 * 60_000
const MAX_SEEN = 50_000

interface Options {
  state: State
  now: () => Date
  /** Called when events can't be stored, once for each attempt. */
  onError: (error: unknown) => void
}

/** Notes what people do in memory, and stores it in batches. */
export interface AuditBuffer extends AuditRecorder {
  /** Stores what has been noted. */
  store(): Promise<void>
  /** Stores the rest and stops. */
  close(): Promise<void>
}

/** Opens the log of what people do. */
export function openAuditBuffer({ state, now, onError }: Options): AuditBuffer {
  let waiting: NewAuditEvent[] = []
  const seen = new Map<string, number>()
  let storing: Promise<void> = Promise.resolve()

  const storeBatches = async () => {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, BATCH)
      try {
        await addAuditEvents(state, batch)
      } catch (error) {
        waiting = waiting.slice(-MAX_WAITING)
        return onError(error)
      }
      waiting = waiting.slice(batch.length)
    }
  }
  const store = () => {
    storing = storing.then(storeBatches)
    return storing
  }
  const timer = setInterval(() => void store(), STORE_EVERY_MS)
  timer.unref()

  /** Whether the caller has just seen the same. */
  const isSeenAgain = (caller: AuditedCaller, { what, report }: AuditedDeed, at: number): boolean => {
    const key = [caller.companyId, caller.userId, caller.means, what, report].join('/')
    const last = seen.get(key)
    if (last !== undefined && at - last < SEEN_AGAIN_MS) return true
    seen.delete(key)
    seen.set(key, at)
    const [oldest] = seen.keys()
    if (seen.size > MAX_SEEN && oldest !== undefined) seen.delete(oldest)
    return false
  }

  return {
    record(caller, deed) {
      const at = now()
      if (deed.action === 'seen' && isSeenAgain(caller, deed, at.getTime())) return
      waiting.push({ ...caller, ...deed, at })
      if (waiting.length >= BATCH) void store()
    },
    store,
    async close() {
      clearInterval(timer)
      await store()
    },
  }
}
