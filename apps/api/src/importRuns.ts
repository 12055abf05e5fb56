import type { Account } from '@leaselight/facts'
import type { IntakeAccount } from '@leaselight/intake'
import { finishImportRun, type NewImportRun, type State, startImportRun } from '@leaselight/state'
import { failureOf } from './failures'

/** Runs an import and keeps its account, however it ends; `kept` is what of the account stays, if not all of it. */
export async function noteImport<T extends Account | Account[] | IntakeAccount>(
  { state, now }: { state: State; now: () => Date },
  run: NewImportRun & { strict: boolean },
  work: () => Promise<T>,
  kept: (account: T) => object = (account) => account,
): Promise<T> {
  const { strict, ...begun } = run
  const id = await startImportRun(state, begun, now())
  try {
    const account = await work()
    const refused = strict && [account].flat().some((part) => part.refused > 0)
    await finishImportRun(state, id, { status: refused ? 'refused' : 'done', account: kept(account) }, now())
    return account
  } catch (error) {
    const account = { error: failureOf(error).message }
    await finishImportRun(state, id, { status: 'failed', account }, now())
    throw error
  }
}
