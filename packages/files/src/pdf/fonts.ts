import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { create } from 'fontkit'
import { unpackWoff } from './woff'

/** The hands the paper is written in: Poppins for words, Figtree, whose figures align, for numbers. */
export type Face = 'text' | 'strong' | 'number' | 'numberStrong'

/** A piece of text that one font file can write. */
export interface Run {
  /** The font's name in the document. */
  font: string
  text: string
}

interface FontFile {
  name: string
  data: Buffer
  letters: ReadonlySet<number>
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

/** What is printed for a letter that no font here has. */
const UNKNOWN = '\uFFFD'
const LAST = 'noto-sans/noto-sans-latin-400-normal'

const require = createRequire(import.meta.url)
const loaded = new Map<string, FontFile>()

/** The font file of that name, read once for the process and only when a text needs it. */
export function fontFile(name: string): FontFile {
  const known = loaded.get(name)
  if (known) return known
  const [family = '', file = ''] = name.split('/')
  const data = unpackWoff(readFileSync(require.resolve(`@fontsource/${family}/files/${file}.woff`)))
  const made = { name, data, letters: new Set(create(data).characterSet) }
  loaded.set(name, made)
  return made
}

/** The file a face is mainly written with. */
export function mainFont(face: Face): string {
  return files[face][0] ?? LAST
}

// Headers, names and figures come back on every page.
const remembered = new Map<string, Run[]>()
const REMEMBERED = 20_000

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/**
 * A text as runs of the fonts that have its letters. Control and direction marks are dropped, since in a name they can
 * only mislead; a letter no font has becomes the mark for an unreadable one.
 */
export function runsOf(text: string, face: Face): Run[] {
  const key = `${face}\n${text}`
  const known = remembered.get(key)
  if (known) return known
  const runs = split(text, face)
  if (remembered.size >= REMEMBERED) remembered.clear()
  remembered.set(key, runs)
  return runs
}

function split(text: string, face: Face): Run[] {
  const clean = cleaned(text)
  const main = fontFile(mainFont(face))
  if (hasAll(main, clean)) return clean === '' ? [] : [{ font: main.name, text: clean }]
  const runs: Run[] = []
  for (const { segment } of graphemes.segment(clean)) {
    const file = files[face].map(fontFile).find((candidate) => hasAll(candidate, segment))
    const run = file ? { font: file.name, text: segment } : { font: LAST, text: UNKNOWN }
    const last = runs.at(-1)
    if (last?.font === run.font) last.text += run.text
    else runs.push(run)
  }
  return runs
}

/** Whether some letter of the text can't be printed. */
export function hasUnknown(text: string): boolean {
  return runsOf(text, 'text').some((run) => run.text.includes(UNKNOWN)) && !text.includes(UNKNOWN)
}

function cleaned(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/\p{Cf}/gu, '')
}

function hasAll({ letters }: FontFile, text: string): boolean {
  for (const letter of text) if (!letters.has(letter.codePointAt(0) ?? 0)) return false
  return true
}
