import { setTimeout as sleep } from 'node:timers/promises'
import type { ConnectorReport } from '@leaselight/connectors'
import type { ImportReport } from '@leaselight/facts'
import {
  finishImportRun,
  heartbeatImportRun,
  type ImportOutcome,
  type NewImportRun,
  type State,
  StoreUnavailable,
  startImportRun,
} from '@leaselight/state'
import { toFailure } from '../http/failures'
import type { Metrics } from '../operations/metrics'

/** How far an import is, as those are told who look from elsewhere. */
export interface ImportProgress {
  rows: number
  bytes: number
}

/** Where imports are noted, and who counts them. */
export interface ImportRunContext {
  state: State
  now: () => Date
  metrics?: Metrics
}

/** How often a run that goes on says so; after two minutes without a word it is taken for lost. */
const HEARTBEAT_MS = 5_000
/** How long an outcome is kept in mind while the store is away. */
const TRIES = 60
const BETWEEN_MS = 2_000

/**
 * Runs an import and keeps its account, however it ends; `kept` is what of the account stays, if not all of it. While it
 * goes on it says so, and how far it is if the work tells.
 */
export async function recordImport<T extends ImportReport | ImportReport[] | ConnectorReport>(
  { state, now, metrics }: ImportRunContext,
  run: NewImportRun & { strict: boolean },
  work: (tell: (progress: ImportProgress) => void) => Promise<T>,
  toStored: (account: T) => object = (account) => account,
): Promise<T> {
  const { strict, ...begun } = run
  const id = await startImportRun(state, begun, now())
  const started = performance.now()
  let progress: ImportProgress | undefined
  const timer = setInterval(() => {
    // Nobody hears this while the store is away; the next one is heard again.
    void heartbeatImportRun(state, id, progress).catch(() => undefined)
  }, HEARTBEAT_MS)
  timer.unref()
  const end = async (outcome: ImportOutcome) => {
    clearInterval(timer)
    metrics?.importFinished(
      run.entity,
      outcome.status === 'interrupted' ? 'failed' : outcome.status,
      secondsSince(started),
    )
    await finishEventually(() => finishImportRun(state, id, outcome, now()))
  }
  try {
    const account = await work((told) => {
      progress = { rows: told.rows, bytes: told.bytes }
    })
    const refused = strict && [account].flat().some((part) => part.refused > 0)
    await end({ status: refused ? 'refused' : 'done', account: toStored(account) })
    return account
  } catch (error) {
    await end({ status: 'failed', account: { error: toFailure(error).message } })
    throw error
  }
}

const secondsSince = (start: number): number => (performance.now() - start) / 1000

/**
 * What went in is in, whatever becomes of the note about it: a store that is away must not turn an import that was
 * acknowledged into one that failed. So nobody waits for the second try.
 */
async function finishEventually(finish: () => Promise<unknown>): Promise<void> {
  try {
    await finish()
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error
    void (async () => {
      for (let tried = 1; tried <= TRIES; tried++) {
        await sleep(BETWEEN_MS, undefined, { ref: false })
        if (await finish().then(Boolean, () => false)) return
      }
    })()
  }
}
