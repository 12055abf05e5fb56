import { randomUUID } from 'node:crypto'
import { isNull, sql } from 'drizzle-orm'
import { factSeals, installation, numberWatches, savedReports, scheduledReports } from './schema'
import type { Database, State } from './state'

/** Which installation the store belongs to; undefined before it has agreed with its facts. */
export async function readInstallationId(state: State): Promise<string | undefined> {
  const [found] = await state.run((db) => db.select({ id: installation.id }).from(installation))
  return found?.id
}

/** Gives a store without an owner to an installation. Returns the owner, which may be another that came first. */
export async function adoptState(state: State, id: string, now: Date): Promise<string> {
  await state.run((db) => db.insert(installation).values({ id, since: now }).onConflictDoNothing())
  return (await readInstallationId(state)) ?? id
}

/** Makes the store another installation's, with nothing known of its facts: what a copy brings in belongs to a new one. */
export async function renewInstallation(db: Database, now: Date): Promise<void> {
  await db.delete(factSeals)
  await db.delete(installation)
  await db.insert(installation).values({ id: randomUUID(), since: now })
}

/** Whether users have saved or scheduled anything in the store. */
export async function holdsSavedWork(state: State): Promise<boolean> {
  return state.run(async (db) => {
    const [saved] = await db.select({ id: savedReports.id }).from(savedReports).limit(1)
    const [scheduled] = await db.select({ id: scheduledReports.id }).from(scheduledReports).limit(1)
    const [watch] = await db.select({ id: numberWatches.id }).from(numberWatches).limit(1)
    return saved !== undefined || scheduled !== undefined || watch !== undefined
  })
}

/** What is stored about a table of the facts; the facts' package knows the shapes. */
export interface StoredSeal {
  table: string
  seal: unknown
  /** What has vanished; null while the table is whole. */
  damage: unknown
}

/** Every stored seal. */
export function readSeals(state: State): Promise<StoredSeal[]> {
  return state.run((db) =>
    db.select({ table: factSeals.table, seal: factSeals.seal, damage: factSeals.damage }).from(factSeals),
  )
}

/**
 * Stores seals, each in place of its table's last one, unless a removal has begun since they were read.
 * @param pause what `readSealPause` returned before the tables were read
 */
export async function writeSeals(
  state: State,
  seals: readonly StoredSeal[],
  now: Date,
  pause: Date | null,
): Promise<void> {
  if (seals.length === 0) return
  await state.run((db) =>
    db.transaction(async (tx) => {
      const [current] = await tx.select({ until: installation.removingUntil }).from(installation).for('update')
      if (current?.until?.getTime() !== pause?.getTime()) return
      for (const { table, seal, damage } of seals) {
        const row = { seal, damage, sealedAt: now }
        await tx
          .insert(factSeals)
          .values({ table, ...row })
          .onConflictDoUpdate({ target: factSeals.table, set: row })
      }
    }),
  )
}

/** Forgets every seal, and what is known to be damaged. */
export async function forgetSeals(state: State): Promise<void> {
  await state.run((db) => db.delete(factSeals))
}

/** How long a pause lasts when the instance that began it dies on servers; an embedded store's next start ends it. */
const PAUSE_MS = 24 * 3_600_000

/**
 * Suspends sealing and comparing, before rows are removed on purpose. The seals of damaged tables stay. The others forget
 * their pieces, and keep what else they know, such as damage that was accepted.
 */
export async function pauseSeals(state: State, now: Date): Promise<void> {
  await state.run((db) =>
    db.transaction(async (tx) => {
      await tx.update(installation).set({ removingUntil: new Date(now.getTime() + PAUSE_MS) })
      await tx
        .update(factSeals)
        .set({ seal: sql`jsonb_set(${factSeals.seal}, '{parts}', '[]')` })
        .where(isNull(factSeals.damage))
    }),
  )
}

/** Ends a pause. Its end stays on record, so that what was read before it is never sealed. */
export async function resumeSeals(state: State, now: Date): Promise<void> {
  await state.run((db) => db.update(installation).set({ removingUntil: now }))
}

/** Until when rows are being removed on purpose, or when that last ended; null before the first time. */
export async function readSealPause(state: State): Promise<Date | null> {
  const [found] = await state.run((db) => db.select({ until: installation.removingUntil }).from(installation))
  return found?.until ?? null
}
