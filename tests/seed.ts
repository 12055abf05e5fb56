import type { ReportDefinition } from '@leaselight/model'
import { reports } from '@leaselight/reports'

/** What decides everything random in a test file. A failing test names it; RANDOM_SEED repeats a run. */
export const SEED = Number(process.env.RANDOM_SEED ?? Math.floor(Math.random() * 2 ** 31))

const EVERY = Number(process.env.RANDOM_EVERY ?? 4)
/** Whether a run tries every case there is. */
export const EVERYTHING = EVERY === 1

/**
 * The reports that a run asks at length: one of every four, and with another seed others, so that `npm test` stays short
 * enough to wait for. RANDOM_EVERY=1 asks all of them.
 */
export function reportsOfRun(): [key: string, report: ReportDefinition][] {
  return ofRun(reports).map((report) => [report.key, report])
}

/** The cases that a run tries: one of every four, and with another seed others. RANDOM_EVERY=1 tries all of them. */
export function ofRun<T>(cases: readonly T[]): T[] {
  return cases.filter((_, index) => (index + SEED) % EVERY === 0)
}
