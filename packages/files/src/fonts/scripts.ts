import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

/** A part of a family: the letters it promises lie in one file. */
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

/** Chinese, Japanese and Korean share letters and write some differently; what else stands in a text tells which is meant. */
export function familiesFor(text: string): readonly Family[] {
  const own: Family | null = /[\p{sc=Hiragana}\p{sc=Katakana}]/u.test(text)
    ? 'noto-sans-jp'
    : /\p{sc=Hangul}/u.test(text)
      ? 'noto-sans-kr'
      : null
  return own ? [own, ...families.filter((family) => family !== own)] : families
}

let slicesByFamily: ReadonlyMap<Family, readonly Slice[]> | undefined

/** The slices of the families that promise a letter, the first the one to be preferred. */
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
      // Their Latin letters and the like are in the faces that everything is written in.
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

/** A slice as a plain font of one weight: the packages hold fonts of all weights at once, which no PDF can hold. */
export async function decodeSlice({ family, name }: Slice, weight: Weight): Promise<Buffer> {
  // It brings a shaper of its own, which nobody needs whose names are Latin.
  const { default: subsetFont } = await import('subset-font')
  const file = require.resolve(`@fontsource-variable/${family}/files/${name.split('/')[1]}-wght-normal.woff2`)
  return subsetFont(readFileSync(file), null, {
    keepAllGlyphs: true,
    targetFormat: 'sfnt',
    noHinting: true,
    variationAxes: { wght: weight },
  })
}
