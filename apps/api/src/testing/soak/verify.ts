import { sql } from 'drizzle-orm'
import { integrityProblem } from '../../operations/integrity/seals'
import { openStores } from '../../operations/stores'
import type { Settings } from '../../settings/settings'
import type { ReceivedMail } from '../mailServer'
import { PROPERTY_ID } from './clients'
import type { Kind, Ledgers } from './ledger'

/** What became of one kind of act. */
export interface Outcome {
  kind: Kind | 'mail of schedule' | 'mail of share'
  acknowledged: number
  unknown: number
  /** Acknowledged and not there, or erased and back. */
  lost: number
  /** There more than once. */
  doubled: number
  /** Mails that came again under the same number, because the server died between a mail's last line and its record. */
  documented: number
}

/** Counts in both stores, and in the mail server, what became of every act. The server must be stopped. */
export async function verify(
  settings: Settings,
  ledgers: Ledgers,
  mails: readonly ReceivedMail[],
): Promise<{ outcomes: Outcome[]; problem: string | undefined }> {
  const { facts, state, close } = await openStores(settings, 'soak')
  try {
    const idsIn = async (table: string) =>
      counted(
        await facts.query<{ name: string; times: number }>(
          `SELECT toString(id) AS name, count() AS times FROM ${table} FINAL WHERE property_id = {property:UInt64} GROUP BY id`,
          { property: PROPERTY_ID },
        ),
      )
    const namesIn = async (table: string) => {
      const found: unknown = await state.db.execute(
        sql`select name, count(*)::int as times from ${sql.identifier(table)} group by name`,
      )
      return counted((found as { rows: { name: string; times: number }[] }).rows)
    }
    const prospects = await idsIn('prospects')
    const units = await idsIn('units')
    const outcome = (kind: Outcome['kind'], of: Kind, there: Map<string, number>): Outcome => {
      const { acknowledged, unknown } = ledgers[of]
      const every = [...acknowledged, ...unknown]
      return {
        kind,
        acknowledged: acknowledged.size,
        unknown: unknown.size,
        lost: [...acknowledged].filter((name) => !there.has(name)).length,
        doubled: every.filter((name) => (there.get(name) ?? 0) > 1).length,
        documented: 0,
      }
    }
    const gone = new Map([...ledgers.erase.acknowledged].filter((id) => !prospects.has(id)).map((id) => [id, 1]))
    return {
      outcomes: [
        outcome('import', 'import', prospects),
        outcome('save', 'save', await namesIn('saved_reports')),
        outcome('schedule', 'schedule', await namesIn('scheduled_reports')),
        mailOutcome(outcome('mail of schedule', 'schedule', counted(timesSent(mails))), mails, 'schedule-'),
        mailOutcome(outcome('mail of share', 'share', counted(timesSent(mails))), mails, 'share-'),
        outcome('erase', 'erase', gone),
        outcome('feed', 'feed', units),
      ],
      problem: await integrityProblem({ facts, state }, new Date()),
    }
  } finally {
    await close()
  }
}

const counted = (rows: readonly { name: string; times: number }[]): Map<string, number> =>
  new Map(rows.map(({ name, times }) => [name, times]))

/** Who a mail is for, without the domain. */
const recipientOf = ({ envelopeTo }: ReceivedMail): string => envelopeTo[0]?.split('@')[0] ?? ''

function timesSent(mails: readonly ReceivedMail[]): { name: string; times: number }[] {
  const times = new Map<string, number>()
  for (const mail of mails) times.set(recipientOf(mail), (times.get(recipientOf(mail)) ?? 0) + 1)
  return [...times].map(([name, count]) => ({ name, times: count }))
}

/** Tells mails that came again under their number from mails that were made twice. */
function mailOutcome(outcome: Outcome, mails: readonly ReceivedMail[], prefix: string): Outcome {
  const numbers = new Map<string, Set<string>>()
  const copies = new Map<string, number>()
  for (const mail of mails.filter((one) => recipientOf(one).startsWith(prefix))) {
    const name = recipientOf(mail)
    numbers.set(name, (numbers.get(name) ?? new Set()).add(mail.messageId ?? ''))
    copies.set(name, (copies.get(name) ?? 0) + 1)
  }
  const again = [...copies].filter(([, times]) => times > 1).map(([name]) => name)
  const made = again.filter((name) => (numbers.get(name)?.size ?? 0) > 1)
  return { ...outcome, doubled: made.length, documented: again.length - made.length }
}
