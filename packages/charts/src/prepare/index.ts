import {
  type ChartSpec,
  type ReportDefinition,
  type ReportResult,
  type ReportState,
  tooFewToDraw,
} from '@leaselight/model'
import type { ChartModel } from '../model'
import { prepareBars } from './bars'
import { prepareCompare } from './compare'
import { prepareDistribution } from './distribution'
import { prepareDots } from './dots'
import { prepareFunnel } from './funnel'
import { prepareHeatMap } from './heatMap'
import { withNotes } from './notes'
import { prepareOutlook } from './outlook'
import { prepareStack } from './stack'
import { prepareStrip } from './strip'
import { prepareTrend } from './trend'
import type { DailyGoals, Prepare } from './types'

/** One entry per kind of chart; its drawing is registered in `draw`. */
const kinds: { [K in ChartSpec['kind']]: Prepare<K> } = {
  trend: prepareTrend,
  bars: prepareBars,
  stack: prepareStack,
  funnel: prepareFunnel,
  distribution: prepareDistribution,
  compare: prepareCompare,
  heatMap: prepareHeatMap,
  dots: prepareDots,
  strip: prepareStrip,
  outlook: prepareOutlook,
}

/**
 * Prepares the chart that a report defines from its final rows; null when there is nothing to show. `result` and
 * `state` are the current ones, or those of the chart's own variant (`chartState`) with every level of rows; `goals` those
 * of the columns over the period.
 */
export function prepareChart(
  spec: ChartSpec,
  report: ReportDefinition,
  result: ReportResult,
  state: ReportState,
  goals?: DailyGoals,
): ChartModel | null {
  if (tooFewToDraw(spec, report.columns, result.total)) return null
  return withNotes(prepared(spec.kind, spec, report, result, state, goals), result)
}

function prepared<K extends ChartSpec['kind']>(
  kind: K,
  spec: ChartSpec,
  report: ReportDefinition,
  result: ReportResult,
  state: ReportState,
  goals?: DailyGoals,
): ChartModel | null {
  // The compiler can't infer that a spec of this kind matches the kind's own function.
  return kinds[kind](spec as Extract<ChartSpec, { kind: K }>, report, result, state, goals)
}
