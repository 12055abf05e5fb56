import { setTimeout as sleep } from 'node:timers/promises'
import type { Facts } from '../client/facts'
import { systemParts } from '../cluster'

/**
 * A deletion rewrites a table's parts, and the engine keeps the old ones on disk for some minutes in case of a power
 * failure. During an erasure the new parts are synced at once, so the old ones can be deleted at once.
 */
const IMMEDIATE_PURGE = { old_parts_lifetime: 0, min_rows_to_fsync_after_merge: 1 }

const WAIT_MS = 180_000
const POLL_MS = 250

/** Runs work on tables whose old parts are deleted at once, and waits until they are off the disk. */
export async function withImmediatePurge(
  facts: Facts,
  tables: readonly string[],
  work: () => Promise<void>,
): Promise<void> {
  const settings = Object.entries(IMMEDIATE_PURGE).map(([name, value]) => `${name} = ${value}`)
  for (const table of tables) await facts.command(`ALTER TABLE ${table} MODIFY SETTING ${settings.join(', ')}`)
  try {
    await work()
    await waitForPurge(facts, tables)
  } finally {
    for (const table of tables)
      await facts.command(`ALTER TABLE ${table} RESET SETTING ${Object.keys(IMMEDIATE_PURGE).join(', ')}`)
  }
}

async function waitForPurge(facts: Facts, tables: readonly string[]): Promise<void> {
  // The parts that are old now; a concurrent import creates others, without erased data.
  const old = await inactiveParts(facts, tables)
  const end = Date.now() + WAIT_MS
  let left = old
  while (left.size > 0) {
    if (Date.now() > end)
      throw new Error(
        'What was erased can’t be read any more, but old files still hold it. Run the same again in a while.',
      )
    for (const table of tables) await facts.command(`SYSTEM START CLEANUP ${table}`)
    await sleep(POLL_MS)
    const now = await inactiveParts(facts, tables)
    left = new Set([...left].filter((piece) => now.has(piece)))
  }
}

async function inactiveParts(facts: Facts, tables: readonly string[]): Promise<Set<string>> {
  const found = await facts.query<{ piece: string }>(
    `SELECT concat(table, '/', name) AS piece FROM ${systemParts(facts)}
     WHERE database = currentDatabase() AND table IN {tables:Array(String)} AND NOT active`,
    { tables },
  )
  return new Set(found.map(({ piece }) => piece))
}
