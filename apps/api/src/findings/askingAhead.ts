import { NotFound, type OpenedReport } from '@leaselight/engine'
import type { Api } from '../http/context'
import { rootCause } from '../http/failures'
import { companyState } from './companyState'
import { Rounds } from './rounds'

/** Who has opened a report within this time is expected again. */
const DAILY_MS = 36 * 3_600_000

type AskingApi = Pick<Api, 'engine' | 'log' | 'now'>

interface CompanyPages {
  /** The facts and the date that the pages were asked for last. */
  as: string
  pages: OpenedReport[]
}

/**
 * After an import nothing of a company is cached, and the first reader of a page would wait for the engine. The pages on
 * which lately opened reports open are asked for ahead, one at a time and at the lowest priority.
 */
export class AskingAhead {
  readonly #companies = new Map<number, CompanyPages>()
  readonly #rounds: Rounds

  constructor(private readonly api: AskingApi) {
    this.#rounds = new Rounds(api)
  }

  /** Lists what there is to ask for, of companies with new facts or a new date. */
  async refill(): Promise<void> {
    const now = this.api.now().getTime()
    const opened = new Map<number, OpenedReport[]>()
    for (const one of this.api.engine.openedReports().values()) {
      if (now - one.openedAt.getTime() > DAILY_MS) continue
      const { companyId } = one.viewer
      opened.set(companyId, [...(opened.get(companyId) ?? []), one])
    }
    for (const [companyId, pages] of opened) {
      const last = this.#companies.get(companyId)
      if (last?.pages.length || !this.#rounds.mayBegin(companyId)) continue
      const as = await companyState(
        this.api,
        pages.map(({ viewer }) => viewer),
      )
      if (as === null || as === last?.as) continue
      this.#companies.set(companyId, { as, pages })
      this.#rounds.begin(companyId)
    }
    for (const companyId of this.#companies.keys()) if (!opened.has(companyId)) this.#companies.delete(companyId)
  }

  /** Asks for the next page; false when there is none. */
  async next(): Promise<boolean> {
    const company = [...this.#companies.values()].find(({ pages }) => pages.length > 0)
    // The latest come first.
    const page = company?.pages.shift()
    if (!company || !page) return false
    try {
      await this.#rounds.work(page.viewer.companyId, () => this.api.engine.askAhead(page))
    } catch (error) {
      const about = { company: page.viewer.companyId, report: page.report.key, reason: rootCause(error) }
      if (!(error instanceof NotFound)) this.api.log.warn(about, 'page not asked for ahead')
    }
    return true
  }
}
