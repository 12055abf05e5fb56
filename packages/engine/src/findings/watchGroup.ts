import {
  columnsBehind,
  type Day,
  type DayRange,
  type ReportDefinition,
  type Watch,
  type watchedParts,
} from '@leaselight/model'
import type { Scope } from '../access/scope'
import type { MeasuresByColumn } from '../plan/measures'

/** A watch of a report with the measures that its parts need. */
export interface PlannedWatch {
  report: ReportDefinition
  /** What names its report's columns among those of all reports, each read with some switches. */
  source: string
  watch: Watch
  parts: NonNullable<ReturnType<typeof watchedParts>>
  scope: Scope
}

/** The measures of a report over a period, cut into slices, as of an instant. */
export type MeasuresAt = (period: DayRange, cutDays: readonly Day[], now: Date) => MeasuresByColumn

/** Watches over the same properties, read with the same switches. */
export class WatchGroup {
  readonly planned: PlannedWatch[] = []
  readonly sources = new Map<string, MeasuresAt>()
  readonly #measures = new Map<string, MeasuresByColumn>()

  /** The measures of a report's columns, by the names that they have among those of all reports. */
  measuresOf(columns: ReadonlySet<string>, ...at: Parameters<MeasuresAt>): MeasuresByColumn {
    const found = [...this.sources].flatMap(([source, measuresAt]) => {
      const key = JSON.stringify([source, ...at])
      const measures = this.#measures.get(key) ?? measuresAt(...at)
      this.#measures.set(key, measures)
      return Object.entries(measures).map(([column, measure]) => [`${source}.${column}`, measure] as const)
    })
    return Object.fromEntries(found.filter(([name]) => columns.has(name)))
  }
}

/** The names of the columns that watches are made of. */
export const columnNames = (planned: readonly PlannedWatch[]): Set<string> =>
  new Set(
    planned.flatMap(({ report, source, parts }) =>
      columnsBehind(report.columns, parts).map((key) => `${source}.${key}`),
    ),
  )
