/** What a drawing is made of: an element of SVG. */
export interface Shape {
  tag: 'path' | 'rect' | 'circle' | 'text'
  attributes: Readonly<Record<string, string | number>>
  text?: string
}

/** To a tenth of a pixel. */
export const short = (value: number): number => Math.round(value * 10) / 10

/** A hairline in the middle of a row of pixels is as sharp as the screen. */
export const crisp = (value: number): number => Math.round(value) + 0.5

export const path = (points: readonly (readonly [number, number])[]): string =>
  points.map(([x, y], index) => `${index === 0 ? 'M' : 'L'}${short(x)} ${short(y)}`).join('')

interface TextPlace {
  x: number
  /** The middle of its line. */
  y: number
  anchor?: 'start' | 'middle' | 'end'
  color?: string | undefined
  fontFamily?: string | undefined
  fontSize?: number | undefined
  fontWeight?: number | undefined
}

export function textAt(text: string, place: TextPlace): Shape {
  const { x, y, anchor = 'start', color = '', fontFamily = '', fontSize = 0, fontWeight = 400 } = place
  return {
    tag: 'text',
    text,
    attributes: {
      x: short(x),
      y: short(y),
      'text-anchor': anchor,
      'dominant-baseline': 'central',
      fill: color,
      'font-family': fontFamily,
      'font-size': fontSize,
      'font-weight': fontWeight,
    },
  }
}
