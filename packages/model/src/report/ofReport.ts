import type { ReportDefinition } from './definition'

/** A value that follows from a report's definition alone, worked out when it is first needed. Callers don't change it. */
export function ofReport<T>(workOut: (report: ReportDefinition) => T): (report: ReportDefinition) => T {
  const known = new WeakMap<ReportDefinition, { value: T }>()
  return (report) => {
    const found = known.get(report) ?? { value: workOut(report) }
    known.set(report, found)
    return found.value
  }
}
