import { BarChart, HeatmapChart, LineChart } from 'echarts/charts'
import {
  GridComponent,
  MarkLineComponent,
  MarkPointComponent,
  TooltipComponent,
  VisualMapContinuousComponent,
} from 'echarts/components'
import { init, use } from 'echarts/core'
import { LabelLayout } from 'echarts/features'
import { SVGRenderer } from 'echarts/renderers'
import type { ChartModel } from '../model'
import type { Size } from '../panels'
import { drawBars } from './bars'
import type { ChartOption, Hidden } from './common'
import { drawDistribution } from './distribution'
import { drawDots } from './dots'
import { drawFunnel } from './funnel'
import { drawHeatMap } from './heatMap'
import type { MountedChart } from './mounted'
import { spotsOf } from './spots'
import { drawStrip } from './strip'
import type { ChartTheme } from './theme'
import { noTimeline, timelineOf } from './timeline'
import { drawTrend } from './trend'

export { mix, readableOn } from './color'
export type { ChartOption, Hidden } from './common'
export { spotAt, spotsOf } from './spots'
export type { ChartTheme } from './theme'

use([
  LineChart,
  BarChart,
  HeatmapChart,
  GridComponent,
  MarkLineComponent,
  MarkPointComponent,
  TooltipComponent,
  VisualMapContinuousComponent,
  LabelLayout,
  SVGRenderer,
])

/** One entry per kind of chart; its preparation is registered in `prepare`. */
const kinds: Record<
  ChartModel['kind'],
  (model: ChartModel, theme: ChartTheme, hidden: Hidden, size: Size) => ChartOption
> = {
  trend: drawTrend,
  bars: drawBars,
  stack: drawBars,
  funnel: drawFunnel,
  distribution: drawDistribution,
  compare: drawDistribution,
  heatMap: drawHeatMap,
  dots: drawDots,
  strip: drawStrip,
  outlook: drawTrend,
}

/** The ECharts option of a model; it makes no decisions. `hidden` has the keys of series that the user hid. */
export function toOption(model: ChartModel, theme: ChartTheme, size: Size, hidden: Hidden = new Set()): ChartOption {
  return kinds[model.kind](model, theme, hidden, size)
}

/**
 * Draws a chart in an element that has a size. Call `resize` when the size changes and `dispose` when the element is
 * removed.
 */
export function mountChart(element: HTMLElement): MountedChart {
  const chart = init(element, null, { renderer: 'svg' })
  let shown: Parameters<MountedChart['update']> | null = null
  const sizeNow = (): Size => ({ width: chart.getWidth(), height: chart.getHeight() })
  const draw = (animate = true) => {
    if (!shown) return
    const [model, theme, hidden] = shown
    const own = animate ? theme : { ...theme, animate }
    chart.setOption(toOption(model, own, sizeNow(), hidden), { notMerge: true })
    // Draws at once: a page being printed doesn't wait for the next frame.
    chart.getZr().flush()
  }
  return {
    update: (...next) => {
      shown = next
      draw()
    },
    resize: () => {
      const before = sizeNow()
      chart.resize()
      const { width, height } = sizeNow()
      // A picture that follows its window doesn't play its beginning again.
      if (width !== before.width || height !== before.height) draw(false)
    },
    spots: () => {
      if (!shown) return []
      const [model, , hidden = new Set<string>()] = shown
      return spotsOf(
        model,
        hidden,
        (panel, x, y) => {
          const [left = 0, top = 0] = chart.convertToPixel({ xAxisIndex: panel, yAxisIndex: panel }, [x, y])
          return [left, top]
        },
        chart.getWidth(),
      )
    },
    timeline: () => {
      if (!shown) return noTimeline
      const [model, theme] = shown
      return timelineOf(model, theme, sizeNow(), (panel, x, y) => {
        const [left = 0, top = 0] = chart.convertToPixel({ xAxisIndex: panel, yAxisIndex: panel }, [x, y])
        return [left, top]
      })
    },
    point: (spot) => {
      if (spot === null) chart.dispatchAction({ type: 'hideTip' })
      else chart.dispatchAction({ type: 'showTip', x: spot.left + spot.width / 2, y: spot.top + spot.height / 2 })
    },
    dispose: () => chart.dispose(),
  }
}
