import { setTimeout as sleep } from 'node:timers/promises'
import type { Facts } from '../client/facts'
import { systemMutations } from '../cluster'
import { bindCompany, type ErasureTarget } from './plan'

const POLL_MS = 100

/** Runs mutations that rewrite the tables without the erased data, all at the same time, and waits for the last. */
export async function mutate(facts: Facts, company: number, targets: readonly ErasureTarget[]): Promise<void> {
  for (const { table, where, emptied } of targets)
    await facts.command(
      bindCompany(
        company,
        // The condition reads other tables, which a replica must be allowed to do.
        `ALTER TABLE ${table} ${emptied ? `UPDATE ${emptied}` : 'DELETE'} WHERE ${where}
         SETTINGS mutations_sync = 0, allow_nondeterministic_mutations = 1`,
      ),
    )
  // Not one long statement, which may outlive its connection; when interrupted here, the engine continues by itself.
  const tables = targets.map(({ table }) => table)
  for (;;) {
    const open = await facts.query<{ table: string; id: string; failure: string }>(
      `SELECT table, mutation_id AS id, latest_fail_reason AS failure FROM ${systemMutations(facts)}
       WHERE database = currentDatabase() AND table IN {tables:Array(String)} AND NOT is_done`,
      { tables },
    )
    if (open.length === 0) return
    const failed = open.find(({ failure }) => failure !== '')
    if (failed) {
      // The engine would retry forever.
      await facts.command(`KILL MUTATION WHERE database = currentDatabase() AND table = '${failed.table}'`)
      throw new Error(`The rows of ${failed.table} could not be removed: ${failed.failure}`)
    }
    await sleep(POLL_MS)
  }
}
