import { randomUUID } from 'node:crypto'
import { MAX_PINS } from '@leaselight/model'
import { and, asc, eq, isNotNull, isNull } from 'drizzle-orm'
import { myPages, pins } from '../schema'
import type { Owner } from '../sharing/savedReports'
import type { Database, State } from '../state'

/** A number, a chart or a finding that a user pinned to their own page. */
export type Pin = typeof pins.$inferSelect

/** What a new pin needs. */
export type NewPin = Pick<Pin, 'name' | 'kind' | 'item' | 'report' | 'params'>

const ofOwner = ({ companyId, userId }: Owner) => and(eq(pins.companyId, companyId), eq(pins.userId, userId))

const alive = isNull(pins.deletedAt)

const inOrder = (db: Database, owner: Owner) =>
  db
    .select()
    .from(pins)
    .where(and(ofOwner(owner), alive))
    .orderBy(asc(pins.place), asc(pins.createdAt), asc(pins.id))

/** A user's pins in their order, and whether the page is where the user starts. */
export const readMyPage = (state: State, owner: Owner): Promise<{ isStart: boolean; pins: Pin[] }> =>
  state.run(async (db) => {
    const [page] = await db
      .select()
      .from(myPages)
      .where(and(eq(myPages.companyId, owner.companyId), eq(myPages.userId, owner.userId)))
    return { isStart: page?.isStart ?? false, pins: await inOrder(db, owner) }
  })

/** Sets whether the page is where the user starts. */
export async function setStartPage(state: State, { companyId, userId }: Owner, isStart: boolean): Promise<void> {
  await state.run((db) =>
    db
      .insert(myPages)
      .values({ companyId, userId, isStart })
      .onConflictDoUpdate({ target: [myPages.companyId, myPages.userId], set: { isStart } }),
  )
}

/** Changes the pins of a page, one change after the other: two at once could exceed the limit or share a place. */
const changePage = <T>(state: State, owner: Owner, work: (tx: Database, standing: Pin[]) => Promise<T>): Promise<T> =>
  state.run((db) =>
    db.transaction(async (tx) => {
      const { companyId, userId } = owner
      await tx
        .insert(myPages)
        .values({ companyId, userId, isStart: false })
        .onConflictDoUpdate({ target: [myPages.companyId, myPages.userId], set: { userId } })
      return work(tx, await inOrder(tx, owner))
    }),
  )

const placeAfter = (standing: readonly Pin[]): number => (standing.at(-1)?.place ?? 0) + 1

const isSame = (pin: Pin, other: NewPin): boolean =>
  pin.kind === other.kind &&
  pin.item === other.item &&
  pin.report === other.report &&
  sortedText(pin.params) === sortedText(other.params)

const sortedText = (params: Readonly<Record<string, string>>): string => JSON.stringify(Object.entries(params).sort())

/** Pins something at the end of the page, or returns its pin where it is pinned; undefined when the page is full. */
export const addPin = (
  state: State,
  owner: Owner,
  pin: NewPin,
  now: Date,
): Promise<{ pin: Pin; wasPinned: boolean } | undefined> =>
  changePage(state, owner, async (tx, standing) => {
    const same = standing.find((one) => isSame(one, pin))
    if (same) return { pin: same, wasPinned: true }
    if (standing.length >= MAX_PINS) return undefined
    const { companyId, userId } = owner
    const own = { id: randomUUID(), companyId, userId, place: placeAfter(standing) }
    const [made] = await tx
      .insert(pins)
      .values({ ...own, ...pin, createdAt: now, updatedAt: now })
      .returning()
    return made && { pin: made, wasPinned: false }
  })

/** Names a pin, or with null takes its name away; undefined when the user has no such pin. */
export async function renamePin(
  state: State,
  owner: Owner,
  id: string,
  name: string | null,
  now: Date,
): Promise<Pin | undefined> {
  const [changed] = await state.run((db) =>
    db
      .update(pins)
      .set({ name, updatedAt: now })
      .where(and(ofOwner(owner), eq(pins.id, id), alive))
      .returning(),
  )
  return changed
}

/** Puts the pins into an order; false, and nothing changes, unless it names every pin of the page once. */
export const orderPins = (state: State, owner: Owner, ids: readonly string[]): Promise<boolean> =>
  changePage(state, owner, async (tx, standing) => {
    const wanted = new Set(ids)
    if (wanted.size !== ids.length || ids.length !== standing.length) return false
    if (standing.some(({ id }) => !wanted.has(id))) return false
    for (const [index, id] of ids.entries())
      await tx
        .update(pins)
        .set({ place: index + 1 })
        .where(and(ofOwner(owner), eq(pins.id, id)))
    return true
  })

/** Removes a pin; undefined when the user has no such pin. */
export async function removePin(state: State, owner: Owner, id: string, now: Date): Promise<Pin | undefined> {
  const [gone] = await state.run((db) =>
    db
      .update(pins)
      .set({ deletedAt: now })
      .where(and(ofOwner(owner), eq(pins.id, id), alive))
      .returning(),
  )
  return gone
}

/** Undoes a removal: the pin is where it was. Undefined when there is none to undo, `full` when the page has no room. */
export const restorePin = (state: State, owner: Owner, id: string): Promise<Pin | 'full' | undefined> =>
  changePage(state, owner, async (tx, standing) => {
    const isGone = and(ofOwner(owner), eq(pins.id, id), isNotNull(pins.deletedAt))
    const [gone] = await tx.select().from(pins).where(isGone)
    if (!gone) return undefined
    if (standing.length >= MAX_PINS) return 'full'
    const [back] = await tx.update(pins).set({ deletedAt: null }).where(isGone).returning()
    return back
  })
