import { initialState, type ReportDefinition, type ReportState, type Viewer } from '@leaselight/model'
import { LRUCache } from 'lru-cache'
import type { CompanyContext } from '../access/companyContext'
import { onlyProperties } from '../access/scope'
import { rhythmPlace } from './learnedRhythms'

/** So many reports over properties are remembered, those that were opened last. */
export const MAX_OPENED = 100

/** A report as a reader has opened it; only its choice of properties counts. */
export interface OpenedReport {
  report: ReportDefinition
  state: ReportState
  viewer: Viewer
  /** The last time. */
  openedAt: Date
}

/** Remembers which reports readers have opened lately over which properties, whichever of them it was. */
export class OpenedReports {
  private readonly recent = new LRUCache<string, OpenedReport>({ max: MAX_OPENED })

  add(opened: OpenedReport, who: CompanyContext): void {
    const place = rhythmPlace(opened.report, who, opened.state)
    if (place.propertyIds.length > 0) this.recent.set(JSON.stringify(place), opened)
  }

  all(): ReadonlyMap<string, OpenedReport> {
    return new Map(this.recent.entries())
  }
}

/** The page on which a report opens, over the properties that a reader has chosen. */
export const openingPage = ({ report, state }: OpenedReport): ReportState =>
  onlyProperties(report, state, initialState(report))
