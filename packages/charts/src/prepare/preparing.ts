import {
  type ChartSpec,
  type ReportDefinition,
  type ReportResult,
  type ReportState,
  tooFewToDraw,
} from '@leaselight/model'
import type { ChartModel } from '../model'
import { withNotes } from './notes'
import type { DailyGoals, Prepare } from './types'

type Kinds = { [K in ChartSpec['kind']]?: Prepare<K> }

/**
 * Prepares the chart that a report defines from its final rows; null when there is nothing to show. `result` and
 * `state` are the current ones, or those of the chart's own variant (`chartState`) with every level of rows; `goals` those
 * of the columns over the period.
 */
export type PrepareChart = (
  spec: ChartSpec,
  report: ReportDefinition,
  result: ReportResult,
  state: ReportState,
  goals?: DailyGoals,
) => ChartModel | null

/** Prepares charts of these kinds. */
export const preparing =
  (kinds: Kinds): PrepareChart =>
  (spec, report, result, state, goals) =>
    tooFewToDraw(spec, report.columns, result.total)
      ? null
      : withNotes(prepared(kinds, spec.kind, spec, report, result, state, goals), result)

function prepared<K extends ChartSpec['kind']>(
  kinds: Kinds,
  kind: K,
  spec: ChartSpec,
  ...given: [ReportDefinition, ReportResult, ReportState, DailyGoals?]
): ChartModel | null {
  const prepare: Prepare<K> | undefined = kinds[kind]
  if (!prepare) throw new Error(`There is nothing here to prepare a chart of the kind "${kind}".`)
  // The compiler can't infer that a spec of this kind matches the kind's own function.
  return prepare(spec as Extract<ChartSpec, { kind: K }>, ...given)
}
