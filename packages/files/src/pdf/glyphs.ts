import type { Document } from './document'

interface Glyph {
  id: number
  codePoints: number[]
  advanceWidth: number
}

interface Position {
  xAdvance: number
  xOffset: number
  yOffset: number
}

/** pdfkit's embedded font, as far as it is used here. */
interface EmbeddedFont {
  font: { _glyphs: Record<number, Glyph>; getGlyph: (id: number, letters?: number[]) => Glyph }
  layout: (text: string, features?: readonly string[]) => { glyphs: Glyph[]; positions: Position[] }
  encode: (text: string, features?: readonly string[]) => [codes: string[], positions: Position[]]
  /** The shapes the file will hold, by the number it knows them by. */
  subset: { glyphs: number[]; includeGlyph: (id: number) => number }
  /** What a reader takes each of them for. */
  unicode: (number[] | undefined)[]
  widths: (number | undefined)[]
  scale: number
}

/**
 * Lets whoever takes the text out of the file get the letters that went in. Arabic letters that differ in their dots
 * alone share a shape, and pdfkit remembers a shape as the first letter that it stood for; here each letter gets the
 * shape under a number of its own.
 */
export function separateSharedGlyphs(doc: Document): void {
  // The types of pdfkit don't know its current font.
  const { _font: font } = doc as unknown as { _font: EmbeddedFont }
  const { font: shapes } = font
  const { getGlyph } = shapes
  shapes.getGlyph = (id, letters) => {
    // A shape that was met is kept with the letter that it stood for then.
    delete shapes._glyphs[id]
    return getGlyph.call(shapes, id, letters)
  }
  const numbers = new Map<string, number>()
  const numberOf = ({ id, codePoints }: Glyph): number => {
    const letter = `${id} ${codePoints}`
    const known = numbers.get(letter)
    if (known !== undefined) return known
    const shared = font.subset.includeGlyph(id)
    const taken = font.unicode[shared]
    const own = taken && String(taken) !== String(codePoints) ? font.subset.glyphs.push(id) - 1 : shared
    numbers.set(letter, own)
    return own
  }
  font.encode = (text, features) => {
    const { glyphs, positions } = font.layout(text, features)
    const signs = marksLast(glyphs, positions)
    const codes = signs.map(({ glyph }) => {
      const number = numberOf(glyph)
      font.widths[number] ??= glyph.advanceWidth * font.scale
      font.unicode[number] ??= glyph.codePoints
      return `0000${number.toString(16)}`.slice(-4)
    })
    return [codes, signs.map(({ position }) => position)]
  }
}

interface PlacedGlyph {
  glyph: Glyph
  position: Position
}

/** The dots of a word behind its letters: between them, each would break the word for whoever reads the file's text. */
function marksLast(glyphs: readonly Glyph[], positions: readonly Position[]): PlacedGlyph[] {
  const letters: PlacedGlyph[] = []
  const dots: { glyph: Glyph; position: Position; at: number }[] = []
  let at = 0
  glyphs.forEach((glyph, index) => {
    const position = positions[index]
    if (!position) return
    const isDot = glyph.codePoints.length === 0 && position.xAdvance === 0
    if (isDot) dots.push({ glyph, position, at })
    else letters.push({ glyph, position })
    at += position.xAdvance
  })
  return [
    ...letters,
    ...dots.map((dot) => ({
      glyph: dot.glyph,
      position: { ...dot.position, xOffset: dot.position.xOffset + dot.at - at },
    })),
  ]
}
