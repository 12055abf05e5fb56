import { chartColors, fillColor, lineColor, palette, type Scheme } from '@leaselight/charts/colors'
import { Button, type CSSVariablesResolver, createTheme, defaultVariantColorsResolver, rem } from '@mantine/core'
import { accent, dark, fonts, gray } from './tokens'

const heading = (role: string) => ({
  fontSize: `var(--ll-size-${role})`,
  lineHeight: `var(--ll-line-${role})`,
  fontWeight: '600',
})

/** At least as wide and high as a finger where there is one. */
const touched = { minWidth: 'var(--ll-touch)', minHeight: 'var(--ll-touch)' }

/** Mantine's theme with the product's tokens. */
export const theme = createTheme({
  primaryColor: 'accent',
  primaryShade: { light: 7, dark: 4 },
  autoContrast: true,
  // Mantine picks the text color of filled controls for the light scheme only; on the lighter accent of the dark
  // scheme, text must be dark.
  variantColorResolver: (input) => {
    const colors = defaultVariantColorsResolver(input)
    const accented =
      input.variant === 'filled' && (input.color ?? input.theme.primaryColor) === input.theme.primaryColor
    return accented ? { ...colors, color: 'var(--mantine-primary-color-contrast)' } : colors
  },
  colors: { accent, gray, dark },
  white: palette.light.surface,
  black: palette.light.ink,
  fontFamily: fonts.text,
  fontSizes: {
    xs: 'var(--ll-size-meta)',
    sm: 'var(--ll-size-base)',
    md: 'var(--ll-size-base)',
    lg: 'var(--ll-size-section)',
    xl: 'var(--ll-size-number-m)',
  },
  lineHeights: { xs: '1.5', sm: '1.5', md: '1.5', lg: '1.5', xl: '1.25' },
  headings: {
    fontFamily: fonts.text,
    sizes: {
      ...{ h1: heading('number-m'), h2: heading('section'), h3: heading('section') },
      ...{ h4: heading('base'), h5: heading('base'), h6: heading('meta') },
    },
  },
  spacing: { xs: rem(4), sm: rem(8), md: rem(12), lg: rem(16), xl: rem(24) },
  radius: { xs: rem(4), sm: rem(6), md: rem(8), lg: rem(8), xl: rem(8) },
  defaultRadius: 'sm',
  shadows: Object.fromEntries(['xs', 'sm', 'md', 'lg', 'xl'].map((size) => [size, 'var(--ll-shadow)'])),
  respectReducedMotion: true,
  cursorType: 'pointer',
  focusRing: 'auto',
  components: {
    Tooltip: {
      defaultProps: {
        multiline: true,
        maw: 280,
        openDelay: 300,
        // A definition must also be reachable by keyboard and touch, and stay while it is read (WCAG 1.4.13).
        events: { hover: true, focus: true, touch: true },
        interactive: true,
        transitionProps: { duration: 100 },
      },
      styles: { tooltip: { padding: '0.375rem 0.625rem' } },
    },
    Popover: { defaultProps: { shadow: 'md', radius: 'md', transitionProps: { duration: 100 }, returnFocus: true } },
    // Its field keeps the focus while suggestions are open; returned, the focus would leave where a reader went next.
    Combobox: { defaultProps: { returnFocus: false } },
    Menu: {
      defaultProps: {
        shadow: 'md',
        radius: 'md',
        transitionProps: { duration: 100 },
        // The first item gets the focus directly: a placeholder wouldn't be an item of the menu.
        withInitialFocusPlaceholder: false,
        menuItemTabIndex: 0,
      },
      // Targets of at least 24 px (WCAG 2.5.8).
      styles: { item: { minWidth: 'var(--ll-touch)', minHeight: `max(${rem(28)}, var(--ll-touch))` } },
    },
    ActionIcon: { styles: { root: touched } },
    CloseButton: { styles: { root: touched } },
    Pagination: { styles: { control: touched } },
    Drawer: { defaultProps: { transitionProps: { duration: 140 } } },
    Modal: { defaultProps: { transitionProps: { duration: 140 }, radius: 'md' } },
    Button: Button.extend({
      defaultProps: { size: 'sm', fw: 500 },
      // A subtle button stays subtle while disabled.
      styles: (_theme, { variant, disabled }) => ({
        root: { ...touched, ...(variant === 'subtle' && disabled && { backgroundColor: 'transparent' }) },
      }),
    }),
  },
})

/** The product's CSS variables (`--ll-…`) and Mantine's own, in both schemes. */
export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: { '--ll-font-numbers': fonts.numbers },
  light: variablesOf('light'),
  dark: variablesOf('dark'),
})

function variablesOf(scheme: Scheme): Record<string, string> {
  const colors = palette[scheme]
  const own = Object.entries(colors).map(([name, value]) => [`--ll-${name}`, value])
  const drawn = chartColors.map((color) => [`--ll-chart-${color}`, fillColor(color, scheme)])
  return {
    ...Object.fromEntries([...own, ...drawn]),
    '--ll-chart-pale-line': lineColor('pale', scheme),
    '--ll-hover': `color-mix(in srgb, ${colors.ink} 5%, transparent)`,
    '--ll-soft': `color-mix(in srgb, ${colors.accent} 12%, ${colors.surface})`,
    // What lies over something else, at an edge that can be scrolled.
    '--ll-edge': `color-mix(in srgb, ${scheme === 'light' ? colors.ink : colors.canvas} ${scheme === 'light' ? 14 : 70}%, transparent)`,
    '--ll-shadow':
      scheme === 'light'
        ? `0 8px 24px color-mix(in srgb, ${colors.ink} 14%, transparent)`
        : `0 8px 24px color-mix(in srgb, ${colors.canvas} 80%, transparent)`,
    '--mantine-color-body': colors.surface,
    '--mantine-color-text': colors.ink,
    '--mantine-color-dimmed': colors.muted,
    '--mantine-color-placeholder': colors.muted,
    '--mantine-color-error': colors.bad,
    '--mantine-color-default': colors.surface,
    '--mantine-color-default-hover': `color-mix(in srgb, ${colors.ink} 5%, ${colors.surface})`,
    '--mantine-color-default-color': colors.ink,
    '--mantine-color-default-border': colors.line,
    '--mantine-color-anchor': colors.accent,
    // The text of a subtle red button; Mantine's own is nearly white in the dark.
    '--mantine-color-red-light-color': colors.bad,
  }
}
