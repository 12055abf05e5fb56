import {
  type Day,
  dateFilterKey,
  isRecordList,
  neutralState,
  type ReportDefinition,
  type ReportState,
} from '@leaselight/model'
import { LRUCache } from 'lru-cache'
import type { CompanyContext } from '../access/companyContext'
import { propertiesOf } from '../access/scope'
import { noRhythms, type Rhythms } from './rhythms'

/** Rhythms of so many reports over sets of properties are kept; one takes about a hundred kilobytes. */
export const MAX_LEARNED = 500

/** A report over some properties. */
interface RhythmPlace {
  companyId: number
  report: string
  propertyIds: readonly number[]
}

/**
 * Keeps how reports' numbers move. A job learns it after imports and each morning; a page uses what was learned last, and
 * never waits for it.
 */
export class LearnedRhythms {
  private readonly learned = new LRUCache<string, { state: string; rhythms: Rhythms }>({ max: MAX_LEARNED })

  /** What is known of a report over the properties that were opened, or else over all that their reader may see. */
  of({ report, state }: { report: ReportDefinition; state: ReportState }, who: CompanyContext): Rhythms {
    if (!isPeriodic(report, state)) return noRhythms
    const keyOf = (opened: ReportState) => JSON.stringify(rhythmPlace(report, who, opened))
    const known = this.learned.get(keyOf(state)) ?? this.learned.get(keyOf(neutralState(report)))
    return known?.rhythms ?? noRhythms
  }

  /** Learns what is not yet known of these facts; false when it is. */
  async learn(
    place: RhythmPlace,
    facts: { version: number; end: Day },
    read: () => Promise<Rhythms>,
  ): Promise<boolean> {
    const [key, state] = [JSON.stringify(place), JSON.stringify(facts)]
    if (this.learned.get(key)?.state === state) return false
    this.learned.set(key, { state, rhythms: await read() })
    return true
  }
}

/** Whether a report's numbers are counted over past days. What ripens is settled before it is judged. */
export const isPeriodic = (report: ReportDefinition, { filters }: ReportState): boolean =>
  !report.asOf && !isRecordList(report) && dateFilterKey(report) === 'dateRange' && !filters.prospectsByCreateDate

/** A report over the properties of a state, whatever else is set, as its rhythms are kept. */
export const rhythmPlace = (report: ReportDefinition, who: CompanyContext, state: ReportState): RhythmPlace => ({
  companyId: who.company.id,
  report: report.key,
  propertyIds: propertiesOf(report, state, who).map(({ id }) => id),
})
