import type { ChartTheme } from '@leaselight/charts/draw'
import { fonts, palette, type Scheme, seriesColors } from '../theme/tokens'

/** The design tokens as a chart theme. */
export function chartTheme(scheme: Scheme, animate = true): ChartTheme {
  const { ink, muted, line, surface } = palette[scheme]
  return {
    text: ink,
    muted,
    line,
    surface,
    series: seriesColors(scheme),
    textFont: fonts.text,
    numberFont: fonts.numbers,
    fontSize: 11,
    animate,
  }
}
