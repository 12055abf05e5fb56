import { setTimeout as sleep } from 'node:timers/promises'
import type { Facts } from '../client/facts'
import { systemParts } from '../cluster'

/**
 * A deletion writes a table's pieces anew; the old ones stay on the disk for some minutes, in case the power goes before the
 * new ones are safe. While something is erased the new ones are made safe at once, so that the old ones may go at once.
 */
const IMMEDIATE_PURGE = { old_parts_lifetime: 0, min_rows_to_fsync_after_merge: 1 }

const WAIT_MS = 180_000
const POLL_MS = 250

/** Runs the work on tables whose old pieces go at once, and waits until those that it left behind are off the disk. */
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
  // Those that are old now; an import that goes on makes others, which hold nothing of what was erased.
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
