import type { ReportDefinition } from '@leaselight/model'
import { reports } from '@leaselight/reports'
import { ofRun } from './ofRun'

export { EVERYTHING, halfOfRun, ofRun, SEED } from './ofRun'

/**
 * The reports that a run asks at length, and with another seed others, so that `npm test` stays short enough to wait for.
 * RANDOM_EVERY=1 asks all of them.
 */
export function reportsOfRun(): [key: string, report: ReportDefinition][] {
  return ofRun(reports).map((report) => [report.key, report])
}
