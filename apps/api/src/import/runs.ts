import { setTimeout as sleep } from 'node:timers/promises'
import type { Facts } from '@leaselight/facts'
import {
  finishImportRun,
  heartbeatImportRun,
  type ImportOutcome,
  type State,
  StoreUnavailable,
  startImportRun,
} from '@leaselight/state'
import { toFailure } from '../http/failures'
import type { Metrics } from '../operations/metrics'
import type { ImportListener, ImportProgress, ImportTask } from './tasks'

/** The stores an import uses, and the metrics that count it where there are any. */
export interface ImportContext {
  facts: Facts
  state: State
  now: () => Date
  metrics?: Metrics
}

/** How often a running import says so; after two minutes of silence it counts as lost. */
const HEARTBEAT_MS = 5_000
/** How often, and with what pause, an outcome is saved again while the store is unavailable. */
const SAVE_ATTEMPTS = 60
const SAVE_PAUSE_MS = 2_000

/**
 * Runs an import and returns its report. The list of imports shows that it began, how far it is, and how it ended. A dry
 * run leaves no trace there.
 */
export async function runImport<Report, Progress extends ImportProgress>(
  context: ImportContext,
  task: ImportTask<Report, Progress>,
  listener: ImportListener<Progress> = {},
): Promise<Report> {
  const work = (onProgress: (progress: Progress) => void): Promise<Report> =>
    task.run(context.facts, { ...listener, onProgress, now: context.now().getTime() })
  if (task.dryRun) return work((progress) => listener.onProgress?.(progress))
  const run = await beginRun(context, task.listed)
  try {
    const report = await work((progress) => {
      run.progressed(progress)
      listener.onProgress?.(progress)
    })
    await run.end({ status: task.isRefused(report) ? 'refused' : 'done', account: task.toStored(report) })
    return report
  } catch (error) {
    await run.end({ status: 'failed', account: { error: toFailure(error).message } })
    throw error
  }
}

/** Adds a run to the list of imports and reports its progress there until it ends. */
async function beginRun({ state, now, metrics }: ImportContext, listed: ImportTask<unknown>['listed']) {
  const id = await startImportRun(state, listed, now())
  const started = performance.now()
  let latest: ImportProgress | undefined
  const timer = setInterval(() => {
    // One heartbeat may be missed while the store is unavailable; the next one counts again.
    void heartbeatImportRun(state, id, latest).catch(() => undefined)
  }, HEARTBEAT_MS)
  timer.unref()
  return {
    progressed: ({ rows, bytes }: ImportProgress): void => {
      latest = { rows, bytes }
    },
    end: async (outcome: ImportOutcome): Promise<void> => {
      clearInterval(timer)
      const counted = outcome.status === 'interrupted' ? 'failed' : outcome.status
      metrics?.importFinished(listed.entity, counted, (performance.now() - started) / 1000)
      await finishEventually(() => finishImportRun(state, id, outcome, now()))
    },
  }
}

/**
 * Saves an outcome. What was imported is imported, whatever becomes of the note about it: an unavailable store must not
 * turn an acknowledged import into a failed one, so later attempts run in the background.
 */
async function finishEventually(finish: () => Promise<unknown>): Promise<void> {
  try {
    await finish()
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error
    void (async () => {
      for (let attempt = 1; attempt <= SAVE_ATTEMPTS; attempt++) {
        await sleep(SAVE_PAUSE_MS, undefined, { ref: false })
        if (await finish().then(Boolean, () => false)) return
      }
    })()
  }
}
