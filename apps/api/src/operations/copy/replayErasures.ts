import { erasedWithFacts, type Facts } from '@leaselight/facts'
import type { State } from '@leaselight/state'
import { CliError } from '../../console/console'
import { eraseJob, runErase } from '../erase/erasure'

/** How many people are erased at once. */
const BATCH_SIZE = 10_000

/** The field of an erasure that names people of an entity. */
const fields = { prospects: 'prospect_ids', agents: 'agent_ids', users: 'user_ids' } as const

/**
 * Erases again the people and companies that a restored backup brought back although the list of the erased names them.
 * Returns how many there were.
 */
export async function replayErasures(stores: { facts: Facts; state: State; now: () => Date }): Promise<number> {
  const listed = await erasedWithFacts(stores.facts)
  const wholes = new Set(
    listed.filter(({ entity, id }) => entity === 'prospects' && id === 0).map(({ company }) => company),
  )
  let left = 0
  const erase = async (job: object) => {
    left += (await runErase(stores, eraseJob.parse(job))).left
  }
  for (const company_id of wholes) await erase({ company_id, whole: true })
  const people = listed.filter(({ company }) => !wholes.has(company))
  for (const company_id of new Set(people.map(({ company }) => company)))
    for (const entity of ['prospects', 'agents', 'users'] as const) {
      const ids = people.filter((one) => one.company === company_id && one.entity === entity).map(({ id }) => id)
      for (let at = 0; at < ids.length; at += BATCH_SIZE)
        await erase({ company_id, [fields[entity]]: ids.slice(at, at + BATCH_SIZE) })
    }
  if (left > 0)
    throw new CliError('People who had been erased are still there. Run the restore again, or npm run erase.')
  return wholes.size + people.length
}
