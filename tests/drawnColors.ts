import type { ChartModel } from '@leaselight/charts'
import { type ChartColor, fillColor, lineColor, palette, type Scheme } from '@leaselight/charts/colors'
import { mix, toOption } from '@leaselight/charts/draw'
import { printTheme } from '@leaselight/charts/svg'

const channels = (color: string): number[] => [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))

/** How far two colors differ in lightness, 1 to 21. Source: WCAG 2.2, relative luminance and contrast ratio. */
export function contrast(one: string, other: string): number {
  const luminance = (color: string) => {
    const [red = 0, green = 0, blue = 0] = channels(color).map((value) => {
      const part = value / 255
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}

/** Whether a color is one of the shades between two others. */
function isBetween(color: string, from: string, to: string): boolean {
  const shades = Array.from({ length: 256 }, (_, step) => channels(mix(from, to, step / 255)))
  return shades.some((shade) => shade.every((value, at) => Math.abs(value - (channels(color)[at] ?? 0)) <= 1))
}

/** The colors in a drawing that are neither of its theme nor of its model's roles, nor a shade of those on the surface. */
export function strangeColors(model: ChartModel, drawing: string, scheme: Scheme): string[] {
  const { surface, ink, muted, line, black, white } = palette[scheme]
  const used = new Set<ChartColor>(model.series.flatMap(({ color, colors = [] }) => [color, ...colors]))
  const roles = [...used, 'pale' as const].flatMap((color) => [fillColor(color, scheme), lineColor(color, scheme)])
  const allowed = [surface, ink, muted, line, black, white, ...roles].map((color) => color.toUpperCase())
  const found = new Set((drawing.match(/#[0-9a-f]{6}\b/gi) ?? []).map((color) => color.toUpperCase()))
  return [...found].filter(
    (color) => !allowed.includes(color) && ![ink, ...roles].some((role) => isBetween(color, surface, role)),
  )
}

/** The option of a chart as text, in a scheme, with every color that is written in it. */
export function optionText(model: ChartModel, scheme: Scheme): string {
  const { surface, ink: text, muted, line } = palette[scheme]
  const theme = { ...printTheme, scheme, surface, text, muted, line }
  return JSON.stringify(toOption(model, theme, { width: 600, height: 240 }))
}
