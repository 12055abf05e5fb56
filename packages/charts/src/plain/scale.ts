import type { Axis, CategoryAxis, Series, ValueAxis } from './option'

/** From an axis' values to pixels. */
export interface Scale {
  /** Values of the ticks; of categories, their positions. */
  ticks: readonly number[]
  at: (value: number) => number
}

/** A step is rounded to 1, 2, 3 or 5 times a power of ten, as ECharts does it. */
function niceStep(step: number): number {
  const power = 10 ** Math.floor(Math.log10(step))
  const [, factor = 10] = ROUNDED.find(([below]) => step / power < below) ?? []
  return factor * power
}

const ROUNDED = [
  [1.5, 1],
  [2.5, 2],
  [4, 3],
  [7, 5],
] as const

/** The ends of an axis of numbers and its ticks. */
export function valueTicks(axis: ValueAxis, values: readonly number[]): { ends: [number, number]; ticks: number[] } {
  const start = axis.min
  // Without a number above its start an axis has the length of one.
  const most = axis.max ?? Math.max(start, ...values)
  const end = most > start ? most : start + 1
  const step = axis.interval ?? Math.max(niceStep((end - start) / axis.splitNumber), axis.minInterval ?? 0)
  const last = axis.max ?? Math.ceil(round(end / step)) * step
  const first = Math.ceil(round(start / step))
  const count = Math.floor(round(last / step)) - first
  const ticks = Array.from({ length: count + 1 }, (_, index) => round((first + index) * step))
  return { ends: [start, last], ticks }
}

/** A sum of tenths is no whole number to the last digit. */
const round = (value: number): number => Number(value.toPrecision(12))

export const numberScale = (
  { ends: [first, last], ticks }: ReturnType<typeof valueTicks>,
  from: number,
  to: number,
): Scale => ({ ticks, at: (value) => from + ((to - from) * (value - first)) / (last - first) })

/** Categories have a band each; on an axis without gaps the first and the last are at its ends. */
export function categoryScale({ data, boundaryGap = true, inverse = false }: CategoryAxis, from: number, to: number) {
  const [first, last] = inverse ? [to, from] : [from, to]
  const band = (last - first) / Math.max(1, boundaryGap ? data.length : data.length - 1)
  return {
    ticks: data.map((_, index) => index),
    at: (value: number) => first + band * (boundaryGap ? value + 0.5 : value),
    band: Math.abs(band),
  }
}

export const isOfCategories = (axis: Axis): axis is CategoryAxis => axis.type === 'category'

export const numberOf = (item: Series['data'][number]): number | null =>
  typeof item === 'object' && item !== null ? item.value : item

/** Where each value of a series begins and ends: stacked ones begin where those before them end. */
export function spansOf(series: readonly Series[]): Map<Series, ([number, number] | null)[]> {
  const heights = new Map<string, number[]>()
  return new Map(
    series.map((one) => {
      const below = one.stack === undefined ? [] : (heights.get(`${one.xAxisIndex ?? 0}:${one.stack}`) ?? [])
      if (one.stack !== undefined) heights.set(`${one.xAxisIndex ?? 0}:${one.stack}`, below)
      const spans = one.data.map((item, index): [number, number] | null => {
        const value = numberOf(item)
        if (value === null) return null
        const start = below[index] ?? 0
        below[index] = start + value
        return [start, start + value]
      })
      return [one, spans]
    }),
  )
}
