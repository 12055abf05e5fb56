import { MAX_LEARNED, MAX_OPENED, NotFound, type OpenedReport } from '@leaselight/engine'
import { neutralState } from '@leaselight/model'
import { reports } from '@leaselight/reports'
import type { FindingPass } from '@leaselight/state'
import type { Api } from '../http/context'
import { rootCause } from '../http/failures'
import { companyState } from './companyState'
import { Rounds } from './rounds'

/** For so many sets of properties, those whose findings were read last, all reports are learned. */
const LEARNED_SCOPES = Math.floor((MAX_LEARNED - MAX_OPENED) / reports.length)

type LearningApi = Pick<Api, 'engine' | 'log' | 'now'>

/** A report over properties. */
type Learned = Omit<OpenedReport, 'openedAt'>

interface Task extends Learned {
  key: string
  /** The company's facts and date that it is learned of. */
  as: string
  /** Whether it was learned before, of other facts or on another date. */
  isAgain: boolean
}

/**
 * Learns how the numbers of reports move: for the sets of properties whose findings were read last, and for the properties
 * over which readers have opened a report lately. Each is learned once for the facts and the date of its company, one
 * report at a time; of a company without an import, nothing is read. What was never learned is learned at once. The rest
 * is learned again in rounds, with pauses between them: a few new records hardly change what two years have shown.
 */
export class Learning {
  #tasks: Task[] = []
  #done = new Map<string, string>()
  /** Of what is learned again. */
  readonly #rounds: Rounds

  constructor(private readonly api: LearningApi) {
    this.#rounds = new Rounds(api)
  }

  /** Lists what there is to learn. */
  async refill(passes: readonly FindingPass[]): Promise<void> {
    const latest = passes.toSorted((a, b) => b.requestedAt.getTime() - a.requestedAt.getTime())
    const wanted = new Map<string, Learned>(this.api.engine.openedReports())
    for (const { companyId, scope, userId, role } of latest.slice(0, LEARNED_SCOPES))
      for (const report of reports) {
        const viewer = { companyId, userId, role, groupIds: [] }
        wanted.set(`${companyId} ${scope} ${report.key}`, { report, state: neutralState(report), viewer })
      }
    // Through its latest reader: the one before may have left.
    this.#tasks = this.#tasks.flatMap((task) => {
      const latestOpened = wanted.get(task.key)
      return latestOpened ? [{ ...task, ...latestOpened }] : []
    })
    const waiting = new Set(this.#tasks.map(({ key }) => key))
    const busy = new Set(this.#tasks.map(({ viewer }) => viewer.companyId))
    const states = new Map<number, string | null>()
    for (const [key, opened] of wanted) {
      const { companyId } = opened.viewer
      const done = this.#done.get(key)
      const isAgain = done !== undefined
      if (waiting.has(key) || (isAgain && (busy.has(companyId) || !this.#rounds.mayBegin(companyId)))) continue
      if (!states.has(companyId)) states.set(companyId, await companyState(this.api, [opened.viewer]))
      const as = states.get(companyId)
      if (as && done !== as) this.#tasks.push({ ...opened, key, as, isAgain })
    }
    for (const { isAgain, viewer } of this.#tasks)
      if (isAgain && !busy.has(viewer.companyId)) this.#rounds.begin(viewer.companyId)
    this.#done = new Map([...this.#done].filter(([key]) => wanted.has(key)))
  }

  /** Learns the next; false when all is known. */
  async next(): Promise<boolean> {
    for (let task = this.#tasks.pop(); task; task = this.#tasks.pop()) {
      const { key, as, isAgain, report, viewer, state } = task
      this.#done.set(key, as)
      const learn = () => this.api.engine.learn(report, viewer, state)
      try {
        if (await (isAgain ? this.#rounds.work(viewer.companyId, learn) : learn())) return true
      } catch (error) {
        // Its pages are judged by chance alone, or by what was learned before.
        const about = { company: viewer.companyId, report: report.key, reason: rootCause(error) }
        if (!(error instanceof NotFound)) this.api.log.warn(about, 'rhythms not learned')
      }
    }
    return false
  }
}
