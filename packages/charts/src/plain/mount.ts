import { drawBars } from '../draw/bars'
import type { Hidden } from '../draw/common'
import type { MountedChart } from '../draw/mounted'
import { spotAt, spotsOf, type ToPixel } from '../draw/spots'
import { drawStrip } from '../draw/strip'
import type { ChartTheme } from '../draw/theme'
import { noTimeline, timelineOf } from '../draw/timeline'
import { drawTrend } from '../draw/trend'
import type { ChartModel } from '../model'
import type { Size } from '../panels'
import { axesOf } from './axes'
import { marksOf } from './marks'
import type { PlainOption } from './option'
import { categoryAt, type Panel, panelsOf, pixelOf } from './panel'
import { crisp, path, type Shape } from './shapes'
import { type Measure, measureInPage } from './text'
import { placeTooltip, tooltipBox } from './tooltip'

/** The kinds of charts that are drawn here; the others need a library. */
const kinds = {
  trend: drawTrend,
  outlook: drawTrend,
  bars: drawBars,
  stack: drawBars,
  strip: drawStrip,
} satisfies Partial<Record<ChartModel['kind'], unknown>>

type PlainKind = keyof typeof kinds

/** Whether charts of a kind are drawn without the library, as long as they have no notes. */
export const isPlainKind = (kind: ChartModel['kind']): kind is PlainKind => kind in kinds

/** Whether a chart is drawn without the library, which draws the notes of a timeline. */
export const isPlain = ({ kind, notes }: ChartModel): boolean => isPlainKind(kind) && !notes

/** What a chart of lines or bars is drawn as. */
export function drawingOf(option: PlainOption, size: Size, measure: Measure): { panels: Panel[]; shapes: Shape[] } {
  const panels = panelsOf(option, size, measure)
  return {
    panels,
    shapes: panels.flatMap((panel) => [...axesOf(panel), ...marksOf(panel, option.textStyle, measure)]),
  }
}

/** The option of a chart of lines or bars, as the library gets it. */
export function plainOption(model: ChartModel, theme: ChartTheme, size: Size, hidden: Hidden): PlainOption {
  if (!isPlainKind(model.kind)) throw new Error(`A chart of the kind ${model.kind} is not drawn without the library.`)
  return kinds[model.kind](model, theme, hidden, size)
}

const SVG = 'http://www.w3.org/2000/svg'

/**
 * Draws a chart of lines or bars in an element that has a size, without the library. Call `resize` when the size changes
 * and `dispose` when the element is removed.
 */
export function mountPlain(element: HTMLElement): MountedChart {
  const svg = document.createElementNS(SVG, 'svg')
  const pointer = document.createElementNS(SVG, 'path')
  svg.style.display = 'block'
  const box = tooltipBox()
  element.append(svg, box)
  let shown: Parameters<MountedChart['update']> | null = null
  let option: PlainOption | null = null
  let panels: Panel[] = []
  let size: Size = { width: 0, height: 0 }

  const draw = () => {
    if (!shown) return
    const [model, theme, hidden = new Set<string>()] = shown
    size = { width: element.clientWidth, height: element.clientHeight }
    option = plainOption(model, theme, size, hidden)
    const drawing = drawingOf(option, size, measureInPage)
    panels = drawing.panels
    svg.setAttribute('width', String(size.width))
    svg.setAttribute('height', String(size.height))
    svg.replaceChildren(...drawing.shapes.map(elementOf), pointer)
    hide()
  }
  const hide = () => {
    box.hidden = true
    pointer.removeAttribute('d')
  }
  /** Shows the numbers at a point, and a line through it where the chart has one. */
  const showAt = (x: number, y: number) => {
    const index =
      option?.tooltip.trigger === 'item'
        ? (spotAt(spots(), x, y)?.index ?? null)
        : panels.map((panel) => categoryAt(panel, x, y)).find((at) => at !== null)
    const content = option && index !== undefined && index !== null ? numbersAt(option, index) : ''
    if (!option || index === undefined || index === null || content === '') return hide()
    const { axisPointer } = option.tooltip
    if (axisPointer.type === 'line') {
      pointer.setAttribute('d', panels.map((panel) => lineAt(panel, index)).join(''))
      pointer.setAttribute('stroke', axisPointer.lineStyle?.color ?? '')
      pointer.setAttribute('stroke-dasharray', '4 2')
    }
    placeTooltip(box, option.tooltip, content, { x, y }, size)
  }
  const toPixel: ToPixel = (panel, x, y) => {
    const drawn = panels[panel]
    return drawn ? pixelOf(drawn, x, y) : [0, 0]
  }
  const spots = () => {
    if (!shown) return []
    const [model, , hidden = new Set<string>()] = shown
    return spotsOf(model, hidden, toPixel, size.width)
  }
  const onMove = (event: MouseEvent) => {
    const { left, top } = element.getBoundingClientRect()
    showAt(event.clientX - left, event.clientY - top)
  }
  element.addEventListener('mousemove', onMove)
  element.addEventListener('mouseleave', hide)
  return {
    update: (...next) => {
      shown = next
      draw()
    },
    resize: () => {
      if (element.clientWidth !== size.width || element.clientHeight !== size.height) draw()
    },
    spots,
    timeline: () => {
      if (!shown) return noTimeline
      const [model, theme] = shown
      return timelineOf(model, theme, size, toPixel)
    },
    point: (spot) => {
      if (spot === null) hide()
      else showAt(spot.left + spot.width / 2, spot.top + spot.height / 2)
    },
    dispose: () => {
      element.removeEventListener('mousemove', onMove)
      element.removeEventListener('mouseleave', hide)
      svg.remove()
      box.remove()
    },
  }
}

function numbersAt({ series, tooltip }: PlainOption, dataIndex: number): HTMLElement | string {
  const told = series.filter((one) => one.tooltip?.show !== false)
  return tooltip.formatter(told.map(({ id }) => ({ dataIndex, seriesId: id })))
}

function lineAt({ lying, categories, left, right, top, bottom }: Panel, index: number): string {
  const at = crisp(categories.at(index))
  return lying
    ? path([
        [left, at],
        [right, at],
      ])
    : path([
        [at, top],
        [at, bottom],
      ])
}

function elementOf({ tag, attributes, text }: Shape): SVGElement {
  const element = document.createElementNS(SVG, tag)
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value))
  // Names come from imported data, so they are text nodes, never markup.
  if (text !== undefined) element.textContent = text
  return element
}
