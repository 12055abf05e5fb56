import type { QueryOptions } from '@leaselight/facts'
import { pluralize } from '@leaselight/model'
import type { QueryRunner } from '../plan/cache'
import { idList, render, type Sql, sql } from '../plan/sql'
import { instantSql } from '../records/conditions'

/** Where a prospect stands now. */
export interface ProspectStanding {
  status: string
  source: string
  /** Since when they would wait: their own last contact or, without one, since they came in. In UTC. */
  waitingSince: string
  /** The last contact in either direction, in UTC; '' where there is none. */
  lastContact: string
}

const DAY_MS = 86_400_000

/** Statuses in the words of a list. Waiting says for how long. */
const words: Readonly<Record<string, string>> = {
  booked: 'Tour booked',
  visited: 'Toured',
  applied: 'Applied',
  leased: 'Leased',
  lost: 'Lost',
}

/** For how many whole days a prospect has been waiting. */
export function waitingDays({ waitingSince }: ProspectStanding, now: Date): number {
  return Math.floor((now.getTime() - Date.parse(`${waitingSince.replace(' ', 'T')}Z`)) / DAY_MS)
}

/** A prospect's status as text: "Waiting 3 days". */
export function standingText(standing: ProspectStanding, now: Date): string {
  const { status } = standing
  if (status !== 'waiting') return words[status] ?? status
  const days = waitingDays(standing, now)
  return days < 1 ? 'Waiting since today' : `Waiting ${pluralize(days, 'day')}`
}

/** The company's prospects who wait for an answer. */
export const waitingSql = (companyId: number): Sql =>
  sql`SELECT id FROM prospects FINAL WHERE company_id = ${companyId} AND status = 'waiting'`

/** Where prospects stand, by id, as far as it is known at an instant. */
export async function readStandings(
  facts: QueryRunner,
  companyId: number,
  ids: readonly number[],
  now: Date,
  options: QueryOptions,
): Promise<Map<number, ProspectStanding>> {
  const people = [...new Set(ids)].filter((id) => id > 0)
  if (people.length === 0) return new Map()
  const of = sql`company_id = ${companyId} AND prospect_id IN ${idList(people)}`
  const until = instantSql(now)
  const { text, params } =
    render(sql`SELECT id, status, source, toString(greatest(created_at, last_inbound)) AS waitingSince, last AS lastContact
    FROM prospects FINAL LEFT JOIN (SELECT prospect_id, toString(max(at)) AS last, maxIf(at, direction = 'inbound') AS last_inbound FROM (
      SELECT prospect_id, sent_at AS at, toString(direction) AS direction FROM messages FINAL WHERE ${of} AND sent_at <= ${until}
      UNION ALL SELECT prospect_id, started_at AS at, toString(direction) AS direction FROM calls FINAL WHERE ${of} AND started_at <= ${until}
    ) GROUP BY prospect_id) AS contacts ON prospects.id = contacts.prospect_id
    WHERE company_id = ${companyId} AND id IN ${idList(people)}`)
  const found = await facts.query<ProspectStanding & { id: number }>(text, params, options)
  return new Map(found.map((standing) => [standing.id, standing]))
}
