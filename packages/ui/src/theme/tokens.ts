import { palette } from '@leaselight/charts/colors'

/** Ten steps from light to dark, as Mantine's components expect. */
type Steps = readonly [string, string, string, string, string, string, string, string, string, string]

/** Includes the accents of both schemes: index 7 in light, 4 in dark. */
export const accent: Steps = [
  '#F0FDFA',
  '#CCFBF1',
  '#99F6E4',
  '#5EEAD4',
  palette.dark.accent,
  '#14B8A6',
  '#0D9488',
  palette.light.accent,
  '#115E59',
  '#134E4A',
]

/** The neutral steps of the light scheme, from background to text. */
export const gray: Steps = [
  palette.light.canvas,
  '#F0F1ED',
  '#EAEBE6',
  palette.light.line,
  '#C9CCC9',
  '#A3A8AF',
  '#7D8492',
  palette.light.muted,
  '#3A4050',
  palette.light.ink,
]

/** The neutral steps of the dark scheme, from text to background. */
export const dark: Steps = [
  palette.dark.ink,
  '#C6CBD3',
  palette.dark.muted,
  '#707987',
  '#3C4450',
  palette.dark.line,
  '#1D2229',
  palette.dark.surface,
  '#13171C',
  palette.dark.canvas,
]

/** Poppins has no tabular figures, so numbers are set in Figtree. */
export const fonts = {
  text: "Poppins, 'Poppins Fallback', system-ui, sans-serif",
  numbers: 'Figtree, system-ui, sans-serif',
} as const
