import type { ChartMark, ChartModel, ChartSeries } from '../model'
import type { Hidden } from './common'
import { heatMapPanels } from './heatMapPanels'
import { stripLines } from './strip'

/** Where a mark is in the picture, in pixels, and what it stands for. */
export interface Spot {
  mark: ChartMark
  /** Positions in the model. */
  series: number
  index: number
  left: number
  top: number
  width: number
  height: number
}

/** From a panel's values to pixels. */
export type ToPixel = (panel: number, x: number, y: number) => [number, number]

/** A rectangle in a panel's values; categories are whole numbers, and a rectangle may end between them. */
interface Area {
  panel: number
  x: [number, number]
  y: [number, number]
  /** Neither axis is of categories. */
  exact?: boolean
}

/** Smaller marks are hit as if they had this size. */
const MIN_SIDE = 24

/** Every mark of a drawn chart that opens something, in the model's order. */
export function spotsOf(model: ChartModel, hidden: Hidden, toPixel: ToPixel, width: number): Spot[] {
  const areaOf = areas[model.kind](model, hidden, width)
  return model.series.flatMap((series, position) => {
    if (hidden.has(series.key)) return []
    return (series.marks ?? []).flatMap((mark, index) =>
      mark ? [{ mark, series: position, index, ...boxOf(areaOf(series, position, index), toPixel) }] : [],
    )
  })
}

type AreaOf = (series: ChartSeries, position: number, index: number) => Area

/** Where each kind of chart has its marks. */
const areas: Record<ChartModel['kind'], (model: ChartModel, hidden: Hidden, width: number) => AreaOf> = {
  trend: trendAreas,
  outlook: trendAreas,
  bars: barAreas,
  stack: barAreas,
  distribution: barAreas,
  compare: barAreas,
  funnel: barAreas,
  heatMap: (model, _hidden, width) => {
    const starts = heatMapPanels(model, width)
    return (_, position, index) => {
      const panel = starts.findLastIndex((start) => start <= index)
      return { panel, x: around(index - (starts[panel] ?? 0)), y: around(position) }
    }
  },
  strip: (model) => {
    const lines = stripLines(model)
    return (series, _, index) => {
      const [x, y] = [series.values[index] ?? 0, lines[index] ?? 0]
      return { panel: 0, x: [x, x], y: [y, y], exact: true }
    }
  },
  dots:
    ({ series: [, right] }) =>
    (series, _, index) => {
      const [x, y] = [right?.values[index] ?? 0, series.values[index] ?? 0]
      return { panel: 0, x: [x, x], y: [y, y], exact: true }
    },
}

const around = (index: number): [number, number] => [index - 0.5, index + 0.5]

/** A point is hit anywhere above and below it. */
function trendAreas(model: ChartModel): AreaOf {
  const own = model.series.filter(({ priorOf }) => priorOf === undefined)
  return ({ key, values }, _, index) => ({
    panel: own.findIndex((one) => one.key === key),
    x: around(index),
    y: [0, Math.max(0, ...values.map((value) => value ?? 0))],
  })
}

/** A bar with the room around it; several bars of one category share that room, parts of a bar follow each other. */
function barAreas(model: ChartModel, hidden: Hidden): AreaOf {
  const shown = model.series.filter(({ key, priorOf, asLine }) => !hidden.has(key) && !priorOf && !asLine)
  const isStacked = model.kind === 'stack'
  return (series, _, index) => {
    const at = shown.indexOf(series)
    const before = isStacked ? shown.slice(0, at).reduce((sum, { values }) => sum + (values[index] ?? 0), 0) : 0
    const along: [number, number] = [before, before + (series.values[index] ?? 0)]
    const share = isStacked ? 1 : 1 / shown.length
    const start = index - 0.5 + (isStacked ? 0 : at * share)
    const across: [number, number] = [start, start + share]
    return model.layout === 'rows' ? { panel: 0, x: along, y: across } : { panel: 0, x: across, y: along }
  }
}

function boxOf({ panel, x, y, exact }: Area, toPixel: ToPixel): Pick<Spot, 'left' | 'top' | 'width' | 'height'> {
  // An axis of categories knows whole ones only, so what is between them is measured from their distance.
  const pixel = (axis: 0 | 1, value: number) => {
    if (exact) return toPixel(panel, x[0], y[0])[axis]
    const whole = Math.floor(value)
    const [low, high] = [whole, whole + 1].map(
      (one) => toPixel(panel, axis === 0 ? one : 0, axis === 1 ? one : 0)[axis],
    )
    return (low ?? 0) + ((high ?? 0) - (low ?? 0)) * (value - whole)
  }
  const side = (axis: 0 | 1, [from, to]: [number, number]) => {
    const [one, other] = [pixel(axis, from), pixel(axis, to)]
    const size = Math.max(MIN_SIDE, Math.abs(other - one))
    return { start: (one + other - size) / 2, size }
  }
  const [across, down] = [side(0, x), side(1, y)]
  return { left: across.start, top: down.start, width: across.size, height: down.size }
}

/** The mark at a point: of several, the one whose middle is nearest. */
export function spotAt(spots: readonly Spot[], x: number, y: number): Spot | undefined {
  const distance = ({ left, top, width, height }: Spot) => Math.hypot(x - left - width / 2, y - top - height / 2)
  return spots
    .filter(({ left, top, width, height }) => x >= left && x <= left + width && y >= top && y <= top + height)
    .sort((a, b) => distance(a) - distance(b))[0]
}
