import {
  type ChartSpec,
  columnOverTime,
  isByWeek,
  type ReportDefinition,
  type ReportResult,
  type ReportState,
  rowDimensions,
  rowsOnStrip,
  type Shape,
} from '@leaselight/model'

/** Where a report's charts are drawn. */
interface PlacedCharts {
  /** Bars above a list show its days, and narrow it to some of them. */
  isBrushed: boolean
  /** All that are drawn, wherever. */
  drawn: readonly ChartSpec[]
  /** Those beside the numbers. */
  leading: readonly ChartSpec[]
  /** Of the others, the one below the table, and those behind a button. */
  open: readonly ChartSpec[]
  folded: readonly ChartSpec[]
}

/** The shapes whose first charts are drawn beside the numbers; the others are read without one, or bring their own. */
const chartBeside: Record<Shape, boolean> = {
  brief: false,
  rank: true,
  service: true,
  flow: true,
  homes: false,
  list: false,
}

/** Chooses where a report's charts are drawn; before its result has come, as if its rows filled a strip. */
export function placedCharts(
  report: ReportDefinition,
  state: ReportState,
  result: ReportResult | undefined,
  phone: boolean,
): PlacedCharts {
  // A finger can't hit the bars of a month on a phone.
  const isBrushed = !phone && columnOverTime(report) !== undefined
  const drawn = report.charts.filter((spec) =>
    spec.kind === 'trend'
      ? // The bars are this picture.
        !isBrushed
      : spec.kind !== 'strip' || !result || rowsOnStrip(spec, rowDimensions(report, state)[0], result.rows).length > 0,
  )
  const leading = chartBeside[report.shape ?? 'rank'] ? leadingCharts(drawn, phone) : []
  const further = drawn.filter((spec) => !leading.includes(spec))
  // A page has one picture at a time, beside which the last weeks are a small one.
  const hasPicture = report.shape === 'homes' || leading.some((spec) => !isByWeek(spec))
  const shown = phone || hasPicture ? 0 : 1
  return { isBrushed, drawn, leading, open: further.slice(0, shown), folded: further.slice(shown) }
}

/** So many rows of a chart fit beside the numbers. */
const FEW = 4

/**
 * A chart of rows needs a line for each of them, and the table right below shows them as well, unless they are few and
 * not the table's own; dots share a plane.
 */
const fitsBeside = (spec: ChartSpec): boolean =>
  ['trend', 'funnel', 'distribution', 'compare', 'strip', 'dots'].includes(spec.kind) ||
  (spec.kind === 'bars' && spec.variant !== undefined && spec.limit !== undefined && spec.limit <= FEW)

/** The first chart, and the last weeks where they come next; a phone has one chart below its numbers. */
function leadingCharts([first, second]: readonly ChartSpec[], phone: boolean): ChartSpec[] {
  if (!first || !fitsBeside(first)) return []
  return second && isByWeek(second) && !phone ? [first, second] : [first]
}
