import type { TextStyle } from './option'

/** The width of a text in pixels. */
export type Measure = (text: string, style: TextStyle) => number

/** The text, or its beginning where it is wider than it may be. */
export function truncated(text: string, style: TextStyle, width: number | undefined, measure: Measure): string {
  if (width === undefined || measure(text, style) <= width) return text
  const letters = [...text]
  let kept = letters.length
  while (kept > 0 && measure(`${letters.slice(0, kept).join('')}…`, style) > width) kept -= 1
  return `${letters.slice(0, kept).join('').trimEnd()}…`
}

let pen: CanvasRenderingContext2D | null = null

/** Measures with the page's own fonts. */
export const measureInPage: Measure = (text, { fontFamily, fontSize, fontWeight = 400 }) => {
  pen ??= document.createElement('canvas').getContext('2d')
  if (!pen) return text.length * fontSize * 0.6
  pen.font = `${fontWeight} ${fontSize}px ${fontFamily}`
  return pen.measureText(text).width
}
