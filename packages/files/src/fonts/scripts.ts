import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

/** A part of a font family: one file with the characters it covers. */
interface Slice {
  family: Family
  name: string
  ranges: readonly (readonly [number, number])[]
}

const families = [
  'noto-sans-arabic',
  'noto-sans-hebrew',
  'noto-sans-thai',
  'noto-sans-sc',
  'noto-sans-jp',
  'noto-sans-kr',
  'noto-emoji',
] as const
type Family = (typeof families)[number]

export type Weight = 400 | 600

const require = createRequire(import.meta.url)

/**
 * Chinese, Japanese, and Korean share characters and draw some differently; the rest of the text tells which is meant.
 */
export function familiesFor(text: string): readonly Family[] {
  const own: Family | null = /[\p{sc=Hiragana}\p{sc=Katakana}]/u.test(text)
    ? 'noto-sans-jp'
    : /\p{sc=Hangul}/u.test(text)
      ? 'noto-sans-kr'
      : null
  return own ? [own, ...families.filter((family) => family !== own)] : families
}

let slicesByFamily: ReadonlyMap<Family, readonly Slice[]> | undefined

/** The slices of the families that cover a character, the preferred one first. */
export function slicesWith(letter: number, order: readonly Family[]): Slice[] {
  slicesByFamily ??= new Map(families.map((family) => [family, slicesOf(family)]))
  return order.flatMap(
    (family) =>
      slicesByFamily?.get(family)?.find(({ ranges }) => ranges.some(([from, to]) => from <= letter && letter <= to)) ??
      [],
  )
}

function slicesOf(family: Family): Slice[] {
  const promised: Record<string, string> = JSON.parse(
    readFileSync(require.resolve(`@fontsource-variable/${family}/unicode.json`), 'utf8'),
  )
  return (
    Object.entries(promised)
      // Latin and similar characters are in the main fonts.
      .filter(([key]) => key.startsWith('[') || family.endsWith(key))
      .map(([key, list]) => ({
        family,
        name: `${family}/${family}-${key.replace(/[[\]]/g, '')}`,
        ranges: list.split(',').map((range) => {
          const [from = '', to = from] = range.replace(/^U\+/i, '').split('-')
          return [Number.parseInt(from, 16), Number.parseInt(to, 16)] as const
        }),
      }))
  )
}

/** A slice as a static font of one weight: the packages contain variable fonts, which a PDF can't embed. */
export async function decodeSlice({ family, name }: Slice, weight: Weight): Promise<Buffer> {
  // Imported lazily because it includes its own shaper, which Latin names don't need.
  const { default: subsetFont } = await import('subset-font')
  const file = require.resolve(`@fontsource-variable/${family}/files/${name.split('/')[1]}-wght-normal.woff2`)
  return subsetFont(readFileSync(file), null, {
    keepAllGlyphs: true,
    targetFormat: 'sfnt',
    noHinting: true,
    variationAxes: { wght: weight },
  })
}
