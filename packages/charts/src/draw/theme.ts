/** Colors and fonts for drawing; the web app passes its own tokens, paper has a theme of its own. */
export interface ChartTheme {
  /** The series colors in the product's order. */
  series: readonly string[]
  text: string
  muted: string
  line: string
  /** The chart's background, for the gaps between parts. */
  surface: string
  textFont: string
  /** A font with tabular figures. */
  numberFont: string
  fontSize: number
  /** The height of a text line as a share of a trend's plot height; a smaller default applies without it. */
  lineHeightRatio?: number
  /** False on paper and when the user prefers reduced motion. */
  animate: boolean
}
