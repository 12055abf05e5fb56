import { randomUUID } from 'node:crypto'
import { and, asc, eq, gt } from 'drizzle-orm'
import { prospectBatches, prospectBatchMembers } from '../schema'
import type { State } from '../state'
import { hashToken, newToken } from './tokens'

/** How long the CRM may read a batch. */
export const BATCH_HOURS = 24

// A statement has at most 65,535 parameters, and a member needs two.
const MEMBERS_PER_INSERT = 10_000

/** The prospects of one property for a batch that the CRM reads. */
export interface NewProspectBatch {
  propertyId: number
  leasingTeamId: number | null
  prospectIds: readonly number[]
}

/** What the browser needs to open a batch in the CRM; the token is shown this once. */
export interface CreatedProspectBatch {
  batchId: string
  propertyId: number
  leasingTeamId: number | null
  accessToken: string
  prospectCount: number
}

/** A batch as the CRM reads it. */
export interface ProspectBatch {
  batchId: string
  companyId: number
  propertyId: number
  leasingTeamId: number | null
  prospectIds: number[]
  expiresAt: Date
}

/** Stores one batch per property, all or none. A prospect named twice counts once. */
export async function createProspectBatches(
  state: State,
  owner: { companyId: number; userId: number },
  batches: readonly NewProspectBatch[],
  now: Date,
): Promise<CreatedProspectBatch[]> {
  const planned = batches.map((batch) => ({
    batch,
    batchId: randomUUID(),
    accessToken: newToken(),
    prospectIds: [...new Set(batch.prospectIds)],
  }))
  if (planned.length === 0) return []
  const expiresAt = new Date(now.getTime() + BATCH_HOURS * 3_600_000)
  await state.run((db) =>
    db.transaction(async (tx) => {
      await tx.insert(prospectBatches).values(
        planned.map(({ batch, batchId, accessToken }) => ({
          batchId,
          companyId: owner.companyId,
          propertyId: batch.propertyId,
          leasingTeamId: batch.leasingTeamId,
          accessTokenHash: hashToken(accessToken),
          createdBy: owner.userId,
          createdAt: now,
          expiresAt,
        })),
      )
      const members = planned.flatMap(({ batchId, prospectIds }) =>
        prospectIds.map((prospectId) => ({ batchId, prospectId })),
      )
      for (let start = 0; start < members.length; start += MEMBERS_PER_INSERT) {
        await tx.insert(prospectBatchMembers).values(members.slice(start, start + MEMBERS_PER_INSERT))
      }
    }),
  )
  return planned.map(({ batch, batchId, accessToken, prospectIds }) => ({
    batchId,
    propertyId: batch.propertyId,
    leasingTeamId: batch.leasingTeamId,
    accessToken,
    prospectCount: prospectIds.length,
  }))
}

/** The batch that the token opens, prospects ascending; undefined for a wrong token or an expired batch. */
export async function readProspectBatch(
  state: State,
  key: { batchId: string; accessToken: string },
  now: Date,
): Promise<ProspectBatch | undefined> {
  return state.run(async (db) => {
    const [batch] = await db
      .select()
      .from(prospectBatches)
      // The token finds the row and the id is compared here: a text that is no UUID must not become a database error.
      .where(and(eq(prospectBatches.accessTokenHash, hashToken(key.accessToken)), gt(prospectBatches.expiresAt, now)))
    if (!batch || batch.batchId !== key.batchId.toLowerCase()) return undefined
    const members = await db
      .select({ prospectId: prospectBatchMembers.prospectId })
      .from(prospectBatchMembers)
      .where(eq(prospectBatchMembers.batchId, batch.batchId))
      .orderBy(asc(prospectBatchMembers.prospectId))
    const { batchId, companyId, propertyId, leasingTeamId, expiresAt } = batch
    return {
      batchId,
      companyId,
      propertyId,
      leasingTeamId,
      prospectIds: members.map((member) => member.prospectId),
      expiresAt,
    }
  })
}
