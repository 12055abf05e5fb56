import { and, count, desc, eq } from 'drizzle-orm'
import type { State } from './state'
import { outboxMails } from './takeSchema'

/** A mail of an installation without a mail server. */
export type OutboxMail = typeof outboxMails.$inferSelect

/** A page of a company's outbox, newest first, and how many mails there are. */
export async function listOutbox(
  state: State,
  companyId: number,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ total: number; mails: OutboxMail[] }> {
  return state.run(async (db) => {
    const [all] = await db.select({ number: count() }).from(outboxMails).where(eq(outboxMails.companyId, companyId))
    const mails = await db
      .select()
      .from(outboxMails)
      .where(eq(outboxMails.companyId, companyId))
      .orderBy(desc(outboxMails.createdAt), desc(outboxMails.id))
      .limit(limit)
      .offset(offset)
    return { total: all?.number ?? 0, mails }
  })
}

/** One mail of a company's outbox, or nothing. */
export async function outboxMail(state: State, companyId: number, id: string): Promise<OutboxMail | undefined> {
  const [found] = await state.run((db) =>
    db
      .select()
      .from(outboxMails)
      .where(and(eq(outboxMails.companyId, companyId), eq(outboxMails.id, id))),
  )
  return found
}
