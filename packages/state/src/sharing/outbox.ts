import { and, count, desc, eq, exists, getTableColumns, type SQL, sql } from 'drizzle-orm'
import { deliveries, deliveryRecipients, outboxMails } from '../schema/sharing'
import type { Database, State } from '../state'

/** A mail of an installation without a mail server. */
export type OutboxMail = typeof outboxMails.$inferSelect

/** A company's outbox. */
interface Outbox {
  companyId: number
  /** Only mails that were made in a sales demo. */
  demo?: boolean | undefined
}

function inOutbox(db: Database, { companyId, demo }: Outbox): SQL | undefined {
  const made = db
    .select({ id: deliveryRecipients.id })
    .from(deliveryRecipients)
    .innerJoin(deliveries, eq(deliveries.id, deliveryRecipients.deliveryId))
    .where(and(eq(deliveryRecipients.id, outboxMails.id), eq(deliveries.demo, true)))
  return and(eq(outboxMails.companyId, companyId), demo ? exists(made) : undefined)
}

/** A mail as a list shows it: without its text and the contents of its files, which may be many megabytes. */
export type ListedMail = Pick<OutboxMail, 'id' | 'recipient' | 'subject' | 'createdAt' | 'kind'> & {
  htmlBytes: number
  attachments: { filename: string; contentType: string; size: number }[]
}

const { id, recipient, subject, createdAt, kind, html, attachments } = getTableColumns(outboxMails)
const listed = {
  ...{ id, recipient, subject, createdAt, kind },
  htmlBytes: sql<number>`octet_length(${html})`,
  attachments: sql<ListedMail['attachments']>`(
    select coalesce(jsonb_agg(jsonb_build_object(
      'filename', file->>'filename', 'contentType', file->>'contentType',
      'size', length(file->>'content') / 4 * 3 - (length(file->>'content') - length(rtrim(file->>'content', '=')))
    ) order by place), '[]') from jsonb_array_elements(${attachments}) with ordinality as files (file, place))`,
}

/** A page of a company's outbox, newest first, with the total number of mails. */
export async function listOutbox(
  state: State,
  outbox: Outbox,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ total: number; mails: ListedMail[] }> {
  return state.run(async (db) => {
    const [all] = await db.select({ number: count() }).from(outboxMails).where(inOutbox(db, outbox))
    const mails = await db
      .select(listed)
      .from(outboxMails)
      .where(inOutbox(db, outbox))
      .orderBy(desc(outboxMails.createdAt), desc(outboxMails.id))
      .limit(limit)
      .offset(offset)
    return { total: all?.number ?? 0, mails }
  })
}

/** One mail of a company's outbox, or undefined. */
export async function readOutboxMail(state: State, outbox: Outbox, id: string): Promise<OutboxMail | undefined> {
  const [found] = await state.run((db) =>
    db
      .select()
      .from(outboxMails)
      .where(and(inOutbox(db, outbox), eq(outboxMails.id, id))),
  )
  return found
}
