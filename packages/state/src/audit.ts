import { randomUUID } from 'node:crypto'
import { and, count, desc, eq, gte, inArray, isNotNull, lt, type SQL } from 'drizzle-orm'
import { auditEvents } from './schema'
import type { AuditAction } from './schema/audit'
import type { State } from './state'

/** An entry of the activity log. */
export type AuditEvent = typeof auditEvents.$inferSelect
export type NewAuditEvent = Omit<AuditEvent, 'id'>

/** Which events of a company; what is left out narrows nothing. */
export interface AuditFilter {
  companyId: number
  userIds?: readonly number[] | undefined
  action?: AuditAction | undefined
  from?: Date | undefined
  /** Exclusive. */
  until?: Date | undefined
  /** Only those of sales demos. */
  demo?: boolean
}

/** Stores events, in one statement. */
export async function addAuditEvents(state: State, events: readonly NewAuditEvent[]): Promise<void> {
  if (events.length === 0) return
  await state.run((db) => db.insert(auditEvents).values(events.map((event) => ({ id: randomUUID(), ...event }))))
}

/** A page of a company's events, newest first, and how many there are. */
export async function readAuditEvents(
  state: State,
  filter: AuditFilter,
  { page, pageSize }: { page: number; pageSize: number },
): Promise<{ rows: AuditEvent[]; total: number }> {
  const where = conditionOf(filter)
  return state.run(async (db) => {
    const total = await db.$count(auditEvents, where)
    const rows = await db
      .select()
      .from(auditEvents)
      .where(where)
      .orderBy(desc(auditEvents.at), desc(auditEvents.id))
      .limit(pageSize)
      .offset((page - 1) * pageSize)
    return { rows, total }
  })
}

/** The people in a company's log, those with most events first. */
export async function auditedPeople(state: State, companyId: number, demo: boolean): Promise<number[]> {
  const rows = await state.run((db) =>
    db
      .select({ userId: auditEvents.userId, events: count() })
      .from(auditEvents)
      .where(and(conditionOf({ companyId, demo }), isNotNull(auditEvents.userId)))
      .groupBy(auditEvents.userId)
      .orderBy(desc(count()))
      .limit(MAX_PEOPLE),
  )
  return rows.flatMap(({ userId }) => (userId === null ? [] : [userId]))
}

/** The most people to choose from. */
const MAX_PEOPLE = 1_000

function conditionOf({ companyId, userIds, action, from, until, demo }: AuditFilter): SQL | undefined {
  return and(
    eq(auditEvents.companyId, companyId),
    userIds && userIds.length > 0 ? inArray(auditEvents.userId, [...userIds]) : undefined,
    action && eq(auditEvents.action, action),
    from && gte(auditEvents.at, from),
    until && lt(auditEvents.at, until),
    demo ? eq(auditEvents.demo, true) : undefined,
  )
}
