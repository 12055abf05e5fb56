/** A text of an SVG picture and the place that it takes, in pixels. */
export interface SvgText {
  text: string
  left: number
  right: number
  top: number
  bottom: number
}

/** The texts of a picture that are drawn over each other, as `"12" and "34"`, for tests. */
export function overlaps(svg: string): string[] {
  const texts = textsOf(svg)
  return texts.flatMap((one, index) =>
    texts
      .slice(index + 1)
      .filter((other) => share(one, other, 'left', 'right') && share(one, other, 'top', 'bottom'))
      .map((other) => `"${one.text}" and "${other.text}"`),
  )
}

/** The texts of a picture that leave it, for tests. */
export function cutTexts(svg: string, { width, height }: { width: number; height: number }): string[] {
  return textsOf(svg)
    .filter(({ left, right, top, bottom }) => left < 0 || right > width || top < 0 || bottom > height)
    .map(({ text }) => text)
}

type Edge = 'left' | 'right' | 'top' | 'bottom'

/** Edges may touch, and a little more, since the letters of a line are lower than it. */
const TOUCHING = 1

const share = (one: SvgText, other: SvgText, from: Edge, to: Edge): boolean =>
  Math.min(one[to], other[to]) - Math.max(one[from], other[from]) > TOUCHING

/** About what a letter takes of its height in the fonts of a file. */
const LETTER = 0.54

const letterWidth = (text: string, size: number): number => text.length * size * LETTER

function textsOf(svg: string): SvgText[] {
  return [...svg.matchAll(/<text\b([^>]*)>([^<]*)<\/text>/g)].flatMap(([, attributes = '', text = '']) => {
    const number = (pattern: RegExp) => Number(pattern.exec(attributes)?.[1] ?? 0)
    const size = number(/font-size:([\d.]+)px/)
    // A number that has no room is written in no size.
    if (size === 0 || text.trim() === '') return []
    const [, across = '0', down = '0'] = /translate\(([-\d.e]+)[ ,]([-\d.e]+)\)/.exec(attributes) ?? []
    const [x, y] = [Number(across) + number(/ x="([-\d.e]+)"/), Number(down) + number(/ y="([-\d.e]+)"/)]
    const width = letterWidth(text, size)
    const before = attributes.includes('"middle"') ? width / 2 : attributes.includes('"end"') ? width : 0
    return [{ text, left: x - before, right: x - before + width, top: y - size / 2, bottom: y + size / 2 }]
  })
}
