import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { create } from 'fontkit'
import { type DirectionalRun, hasRightToLeft, reverseGraphemes, splitByDirection } from './bidi'
import { decodeSlice, familiesFor, slicesWith, type Weight } from './scripts'
import { unpackWoff } from './woff'

/** The fonts of a file: Poppins for text, Figtree, which has tabular figures, for numbers. */
export type Face = 'text' | 'strong' | 'number' | 'numberStrong'

/** A piece of text that one font file covers. */
export interface Run {
  /** The font's name in the document. */
  font: string
  text: string
  /** Whether the whole text is reversed, including the order of its words. */
  isRightToLeft: boolean
}

/** A font that can be embedded. */
export interface FontFile {
  name: string
  data: Buffer
  codePoints: ReadonlySet<number>
  /** The middle of its lines above the baseline, at font size 1. */
  middle: number
}

const notoScripts = [
  'latin',
  'latin-ext',
  'cyrillic',
  'cyrillic-ext',
  'greek',
  'greek-ext',
  'vietnamese',
  'devanagari',
] as const

const others = (weight: 400 | 600) => notoScripts.map((script) => `noto-sans/noto-sans-${script}-${weight}-normal`)

const files: Record<Face, readonly string[]> = {
  text: ['poppins/poppins-latin-400-normal', 'poppins/poppins-latin-ext-400-normal', ...others(400)],
  strong: ['poppins/poppins-latin-600-normal', 'poppins/poppins-latin-ext-600-normal', ...others(600)],
  number: ['figtree/figtree-latin-400-normal', 'figtree/figtree-latin-ext-400-normal', ...others(400)],
  numberStrong: ['figtree/figtree-latin-600-normal', 'figtree/figtree-latin-ext-600-normal', ...others(600)],
}

/** Printed for a character that no font here has. */
const REPLACEMENT = '\uFFFD'
const FALLBACK_FONT = 'noto-sans/noto-sans-latin-400-normal'

const require = createRequire(import.meta.url)
const loaded = new Map<string, FontFile>()

/** The font file of that name, read once per process and only when a text needs it. */
export function fontFile(name: string): FontFile {
  const known = loaded.get(name)
  if (known) return known
  const [family = '', file = ''] = name.split('/')
  const data = unpackWoff(readFileSync(require.resolve(`@fontsource/${family}/files/${file}.woff`)))
  return load(name, data)
}

function load(name: string, data: Buffer): FontFile {
  const { characterSet, ascent, descent, unitsPerEm } = create(data)
  const made = { name, data, codePoints: new Set(characterSet), middle: (ascent + descent) / 2 / unitsPerEm }
  loaded.set(name, made)
  return made
}

/** The main font file of a face. */
export function mainFont(face: Face): string {
  return files[face][0] ?? FALLBACK_FONT
}

const weightOf: Record<Face, Weight> = { text: 400, number: 400, strong: 600, numberStrong: 600 }
const nameAt = (slice: string, weight: Weight): string => `${slice}-${weight}`
const pendingFonts = new Map<string, Promise<FontFile>>()

/**
 * Loads the fonts for all characters in the texts beyond those always available; they stay loaded. Without this, such
 * characters print as replacement marks. Returns the additional fonts of regular weight that these texts need.
 */
export async function prepareFonts(texts: Iterable<string>): Promise<FontFile[]> {
  const found = new Set<FontFile>()
  const seen = new Set<string>()
  for (const text of texts) {
    if (ALWAYS_AVAILABLE.test(text) || seen.has(text)) continue
    seen.add(text)
    const order = familiesFor(text)
    for (const letter of normalizeText(text)) {
      const known = `${order[0]} ${letter}`
      if (seen.has(known) || IGNORABLE.test(letter) || fileWith(files.text.map(fontFile), letter)) continue
      seen.add(known)
      const font = await fontWith(letter, order)
      if (font) found.add(font)
    }
  }
  return [...found]
}

// The characters of nearly all texts.
const ALWAYS_AVAILABLE = /^[ -\u017F\u2010-\u2026]*$/
/** Characters that control how others combine; a font without them draws the others alone. */
const IGNORABLE = /^(?:\u200C|\u200D|\uFE0E|\uFE0F)$/

async function fontWith(letter: string, order: ReturnType<typeof familiesFor>): Promise<FontFile | null> {
  for (const slice of slicesWith(letter.codePointAt(0) ?? 0, order)) {
    const [plain] = await Promise.all(([400, 600] as const).map((weight) => prepareFont(slice, weight)))
    if (plain && hasAll(plain, letter)) return plain
  }
  return null
}

function prepareFont(slice: Parameters<typeof decodeSlice>[0], weight: Weight): Promise<FontFile> {
  const name = nameAt(slice.name, weight)
  const known = pendingFonts.get(name)
  if (known) return known
  const made = decodeSlice(slice, weight).then((data) => {
    const file = load(name, data)
    // Texts that were split without the font have replacement marks.
    runCache.clear()
    return file
  })
  pendingFonts.set(name, made)
  made.catch(() => pendingFonts.delete(name))
  return made
}

/** Whether a font had to be loaded additionally. */
export const isExtraFont = (font: string): boolean => pendingFonts.has(font)

// Headers, names, and numbers repeat on every page.
const runCache = new Map<string, Run[]>()
const MAX_CACHED_RUNS = 20_000

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/**
 * A line of text as runs of the fonts that have its characters, from left to right. Control and direction characters
 * are dropped because in a name they can only mislead; a character in no font becomes the replacement mark.
 */
export function runsOf(text: string, face: Face): Run[] {
  const key = `${face}\n${text}`
  const known = runCache.get(key)
  if (known) return known
  const runs = split(text, face)
  if (runCache.size >= MAX_CACHED_RUNS) runCache.clear()
  runCache.set(key, runs)
  return runs
}

function split(text: string, face: Face): Run[] {
  const clean = normalizeText(text)
  const main = fontFile(mainFont(face))
  if (hasAll(main, clean)) {
    const plain = printable(clean, main)
    return plain === '' ? [] : [{ font: main.name, text: plain, isRightToLeft: false }]
  }
  return splitByDirection(clean).flatMap((piece) => {
    const runs = runsOfPiece(piece, face, clean)
    return piece.isRightToLeft ? runs.reverse().map(reverseRun) : runs
  })
}

// A shaper reverses characters that are known to be right-to-left; it doesn't reverse neutral characters among them.
const reverseRun = (run: Run): Run =>
  hasRightToLeft(run.text) ? run : { ...run, text: reverseGraphemes(run.text), isRightToLeft: false }

/** @param whole the text that the piece belongs to, which decides how shared characters are drawn */
function runsOfPiece({ text: piece, isRightToLeft }: DirectionalRun, face: Face, whole: string): Run[] {
  const runs: Run[] = []
  const add = (font: string, text: string): void => {
    const last = runs.at(-1)
    if (last?.font === font) last.text += text
    else runs.push({ font, text, isRightToLeft })
  }
  for (const { segment } of graphemes.segment(piece)) {
    const before = isRightToLeft && segment === ' ' ? loaded.get(runs.at(-1)?.font ?? '') : undefined
    // Words that are reversed together stay together.
    const file = before && hasAll(before, segment) ? before : fileFor(segment, face, whole)
    if (file) add(file.name, printable(segment, file))
    // An emoji sequence that no font has is printed as its parts.
    else
      for (const letter of segment) {
        const own = fileFor(letter, face, whole)
        if (own) add(own.name, letter)
        else if (!IGNORABLE.test(letter)) add(FALLBACK_FONT, REPLACEMENT)
      }
  }
  return runs
}

function fileFor(text: string, face: Face, whole: string): FontFile | undefined {
  const base = fileWith(files[face].map(fontFile), text)
  if (base) return base
  const [first = ''] = text
  const others = slicesWith(first.codePointAt(0) ?? 0, familiesFor(whole))
  return fileWith(
    others.flatMap(({ name }) => loaded.get(nameAt(name, weightOf[face])) ?? []),
    text,
  )
}

const fileWith = (candidates: readonly FontFile[], text: string): FontFile | undefined =>
  candidates.find((candidate) => hasAll(candidate, text))

const printable = (text: string, { codePoints }: FontFile): string =>
  [...text].filter((letter) => !IGNORABLE.test(letter) || codePoints.has(letter.codePointAt(0) ?? 0)).join('')

/** Whether some character of the text can't be printed. */
export function hasUnprintable(text: string): boolean {
  return runsOf(text, 'text').some((run) => run.text.includes(REPLACEMENT)) && !text.includes(REPLACEMENT)
}

function normalizeText(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/(?!\u200C|\u200D)\p{Cf}/gu, '')
}

function hasAll({ codePoints }: FontFile, text: string): boolean {
  for (const letter of text) if (!codePoints.has(letter.codePointAt(0) ?? 0) && !IGNORABLE.test(letter)) return false
  return true
}
