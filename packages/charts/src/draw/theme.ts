/** Colours and type for drawing; the web passes its own tokens, paper has its own. */
export interface ChartTheme {
  /** The series colours in the product's order. */
  series: readonly string[]
  text: string
  muted: string
  line: string
  /** What the chart stands on, for the gaps between parts. */
  surface: string
  textFont: string
  /** A face with tabular figures. */
  numberFont: string
  fontSize: number
  /** What part of the height of lines over time a line of text takes; less where it is not said. */
  lineHeightRatio?: number
  /** Off where the reader prefers no motion, and on paper. */
  animate: boolean
}
