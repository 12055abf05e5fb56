import { randomUUID } from 'node:crypto'
import { and, asc, count, eq, ne } from 'drizzle-orm'
import { importMappings, type MappingKind } from '../schema'
import type { State } from '../state'

/** A mapping that a company saved under a name. */
export type ImportMapping = typeof importMappings.$inferSelect

/** The most mappings per company. */
export const MAX_MAPPINGS = 200

/** A company's mappings, by name. */
export async function listImportMappings(state: State, companyId: number): Promise<ImportMapping[]> {
  return state.run((db) =>
    db.select().from(importMappings).where(eq(importMappings.companyId, companyId)).orderBy(asc(importMappings.name)),
  )
}

/** One of the company's mappings, or undefined. */
export async function readImportMapping(
  state: State,
  companyId: number,
  id: string,
): Promise<ImportMapping | undefined> {
  const [found] = await state.run((db) =>
    db
      .select()
      .from(importMappings)
      .where(and(eq(importMappings.companyId, companyId), eq(importMappings.id, id))),
  )
  return found
}

/** Saves a mapping under its name, replacing an existing one; undefined when the company has reached the limit. */
export async function saveImportMapping(
  state: State,
  { companyId, userId }: { companyId: number; userId: number },
  saved: { name: string; kind: MappingKind; mapping: unknown },
  now: Date,
): Promise<ImportMapping | undefined> {
  const { name, kind, mapping } = saved
  return state.run(async (db) => {
    const [others] = await db
      .select({ number: count() })
      .from(importMappings)
      .where(and(eq(importMappings.companyId, companyId), ne(importMappings.name, name)))
    if ((others?.number ?? 0) >= MAX_MAPPINGS) return undefined
    const changed = { kind, mapping, updatedBy: userId, updatedAt: now }
    const [made] = await db
      .insert(importMappings)
      .values({ id: randomUUID(), companyId, name, ...changed, createdAt: now })
      .onConflictDoUpdate({ target: [importMappings.companyId, importMappings.name], set: changed })
      .returning()
    return made
  })
}

/** Deletes one of the company's mappings; false when there is none. */
export async function deleteImportMapping(state: State, companyId: number, id: string): Promise<boolean> {
  const deleted = await state.run((db) =>
    db
      .delete(importMappings)
      .where(and(eq(importMappings.companyId, companyId), eq(importMappings.id, id)))
      .returning({ id: importMappings.id }),
  )
  return deleted.length === 1
}
