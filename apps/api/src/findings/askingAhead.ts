import { NotFound, type OpenedReport } from '@leaselight/engine'
import { neutralState } from '@leaselight/model'
import { reports } from '@leaselight/reports'
import type { FindingPass } from '@leaselight/state'
import type { Api } from '../http/context'
import { rootCause } from '../http/failures'
import { companyState } from './companyState'
import { Rounds } from './rounds'

/** Who has opened a report or read findings within this time is expected again. */
const DAILY_MS = 36 * 3_600_000

/** After a start the pages of so many companies are requested, those whose findings were read last: others need the engine, too. */
const MAX_EXPECTED = 20

type AskingApi = Pick<Api, 'engine' | 'log' | 'now'>

/** Who read findings, and when last. */
type FindingReader = Pick<FindingPass, 'companyId' | 'userId' | 'role' | 'requestedAt'>

interface CompanyPages {
  /** The facts and the date that the pages were asked for last. */
  as: string
  pages: OpenedReport[]
}

/**
 * After an import nothing of a company is cached, and the first reader of a page would wait for the engine. The pages on
 * which lately opened reports open are requested ahead, one at a time and at the lowest priority. After a start nothing is
 * cached either, and nobody has opened anything: then the pages of all reports are requested, as the latest reader of findings sees them.
 */
export class AskingAhead {
  readonly #companies = new Map<number, CompanyPages>()
  readonly #rounds: Rounds

  constructor(private readonly api: AskingApi) {
    this.#rounds = new Rounds(api)
  }

  /** Lists what there is to ask for, of companies with new facts or a new date, and of those that are expected after a start. */
  async refill(readers: readonly FindingReader[]): Promise<void> {
    const opened = this.#openedLately()
    for (const [companyId, pages] of opened) {
      const last = this.#companies.get(companyId)
      if (last?.pages.length || !this.#rounds.mayBegin(companyId)) continue
      await this.#list(companyId, pages)
    }
    const expected = this.#expected(readers)
    for (const [companyId, pages] of expected)
      if (!opened.has(companyId) && !this.#companies.has(companyId)) await this.#list(companyId, pages)
    for (const companyId of this.#companies.keys())
      if (!opened.has(companyId) && !expected.has(companyId)) this.#companies.delete(companyId)
  }

  async #list(companyId: number, pages: OpenedReport[]): Promise<void> {
    const as = await companyState(
      this.api,
      pages.map(({ viewer }) => viewer),
    )
    if (as === null || as === this.#companies.get(companyId)?.as) return
    this.#companies.set(companyId, { as, pages })
    this.#rounds.begin(companyId)
  }

  #isLately(at: Date): boolean {
    return this.api.now().getTime() - at.getTime() <= DAILY_MS
  }

  #openedLately(): Map<number, OpenedReport[]> {
    const opened = new Map<number, OpenedReport[]>()
    for (const one of this.api.engine.openedReports().values()) {
      const { companyId } = one.viewer
      if (this.#isLately(one.openedAt)) opened.set(companyId, [...(opened.get(companyId) ?? []), one])
    }
    return opened
  }

  /** The pages of every report, by the company of those who read findings lately, as the last of these sees them. */
  #expected(readers: readonly FindingReader[]): Map<number, OpenedReport[]> {
    const latest = new Map<number, FindingReader>()
    for (const one of readers.toSorted((a, b) => b.requestedAt.getTime() - a.requestedAt.getTime()))
      if (this.#isLately(one.requestedAt) && !latest.has(one.companyId)) latest.set(one.companyId, one)
    return new Map(
      [...latest.values()].slice(0, MAX_EXPECTED).map(({ companyId, userId, role, requestedAt }) => {
        const viewer = { companyId, userId, role, groupIds: [] }
        const pages = reports.map((report) => ({ report, state: neutralState(report), viewer, openedAt: requestedAt }))
        return [companyId, pages]
      }),
    )
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
