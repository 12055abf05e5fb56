import { randomUUID } from 'node:crypto'
import type { DayRange } from '@leaselight/model'
import { and, asc, eq, gte, lte } from 'drizzle-orm'
import { timelineNotes } from '../schema'
import type { State } from '../state'

/** A note on the timeline, as it is stored. */
export type StoredTimelineNote = typeof timelineNotes.$inferSelect

/** What a note says, of which days, and what it is about. */
export type TimelineNoteContent = Pick<
  StoredTimelineNote,
  'text' | 'startOn' | 'endOn' | 'propertyIds' | 'attribute' | 'value'
>

/** The most notes that a company has. */
export const MAX_TIMELINE_NOTES = 5_000

const ofCompany = (companyId: number, id: string) =>
  and(eq(timelineNotes.companyId, companyId), eq(timelineNotes.id, id))

/** Adds a note; undefined when the company has the maximum number. */
export async function addTimelineNote(
  state: State,
  { companyId, authorId }: Pick<StoredTimelineNote, 'companyId' | 'authorId'>,
  content: TimelineNoteContent,
  now: Date,
): Promise<StoredTimelineNote | undefined> {
  return state.run(async (db) => {
    if ((await db.$count(timelineNotes, eq(timelineNotes.companyId, companyId))) >= MAX_TIMELINE_NOTES) return undefined
    const [row] = await db
      .insert(timelineNotes)
      .values({ id: randomUUID(), companyId, authorId, ...content, createdAt: now, updatedAt: now })
      .returning()
    return row
  })
}

/** A company's notes, the earliest first; with days those that touch one of them. */
export const listTimelineNotes = (
  state: State,
  companyId: number,
  { start, end }: Partial<DayRange> = {},
): Promise<StoredTimelineNote[]> =>
  state.run((db) =>
    db
      .select()
      .from(timelineNotes)
      .where(
        and(
          eq(timelineNotes.companyId, companyId),
          start === undefined ? undefined : gte(timelineNotes.endOn, start),
          end === undefined ? undefined : lte(timelineNotes.startOn, end),
        ),
      )
      .orderBy(
        asc(timelineNotes.startOn),
        asc(timelineNotes.endOn),
        asc(timelineNotes.createdAt),
        asc(timelineNotes.id),
      ),
  )

/** A company's note; undefined when there is none. */
export async function readTimelineNote(
  state: State,
  companyId: number,
  id: string,
): Promise<StoredTimelineNote | undefined> {
  const [found] = await state.run((db) => db.select().from(timelineNotes).where(ofCompany(companyId, id)))
  return found
}

/** Changes a company's note; undefined when there is none. */
export async function changeTimelineNote(
  state: State,
  companyId: number,
  id: string,
  content: TimelineNoteContent,
  now: Date,
): Promise<StoredTimelineNote | undefined> {
  const [row] = await state.run((db) =>
    db
      .update(timelineNotes)
      .set({ ...content, updatedAt: now })
      .where(ofCompany(companyId, id))
      .returning(),
  )
  return row
}

/** Deletes a company's note; false when there is none. */
export async function deleteTimelineNote(state: State, companyId: number, id: string): Promise<boolean> {
  const gone = await state.run((db) =>
    db.delete(timelineNotes).where(ofCompany(companyId, id)).returning({ id: timelineNotes.id }),
  )
  return gone.length === 1
}
