import { basename } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { CompanyTally, contractReport, type Facts, type ImportReport } from '@leaselight/facts'
import {
  checkWatchesSoon,
  finishImportRun,
  heartbeatImportRun,
  recordImportRun,
  type State,
  StoreUnavailable,
  startImportRun,
} from '@leaselight/state'
import { toFailure } from '../http/failures'
import type { Metrics } from '../operations/metrics'
import { refuseBesideSample } from '../setup/besideSample'
import { companyReports, toStoredReport } from './reports'
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
export async function runImport<Progress extends ImportProgress>(
  context: ImportContext,
  task: ImportTask<Progress>,
  listener: ImportListener<Progress> = {},
): Promise<ImportReport> {
  const tally = new CompanyTally()
  const work = (onProgress: (progress: Progress) => void): Promise<ImportReport> =>
    task.run(context.facts, { ...listener, onProgress, now: context.now().getTime(), tally })
  await refuseBesideSample(context.facts, task.listed)
  if (task.dryRun) return work((progress) => listener.onProgress?.(progress))
  const run = await beginRun(context, task.listed)
  try {
    await listener.onStored?.(run.id)
    const report = await work((progress) => {
      run.progressed(progress)
      listener.onProgress?.(progress)
    })
    await run.end({ status: report.tooManyRejected ? 'refused' : 'done', report, tally })
    return report
  } catch (error) {
    await run.end({ status: 'failed', error: toFailure(error).message, tally })
    throw error
  }
}

/** Adds a run to the list of imports and reports its progress there until it ends. */
async function beginRun({ state, now, metrics }: ImportContext, listed: ImportTask['listed']) {
  const startedAt = now()
  const id = await startImportRun(state, listed, startedAt)
  const started = performance.now()
  let latest: ImportProgress | undefined
  const timer = setInterval(() => {
    // One heartbeat may be missed while the store is unavailable; the next one counts again.
    void heartbeatImportRun(state, id, latest).catch(() => undefined)
  }, HEARTBEAT_MS)
  timer.unref()
  return {
    id,
    progressed: ({ rows, bytes }: ImportProgress): void => {
      latest = { rows, bytes }
    },
    end: async (ending: RunEnding): Promise<void> => {
      clearInterval(timer)
      const { status, report, error, tally } = ending
      const finishedAt = now()
      metrics?.importFinished(listed.entity, status, (performance.now() - started) / 1000)
      const toAccount = (seen: ImportReport | undefined) => ({
        ...(error !== undefined && { error }),
        ...(seen && { report: toStoredReport(seen) }),
      })
      await saveEventually(async () => {
        // The first outcome counts: a later attempt finds the run finished and adds nothing.
        const isFirst = await finishImportRun(state, id, { status, account: toAccount(report) }, finishedAt)
        if (!isFirst) return
        const companies = listed.companyId === undefined ? tally.list().map(([id]) => id) : [listed.companyId]
        for (const companyId of companies) await checkWatchesSoon(state, companyId, finishedAt)
        if (listed.companyId !== undefined) return
        // An operator's import appears among the imports of each company it concerns, without the server's folders.
        const source = basename(listed.source)
        const partial = report ?? contractReport([], { ...UNFINISHED, seconds: (performance.now() - started) / 1000 })
        for (const [companyId, seen] of companyReports(partial, tally)) {
          const run = { entity: listed.entity, source, companyId, startedAt, finishedAt }
          await recordImportRun(state, { ...run, status, account: toAccount(seen) })
        }
      })
    },
  }
}

/** How a run ended. Without a report it failed, and the tally tells what was stored until then. */
interface RunEnding {
  status: 'done' | 'refused' | 'failed'
  report?: ImportReport
  error?: string
  tally: CompanyTally
}

const UNFINISHED = { dryRun: false, tooManyRejected: false, unused: [] }

/**
 * Saves an outcome. What was imported is imported, whatever becomes of the note about it: an unavailable store must not
 * turn an acknowledged import into a failed one, so later attempts run in the background.
 */
async function saveEventually(save: () => Promise<void>): Promise<void> {
  try {
    await save()
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error
    void (async () => {
      for (let attempt = 1; attempt <= SAVE_ATTEMPTS; attempt++) {
        await sleep(SAVE_PAUSE_MS, undefined, { ref: false })
        if (
          await save().then(
            () => true,
            () => false,
          )
        )
          return
      }
    })()
  }
}
