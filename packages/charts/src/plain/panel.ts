import type { Size } from '../panels'
import type { Axis, CategoryAxis, PlainOption, Series, ValueAxis } from './option'
import { categoryScale, isOfCategories, numberScale, type Scale, spansOf, valueTicks } from './scale'
import { type Measure, truncated } from './text'

/** Between an axis and its labels, as ECharts has it. */
export const LABEL_GAP = 8
/** What labels keep free beside them. */
const BESIDE = 3
/** A category's label needs so much of its band for every third of itself. */
const ROOM = 1.3

/** A plot with its axes and what is drawn in it. */
export interface Panel {
  left: number
  top: number
  right: number
  bottom: number
  category: CategoryAxis
  value: ValueAxis
  categories: Scale & { band: number }
  values: Scale
  /** Categories are below each other, and bars lie. */
  lying: boolean
  /** The categories with a label, and their texts. */
  names: { index: number; text: string }[]
  /** The ticks with a label, and their texts. */
  numbers: { tick: number; text: string }[]
  series: Series[]
  spans: Map<Series, ([number, number] | null)[]>
}

/** The panels of a drawing of some size, each shrunk so that its labels stay within the place it was given. */
export function panelsOf(option: PlainOption, size: Size, measure: Measure): Panel[] {
  const grids = several(option.grid)
  const spans = spansOf(option.series)
  return grids.flatMap((grid, index) => {
    const [x, y] = [several(option.xAxis)[index], several(option.yAxis)[index]]
    const axes = x && y && pairOf(x, y)
    if (!axes) return []
    const outer = {
      left: grid.left,
      top: grid.top,
      right: grid.width === undefined ? size.width - (grid.right ?? 0) : grid.left + grid.width,
      bottom: grid.height === undefined ? size.height - (grid.bottom ?? 0) : grid.top + grid.height,
    }
    const series = option.series.filter(({ xAxisIndex = 0 }) => xAxisIndex === index)
    return [panelOf(axes, outer, series, spans, measure)]
  })
}

const several = <T>(one: T | T[]): T[] => (Array.isArray(one) ? one : [one])

/** One axis of categories and one of numbers. */
function pairOf(x: Axis, y: Axis): Pick<Panel, 'category' | 'value' | 'lying'> | null {
  if (isOfCategories(x)) return isOfCategories(y) ? null : { category: x, value: y, lying: false }
  return isOfCategories(y) ? { category: y, value: x, lying: true } : null
}

type Box = Pick<Panel, 'left' | 'top' | 'right' | 'bottom'>

function panelOf(
  axes: Pick<Panel, 'category' | 'value' | 'lying'>,
  outer: Box,
  series: Series[],
  spans: Panel['spans'],
  measure: Measure,
): Panel {
  const { category, value, lying } = axes
  const drawn = series.flatMap((one) => (spans.get(one) ?? []).flatMap((span) => span ?? []))
  const axis = valueTicks(value, drawn)
  const widthOf = (text: string) => measure(text, category.axisLabel)
  const texts = category.data.map((text) => truncated(text, category.axisLabel, category.axisLabel.width, measure))
  const numberWidths = axis.ticks.map((tick) => measure(value.axisLabel.formatter(tick), value.axisLabel))
  const height = { category: category.axisLabel.fontSize, value: value.axisLabel.fontSize }
  const widest = (widths: number[]) => Math.max(0, ...widths)
  const box = lying
    ? {
        left: outer.left + widest(texts.map(widthOf)) + LABEL_GAP + BESIDE,
        top: outer.top,
        right: outer.right - (numberWidths.at(-1) ?? 0) / 2 - BESIDE,
        bottom: outer.bottom - height.value - LABEL_GAP,
      }
    : {
        left: outer.left + widest(numberWidths) + LABEL_GAP + BESIDE,
        top: outer.top + height.value / 2,
        right: outer.right,
        bottom: outer.bottom - height.category - LABEL_GAP,
      }
  const scales = () => ({
    categories: lying ? categoryScale(category, box.bottom, box.top) : categoryScale(category, box.left, box.right),
    values: lying ? numberScale(axis, box.left, box.right) : numberScale(axis, box.bottom, box.top),
  })
  const names = namesOf(
    category,
    texts,
    lying ? texts.map(() => height.category) : texts.map(widthOf),
    scales().categories,
  )
  // On an axis without gaps the labels at its ends stand out by half.
  if (!lying && category.boundaryGap === false) {
    const last = names.at(-1)
    const first = names[0]
    if (last?.index === texts.length - 1) box.right = Math.min(box.right, outer.right - widthOf(last.text) / 2 - BESIDE)
    if (first) box.left = Math.max(box.left, outer.left + widthOf(first.text) / 2 + BESIDE)
  }
  const room = lying ? (box.right - box.left) / Math.max(1, axis.ticks.length - 1) : Number.POSITIVE_INFINITY
  const every = Math.max(1, Math.ceil((widest(numberWidths) + 2 * BESIDE) / room))
  const numbers = axis.ticks.flatMap((tick, index) =>
    index % every === 0 ? [{ tick, text: value.axisLabel.formatter(tick) }] : [],
  )
  return { ...box, ...axes, ...scales(), names, numbers, series, spans }
}

/** Every label, or as many at equal distances as have room. */
function namesOf(
  { axisLabel }: CategoryAxis,
  texts: readonly string[],
  lengths: readonly number[],
  { band }: { band: number },
): Panel['names'] {
  const step = axisLabel.interval === 0 ? 1 : Math.floor((ROOM * Math.max(0, ...lengths)) / band) + 1
  return texts.flatMap((text, index) => (index % step === 0 ? [{ index, text }] : []))
}

/** The pixels of a panel's point, by its x and y value. */
export function pixelOf({ lying, categories, values }: Panel, x: number, y: number): [number, number] {
  return lying ? [values.at(x), categories.at(y)] : [categories.at(x), values.at(y)]
}

/** The category at a point of a panel; null outside it. */
export function categoryAt(panel: Panel, x: number, y: number): number | null {
  const { left, top, right, bottom, lying, categories } = panel
  if (x < left || x > right || y < top || y > bottom) return null
  const along = lying ? y : x
  const [nearest] = [...categories.ticks].sort(
    (a, b) => Math.abs(categories.at(a) - along) - Math.abs(categories.at(b) - along),
  )
  return nearest ?? null
}
