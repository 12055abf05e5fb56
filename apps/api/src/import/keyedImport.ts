import { setTimeout as sleep } from 'node:timers/promises'
import type { Rejection } from '@leaselight/facts'
import { answerKeyedRequest, beginKeyedRequest, forgetKeyedRequest, readImportRun } from '@leaselight/state'
import type { FastifyRequest } from 'fastify'
import { hashOf, requestKeyOf, unknownOutcome, usedElsewhere } from '../http/keyedRequests'
import { type RunDetails, readStoredRun, type SnakeReport, toSnakeReport } from './reports'
import { type ImportContext, runImport } from './runs'
import type { ImportListener, ImportProgress, ImportTask } from './tasks'

/** A keyed request whose import has begun: its body is the run's id. */
const RUNNING = 102
/** How many rejections are stored with an answer. */
const MAX_STORED_REJECTIONS = 200
/** How long a request without a run counts as about to begin one. */
const BEGIN_MS = 30_000
const POLL_MS = 300

/** The report of an import, new or as it was stored. */
export type AnsweredReport = SnakeReport | NonNullable<RunDetails['report']>

interface Outcome {
  report: AnsweredReport
  rejections: readonly Rejection[]
}

/**
 * Runs an import once for each `Idempotency-Key`. The same upload again waits for the first one and gets its report; only
 * when the first one failed or was cut off is it imported. A dry run stores nothing and needs no key.
 * @param request the request, and the bytes that its task reads
 */
export async function runKeyedImport<Progress extends ImportProgress>(
  context: ImportContext,
  { request, body }: { request: FastifyRequest; body: AsyncIterable<Uint8Array> },
  task: ImportTask<Progress>,
  listener: ImportListener<Progress> = {},
): Promise<AnsweredReport> {
  const { state } = context
  const key = task.dryRun ? undefined : requestKeyOf(request)
  if (!key) return toSnakeReport(await runImport(context, task, listener))
  const asked = { ...key, request: hashOf(request, request.headers['content-length'] ?? null) }
  const first = await firstOutcome(context, asked, listener.signal)
  if (first) {
    // The sender reads no answer before everything is sent.
    for await (const _ of body);
    for (const rejection of first.rejections) listener.onRejection?.(rejection)
    return first.report
  }
  const rejections: Rejection[] = []
  try {
    const report = await runImport(context, task, {
      ...listener,
      onStored: (id) => answerKeyedRequest(state, key, { status: RUNNING, body: id }),
      onRejection: (rejection) => {
        if (rejections.length < MAX_STORED_REJECTIONS) rejections.push(rejection)
        listener.onRejection?.(rejection)
      },
    })
    const made: Outcome = { report: toSnakeReport(report), rejections }
    // Without it the list of imports still knows the report.
    await answerKeyedRequest(state, key, { status: 200, body: JSON.stringify(made) }).catch(() => undefined)
    return made.report
  } catch (error) {
    // Otherwise the run's end says so.
    await forgetKeyedRequest(state, key).catch(() => undefined)
    throw error
  }
}

/** What the first request with this key made, waiting for its end; undefined for the first one and after one that failed. */
async function firstOutcome(
  { state, now }: ImportContext,
  asked: Parameters<typeof beginKeyedRequest>[1],
  signal: AbortSignal | undefined,
): Promise<Outcome | undefined> {
  const beginsUntil = performance.now() + BEGIN_MS
  let hadEnded = false
  for (;;) {
    const first = await beginKeyedRequest(state, asked, now())
    if (!first) return undefined
    if (first.request !== asked.request) throw usedElsewhere()
    if (first.body === null) {
      if (performance.now() > beginsUntil) throw unknownOutcome()
    } else if (first.status === RUNNING) {
      const run = await readImportRun(state, asked.companyId, first.body)
      const { report } = readStoredRun(run?.account)
      const hasEnded = run?.status !== 'running'
      if (hasEnded && !report) await forgetKeyedRequest(state, asked, first.body)
      // The answer, which has more in it, is stored a moment after the run's end.
      if (hasEnded && report && hadEnded) return { report, rejections: [] }
      hadEnded = hasEnded
    } else {
      // Written above.
      const made: Outcome = JSON.parse(first.body)
      return made
    }
    await sleep(POLL_MS, undefined, { signal })
  }
}
