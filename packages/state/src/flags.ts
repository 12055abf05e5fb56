import { and, asc, eq } from 'drizzle-orm'
import { flagSettings } from './schema'
import type { State } from './state'

/** A company's flag as set by an administrator. */
export interface FlagSetting {
  flag: string
  value: boolean
  setBy: number
  setAt: Date
}

/** The flags that were set for a company, by name; flags without a setting are missing. */
export async function readFlagSettings(state: State, companyId: number): Promise<FlagSetting[]> {
  const { flag, value, setBy, setAt } = flagSettings
  return state.run((db) =>
    db
      .select({ flag, value, setBy, setAt })
      .from(flagSettings)
      .where(eq(flagSettings.companyId, companyId))
      .orderBy(asc(flag)),
  )
}

/** Sets a flag for a company; `null` removes the setting, so that the company's record decides again. */
export async function writeFlagSetting(
  state: State,
  setting: { companyId: number; flag: string; value: boolean | null; setBy: number },
  now: Date,
): Promise<void> {
  const { companyId, flag, value, setBy } = setting
  await state.run(async (db) => {
    if (value === null) {
      await db.delete(flagSettings).where(and(eq(flagSettings.companyId, companyId), eq(flagSettings.flag, flag)))
      return
    }
    await db
      .insert(flagSettings)
      .values({ companyId, flag, value, setBy, setAt: now })
      .onConflictDoUpdate({
        target: [flagSettings.companyId, flagSettings.flag],
        set: { value, setBy, setAt: now },
      })
  })
}
