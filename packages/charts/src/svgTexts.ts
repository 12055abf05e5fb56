/** A place in a picture, in pixels. */
interface Box {
  left: number
  right: number
  top: number
  bottom: number
}

/** A text of an SVG picture and the place that it takes. */
export interface SvgText extends Box {
  text: string
}

/** The texts of a picture that are drawn over each other, as `"12" and "34"`, for tests. */
export function overlaps(svg: string): string[] {
  const texts = textsOf(svg)
  return texts.flatMap((one, index) =>
    texts
      .slice(index + 1)
      .filter((other) => isOn(one, other))
      .map((other) => `"${one.text}" and "${other.text}"`),
  )
}

/** The texts of a picture that lie on a bar or a cell that is not their own, as `"12"`, for tests. */
export function textsOnMarks(svg: string): string[] {
  const marks = marksOf(svg)
  return textsOf(svg)
    .filter((text) => marks.some((mark) => isOn(text, mark) && !isMiddleIn(text, mark)))
    .map(({ text }) => text)
}

const isOn = (one: Box, other: Box): boolean => share(one, other, 'left', 'right') && share(one, other, 'top', 'bottom')

const isMiddleIn = ({ left, right, top, bottom }: Box, mark: Box): boolean => {
  const [x, y] = [(left + right) / 2, (top + bottom) / 2]
  return x > mark.left && x < mark.right && y > mark.top && y < mark.bottom
}

/** The places of what is filled for a number. */
function marksOf(svg: string): Box[] {
  return [...svg.matchAll(/<path d="(M[^"]*Z)"([^>]*ecmeta_data_index[^>]*)>/g)].flatMap(
    ([, path = '', attributes = '']) => {
      const [, across = '0', down = '0'] = /translate\(([-\d.e]+)[ ,]([-\d.e]+)\)/.exec(attributes) ?? []
      // The ends of lines and arcs; a path in relative steps is a symbol, which is as small as its name is near.
      const ends = [...path.matchAll(/[MLA](?:[-\d.e]+ ){0,5}?([-\d.e]+)[ ,]([-\d.e]+)(?=[MLAZ])/g)]
      const xs = ends.map(([, x]) => Number(x) + Number(across))
      const ys = ends.map(([, , y]) => Number(y) + Number(down))
      if (/[a-z]/.test(path) || attributes.includes('fill="none"') || ends.length < 3) return []
      return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) }
    },
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

const share = (one: Box, other: Box, from: Edge, to: Edge): boolean =>
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
