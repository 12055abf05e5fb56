import { randomUUID } from 'node:crypto'
import { nextRun, type Timing } from '@leaselight/model'
import { and, asc, count, eq, isNotNull, isNull } from 'drizzle-orm'
import { type Params, type ScheduleKind, scheduledReports } from '../schema/sharing'
import type { State } from '../state'
import type { Owner } from './savedReports'

type ScheduleRow = typeof scheduledReports.$inferSelect

/** A report that is sent on a schedule. */
export type Schedule = Omit<ScheduleRow, keyof Timing> & { timing: Timing }

/** What a new schedule needs. */
export interface NewSchedule {
  kind: ScheduleKind
  /** The role of the session that sets it up. */
  role: string | null
  demo: boolean
  name: string
  report: string
  params: Params
  timing: Timing
  formats: string[]
  note: string | null
  /** The properties with a page each, empty for all; null for a report of one selection. */
  propertyPages?: number[] | null
}

/** The most schedules per user. */
export const MAX_SCHEDULES = 200

const ofOwner = ({ companyId, userId }: Owner) =>
  and(eq(scheduledReports.companyId, companyId), eq(scheduledReports.userId, userId))

/** A row of the table with its timing as one object. */
export function scheduleOf(row: ScheduleRow): Schedule {
  const { frequency, weekdays, dayOfMonth, time, timeZone, ...rest } = row
  // The table's check constraint allows no other frequency.
  return { ...rest, timing: { frequency: frequency as Timing['frequency'], weekdays, dayOfMonth, time, timeZone } }
}

const columnsOf = ({ frequency, weekdays, dayOfMonth, time, timeZone }: Timing) => ({
  frequency,
  weekdays: [...weekdays],
  dayOfMonth,
  time,
  timeZone,
})

const rowOf = (
  { companyId, userId }: Owner,
  { timing, propertyPages = null, ...rest }: NewSchedule,
  now: Date,
): ScheduleRow => ({
  id: randomUUID(),
  companyId,
  userId,
  ...rest,
  propertyPages,
  ...columnsOf(timing),
  paused: false,
  nextRunAt: nextRun(timing, now),
  createdAt: now,
  updatedAt: now,
  deletedAt: null,
})

/** A user's scheduled reports, by name. */
export async function listSchedules(state: State, owner: Owner, kind: ScheduleKind): Promise<Schedule[]> {
  const rows = await state.run((db) =>
    db
      .select()
      .from(scheduledReports)
      .where(and(ofOwner(owner), eq(scheduledReports.kind, kind), isNull(scheduledReports.deletedAt)))
      .orderBy(asc(scheduledReports.name), asc(scheduledReports.createdAt), asc(scheduledReports.id)),
  )
  return rows.map(scheduleOf)
}

/** One of the user's scheduled reports, or undefined. */
export async function readSchedule(state: State, owner: Owner, id: string): Promise<Schedule | undefined> {
  const [row] = await state.run((db) =>
    db
      .select()
      .from(scheduledReports)
      .where(and(ofOwner(owner), eq(scheduledReports.id, id), isNull(scheduledReports.deletedAt))),
  )
  return row && scheduleOf(row)
}

/** Any user's schedule, deleted ones too: for deliveries, and for links that need no session. */
export async function readScheduleById(state: State, id: string): Promise<Schedule | undefined> {
  const [row] = await state.run((db) => db.select().from(scheduledReports).where(eq(scheduledReports.id, id)))
  return row && scheduleOf(row)
}

/** Schedules a report; undefined when the user has reached the limit. */
export async function addSchedule(
  state: State,
  owner: Owner,
  newSchedule: NewSchedule,
  now: Date,
): Promise<Schedule | undefined> {
  return state.run(async (db) => {
    const [standing] = await db
      .select({ number: count() })
      .from(scheduledReports)
      .where(and(ofOwner(owner), isNull(scheduledReports.deletedAt)))
    if ((standing?.number ?? 0) >= MAX_SCHEDULES) return undefined
    const [row] = await db
      .insert(scheduledReports)
      .values(rowOf(owner, newSchedule, now))
      .returning()
    return row && scheduleOf(row)
  })
}

/** The schedule of a user's morning page, created on first use. */
export async function insightsSchedule(
  state: State,
  owner: Owner,
  defaults: Omit<NewSchedule, 'kind'>,
  now: Date,
): Promise<Schedule> {
  const row = rowOf(owner, { ...defaults, kind: 'insights' }, now)
  await state.run((db) => db.insert(scheduledReports).values(row).onConflictDoNothing())
  const [found] = await listSchedules(state, owner, 'insights')
  if (!found) throw new Error('The list of the morning page could not be made.')
  return found
}

/** Changes a schedule. A new timing applies from now on; while it is paused nothing is due. */
export async function changeSchedule(
  state: State,
  owner: Owner,
  id: string,
  change: Partial<
    Pick<Schedule, 'role' | 'name' | 'params' | 'formats' | 'note' | 'propertyPages' | 'paused' | 'timing'>
  >,
  now: Date,
): Promise<Schedule | undefined> {
  const standing = await readSchedule(state, owner, id)
  if (!standing) return undefined
  const { timing = standing.timing, ...rest } = change
  const paused = change.paused ?? standing.paused
  const anew = change.timing !== undefined || change.paused !== undefined
  const [row] = await state.run((db) =>
    db
      .update(scheduledReports)
      .set({
        ...rest,
        ...columnsOf(timing),
        ...(anew && { nextRunAt: paused ? null : nextRun(timing, now) }),
        updatedAt: now,
      })
      .where(and(ofOwner(owner), eq(scheduledReports.id, id), isNull(scheduledReports.deletedAt)))
      .returning(),
  )
  return row && scheduleOf(row)
}

/** Deletes a schedule or undoes its deletion. Runs that were due in between are not sent. */
export async function setScheduleDeleted(
  state: State,
  owner: Owner,
  id: string,
  deleted: boolean,
  now: Date,
): Promise<Schedule | undefined> {
  const before = deleted ? isNull(scheduledReports.deletedAt) : isNotNull(scheduledReports.deletedAt)
  const [row] = await state.run((db) =>
    db
      .update(scheduledReports)
      .set({ deletedAt: deleted ? now : null })
      .where(and(ofOwner(owner), eq(scheduledReports.id, id), eq(scheduledReports.kind, 'report'), before))
      .returning(),
  )
  if (!row) return undefined
  const found = scheduleOf(row)
  return deleted ? found : changeSchedule(state, owner, id, { paused: found.paused }, now)
}
