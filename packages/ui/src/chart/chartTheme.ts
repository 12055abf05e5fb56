import { palette, type Scheme } from '@leaselight/charts/colors'
import type { ChartTheme } from '@leaselight/charts/plain'
import { fonts } from '../theme/tokens'

/** The design tokens as a chart theme. */
export function chartTheme(scheme: Scheme, animate = true): ChartTheme {
  const { ink, muted, line, surface } = palette[scheme]
  return {
    text: ink,
    muted,
    line,
    surface,
    scheme,
    textFont: fonts.text,
    numberFont: fonts.numbers,
    fontSize: 11,
    animate,
  }
}
