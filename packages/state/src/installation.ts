import { randomUUID } from 'node:crypto'
import { gt, isNull } from 'drizzle-orm'
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

/** Stores seals, each in place of its table's last one. */
export async function writeSeals(state: State, seals: readonly StoredSeal[], now: Date): Promise<void> {
  if (seals.length === 0) return
  await state.run((db) =>
    db.transaction(async (tx) => {
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

/** Suspends sealing and comparing, before rows are removed on purpose. The seals of damaged tables stay. */
export async function pauseSeals(state: State, now: Date): Promise<void> {
  await state.run((db) =>
    db.transaction(async (tx) => {
      await tx.update(installation).set({ removingUntil: new Date(now.getTime() + PAUSE_MS) })
      await tx.delete(factSeals).where(isNull(factSeals.damage))
    }),
  )
}

/** Ends a pause. */
export async function resumeSeals(state: State): Promise<void> {
  await state.run((db) => db.update(installation).set({ removingUntil: null }))
}

/** Whether rows are being removed on purpose. */
export async function areSealsPaused(state: State, now: Date): Promise<boolean> {
  const found = await state.run((db) =>
    db.select({ id: installation.id }).from(installation).where(gt(installation.removingUntil, now)),
  )
  return found.length > 0
}
