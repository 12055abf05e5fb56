import type { Account } from '@leaselight/facts'
import { finishImportRun, type NewImportRun, type State, startImportRun } from '@leaselight/state'
import { failureOf } from './failures'

/** Runs an import and keeps its account, however it ends. */
export async function noteImport<T extends Account | Account[]>(
  { state, now }: { state: State; now: () => Date },
  run: NewImportRun & { strict: boolean },
  work: () => Promise<T>,
): Promise<T> {
  const { strict, ...begun } = run
  const id = await startImportRun(state, begun, now())
  try {
    const account = await work()
    const refused = strict && [account].flat().some((part) => part.refused > 0)
    await finishImportRun(state, id, { status: refused ? 'refused' : 'done', account }, now())
    return account
  } catch (error) {
    const account = { error: failureOf(error).message }
    await finishImportRun(state, id, { status: 'failed', account }, now())
    throw error
  }
}
