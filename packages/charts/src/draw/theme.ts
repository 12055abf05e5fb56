import type { Scheme } from '../colors'

/** Colors and fonts for drawing; the web app passes its own tokens, paper has a theme of its own. */
export interface ChartTheme {
  /** Which colors of the table apply. */
  scheme: Scheme
  text: string
  muted: string
  line: string
  /** The chart's background, for the gaps between parts. */
  surface: string
  textFont: string
  /** A font with tabular figures. */
  numberFont: string
  fontSize: number
  /** False on paper and when the user prefers reduced motion. */
  animate: boolean
  /** Whether marks of notes have the numbers of a list beneath the chart, in place of how many they stand for. */
  numbersNotes?: boolean
  /** Whether parts that are bad are outlined, so that a printer without colors tells them from good ones. */
  outlinesBad?: boolean
}
