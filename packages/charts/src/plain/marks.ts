import type { ItemStyle, LabelStyle, Series } from './option'
import { type Panel, pixelOf } from './panel'
import { numberOf } from './scale'
import { path, type Shape, short, textAt } from './shapes'
import type { Measure } from './text'

/** Between a bar and the label beside it. */
const LABEL_DISTANCE = 5
/** Between the bars of one category, as a share of a bar's width. */
const BAR_GAP = 0.3

interface Place {
  left: number
  top: number
  width: number
  height: number
}

/** What a panel's series are drawn as, those with a higher `z` over the others. */
export function marksOf(panel: Panel, textStyle: LabelStyle, measure: Measure): Shape[] {
  const bars = panel.series.filter(({ type }) => type === 'bar')
  const groups = [...new Set(bars.map(({ stack, id }) => stack ?? id))]
  return [...panel.series]
    .sort((a, b) => (a.z ?? 2) - (b.z ?? 2))
    .flatMap((series) => {
      if (series.type === 'line') return lineOf(series, panel, textStyle)
      return barsOf(series, panel, groups.indexOf(series.stack ?? series.id), groups.length, textStyle, measure)
    })
}

const partOf = (item: Series['data'][number]): { itemStyle?: ItemStyle; label?: LabelStyle } =>
  typeof item === 'object' && item !== null ? item : {}

function lineOf(series: Series, panel: Panel, textStyle: LabelStyle): Shape[] {
  const { lineStyle = {}, itemStyle = {}, areaStyle, symbol, symbolSize = 4 } = series
  const spans = panel.spans.get(series) ?? []
  const shapes: Shape[] = []
  const runs = runsOf(spans)
  const at = (index: number, value: number) =>
    panel.lying ? pixelOf(panel, value, index) : pixelOf(panel, index, value)
  if (areaStyle)
    for (const run of runs) {
      const edge = [
        ...run.map(([index, [, end]]) => at(index, end)),
        ...run.toReversed().map(([index, [start]]) => at(index, start)),
      ]
      shapes.push({ tag: 'path', attributes: { d: `${path(edge)}Z`, fill: areaStyle.color } })
    }
  if (lineStyle.opacity !== 0)
    shapes.push({
      tag: 'path',
      attributes: {
        d: runs.map((run) => path(run.map(([index, [, end]]) => at(index, end)))).join(''),
        fill: 'none',
        stroke: lineStyle.color ?? itemStyle.color ?? '',
        'stroke-width': lineStyle.width ?? 2,
        'stroke-linejoin': 'bevel',
        ...(lineStyle.type === 'dashed' && { 'stroke-dasharray': '4 2' }),
      },
    })
  if (symbol === 'none') return shapes
  for (const [index, span] of spans.entries()) {
    if (span === null) continue
    const size = typeof symbolSize === 'number' ? symbolSize : symbolSize(span[1], { dataIndex: index })
    const [x, y] = at(index, span[1])
    if (size > 0) shapes.push(dot(x, y, size / 2, itemStyle))
    const { label } = partOf(series.data[index] ?? null)
    if (label?.show) shapes.push(...besideDot(label, index, x - size / 2, y - size / 2, textStyle))
  }
  return shapes
}

const ANCHORS = { left: 'start', center: 'middle', right: 'end' } as const

function besideDot(label: LabelStyle, dataIndex: number, left: number, top: number, textStyle: LabelStyle): Shape[] {
  const style = { ...textStyle, ...label }
  const [right, above] = typeof label.position === 'object' ? label.position : [0, 0]
  const y = top + above + (style.fontSize ?? 0) / 2
  return [
    textAt(label.formatter?.({ dataIndex }) ?? '', {
      ...style,
      x: left + right,
      y,
      anchor: ANCHORS[style.align ?? 'right'],
    }),
  ]
}

const dot = (cx: number, cy: number, r: number, { color = '', borderColor, borderWidth = 0 }: ItemStyle): Shape => ({
  tag: 'circle',
  attributes: {
    cx: short(cx),
    cy: short(cy),
    r,
    fill: color,
    ...(borderColor !== undefined && borderWidth > 0 && { stroke: borderColor, 'stroke-width': borderWidth }),
  },
})

/** The stretches of a line between its gaps. */
function runsOf(spans: readonly ([number, number] | null)[]): [number, [number, number]][][] {
  const runs: [number, [number, number]][][] = []
  for (const [index, span] of spans.entries()) {
    if (span === null) continue
    if (spans[index - 1] == null) runs.push([])
    runs.at(-1)?.push([index, span])
  }
  return runs
}

function barsOf(
  series: Series,
  panel: Panel,
  position: number,
  groups: number,
  textStyle: LabelStyle,
  measure: Measure,
): Shape[] {
  const { band } = panel.categories
  const room = band * (1 - Number.parseFloat(series.barCategoryGap ?? '20%') / 100)
  const width = Math.min(room / (groups + (groups - 1) * BAR_GAP), series.barMaxWidth ?? Number.POSITIVE_INFINITY)
  const start = -(width * (groups + (groups - 1) * BAR_GAP)) / 2 + position * width * (1 + BAR_GAP)
  const shapes: Shape[] = []
  const labels: Shape[] = []
  const taken: Place[] = []
  for (const [index, span] of (panel.spans.get(series) ?? []).entries()) {
    const item = series.data[index] ?? null
    if (span === null || numberOf(item) === null) continue
    const own = partOf(item)
    const style = { ...series.itemStyle, ...own.itemStyle }
    const across = panel.categories.at(index) + start
    const [from, to] = [panel.values.at(span[0]), panel.values.at(span[1])]
    const [low, high] = [Math.min(from, to), Math.max(from, to)]
    const place = panel.lying
      ? { left: low, top: across, width: high - low, height: width }
      : { left: across, top: low, width, height: high - low }
    shapes.push(bar(place, style))
    const label = { ...textStyle, ...series.label, ...own.label }
    if (!label.show) continue
    const text = label.formatter?.({ dataIndex: index }) ?? ''
    const box = labelBox(place, label, measure(text, styleOf(label)))
    if (text === '' || isLeftOut(series, place, box, taken)) continue
    taken.push(box)
    labels.push(textAt(text, { ...label, x: box.left + box.width / 2, y: box.top + box.height / 2, anchor: 'middle' }))
  }
  return [...shapes, ...labels]
}

const styleOf = ({ color = '', fontFamily = '', fontSize = 0, fontWeight }: LabelStyle) => ({
  color,
  fontFamily,
  fontSize,
  ...(fontWeight && { fontWeight }),
})

/** A border is drawn within the bar, so that neighbors keep their distance. */
function bar({ left, top, width, height }: Place, { color = '', borderColor = '', borderWidth = 0 }: ItemStyle): Shape {
  const inset = borderWidth / 2
  return {
    tag: 'rect',
    attributes: {
      x: short(left + inset),
      y: short(top + inset),
      width: Math.max(0, short(width - borderWidth)),
      height: Math.max(0, short(height - borderWidth)),
      fill: color,
      ...(borderWidth > 0 && { stroke: borderColor, 'stroke-width': borderWidth }),
    },
  }
}

function labelBox(place: Place, { position, fontSize = 0 }: LabelStyle, width: number): Place {
  const [x, y] = [place.left + place.width / 2, place.top + place.height / 2]
  const height = fontSize
  if (position === 'right')
    return { left: place.left + place.width + LABEL_DISTANCE, top: y - height / 2, width, height }
  if (position === 'top') return { left: x - width / 2, top: place.top - LABEL_DISTANCE - height, width, height }
  return { left: x - width / 2, top: y - height / 2, width, height }
}

/** Labels that would not fit, or cover one before them. */
function isLeftOut({ labelLayout }: Series, rect: Place, labelRect: Place, taken: readonly Place[]): boolean {
  if (typeof labelLayout === 'function') return labelLayout({ rect, labelRect }).fontSize === 0
  return labelLayout?.hideOverlap === true && taken.some((other) => overlap(other, labelRect))
}

const overlap = (a: Place, b: Place): boolean =>
  a.left < b.left + b.width && b.left < a.left + a.width && a.top < b.top + b.height && b.top < a.top + a.height
