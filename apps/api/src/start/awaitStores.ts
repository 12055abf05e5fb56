import { setTimeout as sleep } from 'node:timers/promises'
import { awaitedFacts, type Facts, openFacts, recover } from '@leaselight/facts'
import { awaitedState, interruptImportRuns, type State } from '@leaselight/state'
import { reasonBehind } from '../failures'
import type { Settings } from '../settings'
import { addressOf, holdDataDir, openFactsOf, openStateOf, type Stores } from '../stores'

/** The stores of a server, of which those on other machines may come later. */
export interface AwaitedStores extends Stores {
  /** Resolves when the facts are there; never when the server stops before. */
  factsThere: Promise<void>
}

type Say = (line: string) => void

const FIRST_WAIT_MS = 500
const LAST_WAIT_MS = 5_000
/** Servers that are there get so long to be opened before the start goes on without them. */
const PATIENCE_MS = 5_000
const PROBE_SECONDS = 5

/**
 * Opens the stores for a server. What is embedded is opened now, or the start ends with a sentence. A server may be away:
 * then it is tried until it is there, and until then whoever needs it is told so; nobody has to start things in an order.
 */
export async function awaitStores(settings: Settings, say: Say): Promise<AwaitedStores> {
  const { lock, closing, close: closeStores } = await holdDataDir(settings, 'server')
  const ending = new AbortController()
  const close = async () => {
    ending.abort()
    await closeStores()
  }
  try {
    const { facts, factsThere } = await openOrAwaitFacts(settings, say, ending.signal)
    closing.push(() => facts.close())
    const { state, stateThere } = await openOrAwaitState(settings, say, ending.signal)
    closing.push(() => state.close())
    if (lock && state.embedded) await interruptImportRuns(state, settings.now ?? new Date())
    await Promise.race([Promise.all([factsThere, stateThere]), sleep(PATIENCE_MS, undefined, { ref: false })])
    return { facts, state, lock, close, factsThere }
  } catch (error) {
    await close()
    throw error
  }
}

async function openOrAwaitFacts(
  settings: Settings,
  say: Say,
  ending: AbortSignal,
): Promise<{ facts: Facts; factsThere: Promise<void> }> {
  const { clickhouse } = settings
  if (!clickhouse) {
    const facts = await openFactsOf(settings)
    await recover(facts)
    return { facts, factsThere: Promise.resolve() }
  }
  const { facts, arrive } = awaitedFacts()
  const { activity } = facts
  const open = async () => {
    await probe(clickhouse)
    arrive(await openFactsOf(settings, activity && { activity }))
    await recover(facts)
  }
  return { facts, factsThere: untilDone(`ClickHouse at ${placeOf(clickhouse.url)}`, open, say, ending) }
}

async function openOrAwaitState(
  settings: Settings,
  say: Say,
  ending: AbortSignal,
): Promise<{ state: State; stateThere: Promise<void> }> {
  const { databaseUrl } = settings
  if (!databaseUrl) return { state: await openStateOf(settings), stateThere: Promise.resolve() }
  const { state, arrive } = awaitedState()
  const open = async () => arrive(await openStateOf(settings))
  return { state, stateThere: untilDone(`PostgreSQL at ${placeOf(databaseUrl)}`, open, say, ending) }
}

/** A server that takes the connection and then says nothing must not hold up the next try: so first a question with a limit. */
async function probe(clickhouse: NonNullable<Settings['clickhouse']>): Promise<void> {
  const { clickhouseDatabase: _notYet, ...anywhere } = addressOf(clickhouse)
  const facts = await openFacts(anywhere)
  try {
    await facts.query('SELECT 1', {}, { timeoutSeconds: PROBE_SECONDS })
  } finally {
    await facts.close()
  }
}

/** Tries until it is done, and says once for each reason why it is not. */
async function untilDone(name: string, work: () => Promise<void>, say: Say, ending: AbortSignal): Promise<void> {
  let told = ''
  for (let wait = FIRST_WAIT_MS; !ending.aborted; wait = Math.min(wait * 2, LAST_WAIT_MS)) {
    try {
      await work()
      if (told) say(`${name} is there now.`)
      return
    } catch (error) {
      if (ending.aborted) break
      const reason = reasonBehind(error).replace(/\.$/, '')
      if (reason !== told) say(`Waiting for ${name}: ${reason}. It is tried again every few seconds.`)
      told = reason
      await sleep(wait, undefined, { signal: ending }).catch(() => undefined)
    }
  }
  await new Promise<never>(() => undefined)
}

/** Host and path without the password, for messages. */
function placeOf(address: string): string {
  const { host, pathname } = new URL(address)
  return `${host}${pathname === '/' ? '' : pathname}`
}
