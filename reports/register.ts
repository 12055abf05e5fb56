import type { ReportDefinition } from '@leaselight/model'
import * as all from './index'

/** Every report of the product. */
export const reports: readonly ReportDefinition[] = Object.values(all)

/** The report of that key, or undefined. */
export function reportByKey(key: string): ReportDefinition | undefined {
  return reports.find((report) => report.key === key)
}

/** The report that answers at a path, with its view where several share the path; the first of them by default. */
export function reportAt(path: string, view?: string): ReportDefinition | undefined {
  const there = reports.filter((report) => report.path === path)
  return there.find((report) => report.view !== undefined && report.view === view) ?? there[0]
}
