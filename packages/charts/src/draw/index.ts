import { BarChart, HeatmapChart, LineChart } from 'echarts/charts'
import { GridComponent, TooltipComponent, VisualMapContinuousComponent } from 'echarts/components'
import { init, use } from 'echarts/core'
import { LabelLayout } from 'echarts/features'
import { SVGRenderer } from 'echarts/renderers'
import type { ChartModel } from '../model'
import { drawBars } from './bars'
import type { ChartOption, Hidden } from './common'
import { drawDistribution } from './distribution'
import { drawFunnel } from './funnel'
import { drawHeatMap } from './heatMap'
import { drawPyramid } from './pyramid'
import type { ChartTheme } from './theme'
import { drawTrend } from './trend'

export { mix, readableOn } from './color'
export type { ChartOption, Hidden } from './common'
export type { ChartTheme } from './theme'

use([
  LineChart,
  BarChart,
  HeatmapChart,
  GridComponent,
  TooltipComponent,
  VisualMapContinuousComponent,
  LabelLayout,
  SVGRenderer,
])

/** One entry per kind of chart; its preparation is registered in `prepare`. */
const kinds: Record<ChartModel['kind'], (model: ChartModel, theme: ChartTheme, hidden: Hidden) => ChartOption> = {
  trend: drawTrend,
  bars: drawBars,
  stack: drawBars,
  funnel: drawFunnel,
  distribution: drawDistribution,
  heatMap: drawHeatMap,
  pyramid: drawPyramid,
}

/** The ECharts option of a model; it makes no decisions. `hidden` has the keys of series that the user hid. */
export function toOption(model: ChartModel, theme: ChartTheme, hidden: Hidden = new Set()): ChartOption {
  return kinds[model.kind](model, theme, hidden)
}

/** A chart on the page. */
export interface MountedChart {
  update: (model: ChartModel, theme: ChartTheme, hidden?: Hidden) => void
  resize: () => void
  dispose: () => void
}

/**
 * Draws a chart in an element that has a size. Call `resize` when the size changes and `dispose` when the element is
 * removed.
 */
export function mountChart(element: HTMLElement): MountedChart {
  const chart = init(element, null, { renderer: 'svg' })
  return {
    update: (model, theme, hidden) => {
      chart.setOption(toOption(model, theme, hidden), { notMerge: true })
      // Draws at once: a page being printed doesn't wait for the next frame.
      chart.getZr().flush()
    },
    resize: () => chart.resize(),
    dispose: () => chart.dispose(),
  }
}
