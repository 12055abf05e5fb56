import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { mailRules, ownKeys } from '../schema/sharing'
import type { State } from '../state'

/** The addresses that a company's users may send mail to besides their colleagues. */
export interface MailRules {
  outside: 'anyone' | 'listed'
  /** In lower case. */
  domains: string[]
}

/** A company's rules; without any, every address is allowed. */
export async function mailRulesOf(state: State, companyId: number): Promise<MailRules> {
  const [found] = await state.run((db) => db.select().from(mailRules).where(eq(mailRules.companyId, companyId)))
  return found ? { outside: found.outside, domains: found.domains } : { outside: 'anyone', domains: [] }
}

export async function setMailRules(
  state: State,
  { companyId, userId }: { companyId: number; userId: number },
  rules: MailRules,
  now: Date,
): Promise<void> {
  const row = { ...rules, updatedBy: userId, updatedAt: now }
  await state.run((db) =>
    db
      .insert(mailRules)
      .values({ companyId, ...row })
      .onConflictDoUpdate({ target: mailRules.companyId, set: row }),
  )
}

/** A secret of this installation, shared by all its instances and generated on first use. */
export async function installationKey(state: State, name: string): Promise<string> {
  return state.run(async (db) => {
    await db
      .insert(ownKeys)
      .values({ name, key: randomBytes(32).toString('base64url') })
      .onConflictDoNothing()
    const [found] = await db.select().from(ownKeys).where(eq(ownKeys.name, name))
    if (!found) throw new Error(`There is no key ${name}.`)
    return found.key
  })
}
