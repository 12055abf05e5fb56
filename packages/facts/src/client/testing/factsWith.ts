import type { Facts } from '../facts'

/**
 * The same store as somebody else sees it, with some of its doings changed: one that fails, dies, or is listened to.
 * Closing it leaves the store open, which is its owner's.
 */
export function factsWith(facts: Facts, overrides: Partial<Facts>): Facts {
  return {
    embedded: facts.embedded,
    cluster: facts.cluster,
    query: (...given) => facts.query(...given),
    stream: (...given) => facts.stream(...given),
    native: (...given) => facts.native(...given),
    insert: (...given) => facts.insert(...given),
    insertNative: (...given) => facts.insertNative(...given),
    command: (sql) => facts.command(sql),
    close: async () => {},
    ...overrides,
  }
}
