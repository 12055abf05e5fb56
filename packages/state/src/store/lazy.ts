import type { Database, State } from '../state'
import { StoreUnavailable } from './errors'

/** A store on a server that may not be reachable yet. */
export interface LazyState {
  /** Until the store is open, every call throws StoreUnavailable. */
  state: State
  resolve(store: State): void
}

const NOT_READY = 'The database that keeps saved work can’t be reached yet. Please try again in a moment.'

/** Replaces a store until it can be opened, so that startup doesn't wait for it. */
export function lazyState(): LazyState {
  let there: State | undefined
  let isClosed = false
  const store = (): State => {
    if (!there) throw new StoreUnavailable(NOT_READY)
    return there
  }
  const state: State = {
    embedded: false,
    get db(): Database {
      return store().db
    },
    run: async (work) => store().run(work),
    ping: async () => store().ping(),
    close: async () => {
      isClosed = true
      await there?.close()
    },
  }
  return {
    state,
    resolve(arrived) {
      there = arrived
      // Opened after `close`: nothing else would close it.
      if (isClosed) void arrived.close()
    },
  }
}
