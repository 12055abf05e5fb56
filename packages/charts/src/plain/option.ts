/** The part of ECharts' options that lines and bars over one category axis need: what is drawn without the library. */
export interface PlainOption {
  textStyle: TextStyle
  tooltip: {
    /** Whether the numbers are of one dot, or of all at one category. */
    trigger: 'item' | 'axis'
    backgroundColor: string
    borderColor: string
    textStyle: TextStyle
    axisPointer: { type: 'line' | 'none'; lineStyle?: { color: string } }
    formatter: (items: { dataIndex: number; seriesId: string }[]) => HTMLElement | string
  }
  grid: Grid | Grid[]
  xAxis: Axis | Axis[]
  yAxis: Axis | Axis[]
  series: Series[]
}

export interface TextStyle {
  color: string
  fontFamily: string
  fontSize: number
  fontWeight?: 600
}

interface Grid {
  left: number
  top: number
  right?: number
  bottom?: number
  width?: number
  height?: number
}

export type Axis = CategoryAxis | ValueAxis

export interface CategoryAxis {
  type: 'category'
  data: readonly string[]
  inverse?: boolean
  boundaryGap?: boolean
  axisLine: { lineStyle: { color: string } }
  axisLabel: TextStyle & { width?: number; interval?: number }
}

export interface ValueAxis {
  type: 'value'
  min: number
  max?: number
  interval?: number
  minInterval?: number
  splitNumber: number
  splitLine: { lineStyle: { color: string } }
  axisLabel: TextStyle & { formatter: (value: number) => string }
  name?: string
  nameGap?: number
  nameTextStyle?: TextStyle
}

export interface LabelStyle extends Partial<TextStyle> {
  show?: boolean
  align?: 'left' | 'right' | 'center'
  position?: 'right' | 'top' | 'inside' | readonly [number, number]
  formatter?: (item: { dataIndex: number }) => string
}

export type Item = number | null | { value: number | null; label?: LabelStyle; itemStyle?: ItemStyle }

export interface ItemStyle {
  color?: string
  borderColor?: string
  borderWidth?: number
}

/** A label that is laid out may be left out by a size of nothing. */
type LabelLayout =
  | { hideOverlap: boolean }
  | ((place: { rect: { width: number }; labelRect: { width: number } }) => { fontSize?: number })

export interface Series {
  type: 'line' | 'bar'
  id: string
  xAxisIndex?: number
  data: readonly Item[]
  stack?: string
  z?: number
  tooltip?: { show: boolean }
  itemStyle?: ItemStyle
  lineStyle?: { color?: string; width?: number; opacity?: number; type?: 'dashed' }
  areaStyle?: { color: string }
  symbol?: string
  symbolSize?: number | ((value: unknown, item: { dataIndex: number }) => number)
  label?: LabelStyle
  labelLayout?: LabelLayout
  barMaxWidth?: number
  barCategoryGap?: string
}
