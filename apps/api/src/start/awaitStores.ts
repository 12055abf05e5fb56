import { setTimeout as sleep } from 'node:timers/promises'
import { type Facts, lazyFacts, openFacts, recover, TablesDiffer } from '@leaselight/facts'
import { interruptImportRuns, lazyState, type State } from '@leaselight/state'
import { rootCause } from '../http/failures'
import { ForeignStore, joinInstallation, type StorePair } from '../operations/integrity/pair'
import { integrityProblem } from '../operations/integrity/seals'
import {
  acquireDataDir,
  clickhouseOptions,
  openConfiguredFacts,
  openConfiguredState,
  type Stores,
} from '../operations/stores'
import type { Settings } from '../settings/settings'

/** The stores of a server; those on other machines may become reachable later. */
export interface LazyStores extends Stores {
  /** Resolves when the facts store is open; never when the server stops before. */
  factsReady: Promise<void>
  /** The same of the state store. */
  stateReady: Promise<void>
}

type Log = (line: string) => void

const FIRST_WAIT_MS = 500
const LAST_WAIT_MS = 5_000
/** How long a start waits for reachable servers before it goes on without them. */
const STARTUP_WAIT_MS = 5_000
const PROBE_SECONDS = 5

/**
 * Opens the stores for a server. Embedded stores are opened now, or the start fails with a message. A store on another
 * server may be unreachable: it is retried until it responds, and meanwhile requests that need it get 503. Services can
 * therefore be started in any order.
 */
export async function awaitStores(settings: Settings, say: Log): Promise<LazyStores> {
  const { lock, closing, close: closeStores } = await acquireDataDir(settings, 'server')
  const ending = new AbortController()
  const close = async () => {
    ending.abort()
    await closeStores()
  }
  const pair = new Pairing(settings.now ?? new Date(), say)
  try {
    const { facts, factsReady } = await openOrRetryFacts(settings, pair, say, ending.signal)
    closing.push(() => facts.close())
    const { state, stateReady } = await openOrRetryState(settings, pair, say, ending.signal)
    closing.push(() => state.close())
    if (lock && state.embedded) await interruptImportRuns(state, settings.now ?? new Date())
    await Promise.race([Promise.all([factsReady, stateReady]), sleep(STARTUP_WAIT_MS, undefined, { ref: false })])
    return { facts, state, lock, close, factsReady, stateReady }
  } catch (error) {
    await close()
    throw error
  }
}

/** Holds both stores together as they open: the later one is used only when both belong to one installation. */
class Pairing {
  readonly #open: Partial<StorePair> = {}

  constructor(
    readonly now: Date,
    readonly say: Log,
  ) {}

  /** Takes a store that has opened. Throws ForeignStore when the two don't belong together. */
  async add(store: Partial<StorePair>): Promise<void> {
    const { facts, state } = Object.assign(this.#open, store)
    if (!facts || !state) return
    await joinInstallation({ facts, state }, this.now)
    const problem = await integrityProblem({ facts, state }, this.now)
    if (problem !== undefined) this.say(problem)
  }
}

async function openOrRetryFacts(
  settings: Settings,
  pair: Pairing,
  say: Log,
  ending: AbortSignal,
): Promise<{ facts: Facts; factsReady: Promise<void> }> {
  const { clickhouse } = settings
  if (!clickhouse) {
    const facts = await openConfiguredFacts(settings)
    await pair.add({ facts })
    await recover(facts)
    return { facts, factsReady: Promise.resolve() }
  }
  const { facts, resolve } = lazyFacts()
  const { activity } = facts
  const open = async () => {
    await probe(clickhouse)
    const opened = await openConfiguredFacts(settings, activity && { activity })
    await pair.add({ facts: opened }).catch(closeAndThrow(opened))
    resolve(opened)
    await recover(facts)
  }
  return { facts, factsReady: retryUntilOpen(`ClickHouse at ${displayAddress(clickhouse.url)}`, open, say, ending) }
}

async function openOrRetryState(
  settings: Settings,
  pair: Pairing,
  say: Log,
  ending: AbortSignal,
): Promise<{ state: State; stateReady: Promise<void> }> {
  const { databaseUrl } = settings
  if (!databaseUrl) {
    const state = await openConfiguredState(settings)
    await pair.add({ state }).catch(closeAndThrow(state))
    return { state, stateReady: Promise.resolve() }
  }
  const { state, resolve } = lazyState()
  const open = async () => {
    const opened = await openConfiguredState(settings)
    await pair.add({ state: opened }).catch(closeAndThrow(opened))
    resolve(opened)
  }
  return { state, stateReady: retryUntilOpen(`PostgreSQL at ${displayAddress(databaseUrl)}`, open, say, ending) }
}

const closeAndThrow = (store: { close: () => Promise<void> }) => async (error: unknown) => {
  await store.close()
  throw error
}

/** Pings with a time limit first: a server that accepts the connection and stays silent must not hold up the next attempt. */
async function probe(clickhouse: NonNullable<Settings['clickhouse']>): Promise<void> {
  const { clickhouseDatabase: _notYet, ...anywhere } = clickhouseOptions(clickhouse)
  const facts = await openFacts(anywhere)
  try {
    await facts.query('SELECT 1', {}, { timeoutSeconds: PROBE_SECONDS })
  } finally {
    await facts.close()
  }
}

/** Retries until it succeeds, and logs each distinct reason once. */
async function retryUntilOpen(name: string, work: () => Promise<void>, say: Log, ending: AbortSignal): Promise<void> {
  let logged = ''
  for (let wait = FIRST_WAIT_MS; !ending.aborted; wait = Math.min(wait * 2, LAST_WAIT_MS)) {
    try {
      await work()
      if (logged) say(`${name} is there now.`)
      return
    } catch (error) {
      if (ending.aborted) break
      // Waiting would not help.
      if (error instanceof TablesDiffer || error instanceof ForeignStore) throw error
      const reason = rootCause(error).replace(/\.$/, '')
      if (reason !== logged) say(`Waiting for ${name}: ${reason}. It is tried again every few seconds.`)
      logged = reason
      await sleep(wait, undefined, { signal: ending }).catch(() => undefined)
    }
  }
  await new Promise<never>(() => undefined)
}

/** Host and path without the password, for messages. */
function displayAddress(address: string): string {
  const { host, pathname } = new URL(address)
  return `${host}${pathname === '/' ? '' : pathname}`
}
