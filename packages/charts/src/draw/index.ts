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

/** One line for each kind of chart; its preparation is registered in `prepare`. */
const kinds: Record<ChartModel['kind'], (model: ChartModel, theme: ChartTheme, hidden: Hidden) => ChartOption> = {
  trend: drawTrend,
  bars: drawBars,
  stack: drawBars,
  funnel: drawFunnel,
  distribution: drawDistribution,
  heatMap: drawHeatMap,
  pyramid: drawPyramid,
}

/** The picture of a model; it decides nothing. `hidden` holds the keys of series the reader switched off. */
export function toOption(model: ChartModel, theme: ChartTheme, hidden: Hidden = new Set()): ChartOption {
  return kinds[model.kind](model, theme, hidden)
}

/** A chart in the page. */
export interface MountedChart {
  update: (model: ChartModel, theme: ChartTheme, hidden?: Hidden) => void
  resize: () => void
  dispose: () => void
}

/** Puts a chart into an element that has a size; call `resize` when that changes and `dispose` when it goes. */
export function mountChart(element: HTMLElement): MountedChart {
  const chart = init(element, null, { renderer: 'svg' })
  return {
    update: (model, theme, hidden) => {
      chart.setOption(toOption(model, theme, hidden), { notMerge: true })
      // At once, not with the next frame, which a page on its way to paper does not wait for.
      chart.getZr().flush()
    },
    resize: () => chart.resize(),
    dispose: () => chart.dispose(),
  }
}
