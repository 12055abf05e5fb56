import { MAX_LEARNED, MAX_OPENED, NotFound, type OpenedReport } from '@leaselight/engine'
import { neutralState } from '@leaselight/model'
import { reports } from '@leaselight/reports'
import type { FindingPass } from '@leaselight/state'
import type { Api } from '../http/context'
import { rootCause } from '../http/failures'
import { companyState } from './companyState'

/** For so many sets of properties, those whose findings were read last, all reports are learned. */
const LEARNED_SCOPES = Math.floor((MAX_LEARNED - MAX_OPENED) / reports.length)

type LearningApi = Pick<Api, 'engine' | 'log'>

/** A report over properties. */
type Learned = Omit<OpenedReport, 'openedAt'>

interface Task extends Learned {
  key: string
  /** The company's facts and date that it is learned of. */
  as: string
}

/**
 * Learns how the numbers of reports move: for the sets of properties whose findings were read last, and for the properties
 * over which readers have opened a report lately. Each is learned once for the facts and the date of its company, one
 * report at a time; of a company without an import, nothing is read.
 */
export class Learning {
  #tasks: Task[] = []
  #done = new Map<string, string>()

  constructor(private readonly api: LearningApi) {}

  /** Lists what there is to learn. */
  async refill(passes: readonly FindingPass[]): Promise<void> {
    const latest = passes.toSorted((a, b) => b.requestedAt.getTime() - a.requestedAt.getTime())
    const wanted = new Map<string, Learned>(this.api.engine.openedReports())
    for (const { companyId, scope, userId, role } of latest.slice(0, LEARNED_SCOPES))
      for (const report of reports) {
        const viewer = { companyId, userId, role, groupIds: [] }
        wanted.set(`${companyId} ${scope} ${report.key}`, { report, state: neutralState(report), viewer })
      }
    const states = new Map<number, string | null>()
    this.#tasks = []
    for (const [key, opened] of wanted) {
      const { companyId } = opened.viewer
      if (!states.has(companyId)) states.set(companyId, await companyState(this.api, [opened.viewer]))
      const as = states.get(companyId)
      if (as && this.#done.get(key) !== as) this.#tasks.push({ ...opened, key, as })
    }
    this.#done = new Map([...this.#done].filter(([key]) => wanted.has(key)))
  }

  /** Learns the next; false when all is known. */
  async next(): Promise<boolean> {
    for (let task = this.#tasks.pop(); task; task = this.#tasks.pop()) {
      const { key, as, report, viewer, state } = task
      this.#done.set(key, as)
      try {
        if (await this.api.engine.learn(report, viewer, state)) return true
      } catch (error) {
        // Its pages are judged by chance alone, or by what was learned before.
        const about = { company: viewer.companyId, report: report.key, reason: rootCause(error) }
        if (!(error instanceof NotFound)) this.api.log.warn(about, 'rhythms not learned')
      }
    }
    return false
  }
}
