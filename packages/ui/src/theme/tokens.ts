export type Scheme = 'light' | 'dark'

/** The product's colors; all other code refers to them by variable or through this table. */
export const palette = {
  light: {
    canvas: '#F7F7F4',
    surface: '#FFFFFF',
    ink: '#1B1F2A',
    muted: '#5B6273',
    line: '#E4E5E0',
    accent: '#0F766E',
    good: '#15803D',
    bad: '#B42318',
    warn: '#B45309',
  },
  dark: {
    canvas: '#0F1216',
    surface: '#171B21',
    ink: '#E8EAED',
    muted: '#9AA3B2',
    line: '#272D36',
    accent: '#2DD4BF',
    good: '#4ADE80',
    bad: '#F97066',
    warn: '#FBBF24',
  },
} as const satisfies Record<Scheme, Record<string, string>>

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

// Distinguishable for color-blind users on both backgrounds; the dark ones are the same hues, lighter.
const series: Record<Scheme, readonly string[]> = {
  light: ['#0F766E', '#E69F00', '#3B6FB6', '#CC5A9B', '#7A5CC7', '#8C564B', '#56B4E9', '#6B7280'],
  dark: ['#2DD4BF', '#F5B83D', '#6FA3E8', '#E58BBF', '#A68EEB', '#C08D80', '#8CCDF2', '#9CA3AF'],
}

/** The colors of a chart's series, in order, for a color scheme. */
export function seriesColors(scheme: Scheme): readonly string[] {
  return series[scheme]
}

/** Poppins has no tabular figures, so numbers are set in Figtree. */
export const fonts = {
  text: "Poppins, 'Poppins Fallback', system-ui, sans-serif",
  numbers: 'Figtree, system-ui, sans-serif',
} as const
