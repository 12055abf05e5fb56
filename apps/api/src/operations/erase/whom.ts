import type { Facts } from '@leaselight/facts'
import { z } from 'zod'
import type { eraseBody } from './erasure'

/** Who an erasure would erase, so that an administrator reads names before anything is gone. */
export const peopleAnswer = z
  .object({
    people: z.array(
      z.object({ kind: z.enum(['prospect', 'agent', 'user']), id: z.int(), name: z.string(), email: z.string() }),
    ),
  })
  .meta({ id: 'PeopleToErase' })

const FULL_NAME = `trim(concat(first_name, ' ', last_name))`

/** The people of a company whom ids name, as their newest records call them. An id without a record is left out. */
export async function peopleOf(
  facts: Facts,
  company: number,
  ids: z.infer<typeof eraseBody>,
): Promise<z.infer<typeof peopleAnswer>> {
  const kinds = [
    { kind: 'prospect' as const, table: 'prospects', name: FULL_NAME, ids: ids.prospect_ids ?? [] },
    { kind: 'agent' as const, table: 'agents', name: 'name', ids: ids.agent_ids ?? [] },
    { kind: 'user' as const, table: 'users', name: FULL_NAME, ids: ids.user_ids ?? [] },
  ]
  const found = await Promise.all(
    kinds.map(async ({ kind, table, name, ids }) => {
      if (ids.length === 0) return []
      const rows = await facts.query<{ id: number; name: string; email: string }>(
        `SELECT id, ${name} AS name, email FROM ${table} FINAL
         WHERE company_id = {company:UInt64} AND id IN {ids:Array(UInt64)} ORDER BY id`,
        { company, ids },
      )
      return rows.map((row) => ({ kind, ...row }))
    }),
  )
  return { people: found.flat() }
}
