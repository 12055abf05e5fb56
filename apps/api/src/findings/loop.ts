import { randomUUID } from 'node:crypto'
import { NotFound } from '@leaselight/engine'
import type { Viewer } from '@leaselight/model'
import {
  claimFindingPass,
  type FindingPass,
  findingJobs,
  finishFindingPass,
  listEndedPasses,
  purgeFindingPasses,
  queueOutdatedPasses,
  removeFindingPass,
  retryAt,
  StoreUnavailable,
  startWorkers,
  type WorkerPool,
  withHeartbeat,
} from '@leaselight/state'
import type { Api } from '../http/context'
import { rootCause } from '../http/failures'
import { AskingAhead } from './askingAhead'
import { findingScopeOf, lookForFindings } from './find'
import { Learning } from './learning'

/** How soon after an import findings are looked for again. */
const POLL_MS = 30_000
const LEASE_SECONDS = 120
const RETRY_MINUTES = [1, 5, 15, 60]
const DAY_MS = 86_400_000
/** Findings that nobody has read for so long aren't looked for again. */
const UNREAD_DAYS = 30

type FindingApi = Pick<Api, 'engine' | 'state' | 'now' | 'log'>

/** Starts looking for findings again after imports, and each morning. Of a company without either, nothing is read. */
export async function startFindings(api: FindingApi): Promise<WorkerPool> {
  const worker = { owner: randomUUID(), leaseSeconds: LEASE_SECONDS }
  // An embedded store belongs to this process alone: leases in it are those of a process that has ended.
  if (api.state.embedded) await findingJobs.releaseAll(api.state)
  const learning = new Learning(api)
  const ahead = new AskingAhead(api)
  return startWorkers({
    async workOnce() {
      // Readers wait for pages, and hardly for findings.
      if (await ahead.next()) return true
      const pass = await claimFindingPass(api.state, worker, api.now())
      if (pass) await workOn(api, pass, worker)
      return pass !== undefined || learning.next()
    },
    async queueDue() {
      const since = new Date(api.now().getTime() - UNREAD_DAYS * DAY_MS)
      await purgeFindingPasses(api.state, since)
      const passes = await listEndedPasses(api.state, since)
      const companies = new Map(passes.map((pass) => [pass.companyId, pass]))
      for (const pass of companies.values()) await queueOutdated(api, pass, since)
      await learning.refill(passes)
      await ahead.refill(passes)
      return false
    },
    concurrency: 1,
    pollMs: POLL_MS,
    onError(error) {
      if (error instanceof StoreUnavailable) api.log.warn('findings wait for the store')
      else api.log.error({ err: error }, 'findings stopped')
    },
  })
}

const viewerOf = ({ companyId, userId, role }: FindingPass): Viewer => ({ companyId, userId, role, groupIds: [] })

/** Version and date are the company's, for every reader. */
async function queueOutdated(api: FindingApi, pass: FindingPass, since: Date): Promise<void> {
  const who = await contextOf(api, pass)
  const current = { factsVersion: who?.version ?? -1, day: who?.today ?? '' }
  await queueOutdatedPasses(api.state, pass.companyId, current, since, api.now())
}

const contextOf = ({ engine }: FindingApi, pass: FindingPass) =>
  engine.companyContext(viewerOf(pass)).catch((error: unknown) => {
    if (error instanceof NotFound) return null
    throw error
  })

async function workOn(
  api: FindingApi,
  pass: FindingPass,
  worker: { owner: string; leaseSeconds: number },
): Promise<void> {
  try {
    const who = await contextOf(api, pass)
    const scope = who && findingScopeOf(who)
    // Its user sees something else by now, or left: who sees the same as before finds it anew.
    if (!who || scope?.key !== pass.scope) {
      await removeFindingPass(api.state, pass, worker)
      return
    }
    const result = await withHeartbeat(findingJobs, api.state, pass, worker, () =>
      lookForFindings(api, viewerOf(pass), who, scope),
    )
    await finishFindingPass(api.state, pass, worker, result, api.now())
  } catch (error) {
    if (error instanceof StoreUnavailable) throw error
    api.log.warn({ company: pass.companyId, reason: rootCause(error) }, 'findings could not be looked for')
    const attemptAt = retryAt(pass.attempts, RETRY_MINUTES, api.now())
    await findingJobs.retry(api.state, pass.id, worker, { attemptAt, reason: 'The numbers could not be read.' })
  }
}
