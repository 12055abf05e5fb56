import type { Facts } from '../facts'

/**
 * A store with some methods overridden, for tests of failures, crashes, or calls. Closing it leaves the underlying
 * store open; its owner closes that.
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
    withLines: (...given) => facts.withLines(...given),
    command: (sql) => facts.command(sql),
    tidy: (sql) => facts.tidy(sql),
    close: async () => {},
    ...overrides,
  }
}
