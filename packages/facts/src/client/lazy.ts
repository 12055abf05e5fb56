import { Activity } from './activity'
import { EngineUnavailable } from './errors'
import type { Facts } from './facts'

/** A store on a server that may not be reachable yet. */
export interface LazyFacts {
  /** Until the store is open, every call throws EngineUnavailable. */
  facts: Facts
  resolve(store: Facts): void
}

const NOT_READY = 'The data store can’t be reached yet. Please try again in a moment.'

/** Replaces a store until it can be opened, so that startup doesn't wait for it. */
export function lazyFacts(): LazyFacts {
  let there: Facts | undefined
  let isClosed = false
  const store = (): Facts => {
    if (!there) throw new EngineUnavailable(NOT_READY)
    return there
  }
  const facts: Facts = {
    embedded: false,
    get cluster() {
      return there?.cluster
    },
    activity: new Activity(),
    query: async (...asked) => store().query(...asked),
    async *stream<T>(...asked: Parameters<Facts['stream']>) {
      yield* store().stream<T>(...asked)
    },
    async *native(...asked) {
      yield* store().native(...asked)
    },
    insert: async (...asked) => store().insert(...asked),
    insertNative: async (...asked) => store().insertNative(...asked),
    withLines: async (...given) => store().withLines(...given),
    command: async (...asked) => store().command(...asked),
    tidy: async (...asked) => store().tidy(...asked),
    close: async () => {
      isClosed = true
      await there?.close()
    },
  }
  return {
    facts,
    resolve(arrived) {
      there = arrived
      // Opened after `close`: nothing else would close it.
      if (isClosed) void arrived.close()
    },
  }
}
