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

/** pdfkit's embedded font, as far as we use it. */
interface EmbeddedFont {
  font: { _glyphs: Record<number, Glyph>; getGlyph: (id: number, letters?: number[]) => Glyph }
  layout: (text: string, features?: readonly string[]) => { glyphs: Glyph[]; positions: Position[] }
  encode: (text: string, features?: readonly string[]) => [codes: string[], positions: Position[]]
  /** The glyphs to embed, with their ids in the file. */
  subset: { glyphs: number[]; includeGlyph: (id: number) => number }
  /** The characters that each glyph represents when text is copied. */
  unicode: (number[] | undefined)[]
  widths: (number | undefined)[]
  scale: number
}

/**
 * Makes copied text contain the original characters. Arabic letters that differ only in dots share a glyph, and pdfkit
 * maps a glyph to the first letter that used it; here each letter gets its own id for the glyph.
 */
export function separateSharedGlyphs(doc: Document): void {
  // pdfkit's types don't include its current font.
  const { _font: font } = doc as unknown as { _font: EmbeddedFont }
  const { font: shapes } = font
  const { getGlyph } = shapes
  shapes.getGlyph = (id, letters) => {
    // A cached glyph keeps the letter that it was first used for.
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

/** Moves the dots of a word after its letters: between them, each would split the word when text is copied. */
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
