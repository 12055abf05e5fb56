import { compareNames, type ReportDefinition, sections } from '@leaselight/model'
import * as all from './index'

// A module's exports are ordered alphabetically, so each definition has a position of its own.
const inOrder = (a: ReportDefinition, b: ReportDefinition): number =>
  sections.indexOf(a.section) - sections.indexOf(b.section) ||
  (a.navOrder ?? Number.MAX_SAFE_INTEGER) - (b.navOrder ?? Number.MAX_SAFE_INTEGER) ||
  compareNames(a.title, b.title)

const every: readonly ReportDefinition[] = Object.values(all)

/** Every report of the product, in the order of the navigation. */
export const reports: readonly ReportDefinition[] = every.toSorted(inOrder)

/** The report of that key, or undefined. */
export function reportByKey(key: string): ReportDefinition | undefined {
  return reports.find((report) => report.key === key)
}

/** The report at a path, with its view where several share the path; by default the first of them. */
export function reportByPath(path: string, view?: string): ReportDefinition | undefined {
  const there = reports.filter((report) => report.path === path)
  return there.find((report) => report.view !== undefined && report.view === view) ?? there[0]
}

/** The report with this former path, or undefined. */
export function reportByFormerPath(path: string): ReportDefinition | undefined {
  return reports.find((report) => report.formerPaths?.includes(path))
}
