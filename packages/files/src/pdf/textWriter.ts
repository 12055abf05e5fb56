import { palette } from '@leaselight/charts/colors'
import { type Face, fontFile, isExtraFont, mainFont, type Run, runsOf } from '../fonts/fonts'
import type { Document } from './document'
import { separateSharedGlyphs } from './glyphs'

/** The colors of a file: the product's light tokens. */
export const colors = palette.light

export interface Style {
  face: Face
  size: number
  color?: string
}

export interface LineOptions {
  align?: 'left' | 'right'
  /** The width to align in. */
  width?: number
}

const MAX_CACHED_WIDTHS = 20_000
const MAX_LINES = 12
const ELLIPSIS = '…'
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
const wordSegmenter = new Intl.Segmenter('en', { granularity: 'word' })
/** Scripts without spaces between words. */
const UNSPACED_SCRIPTS = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u

/** Writes and measures text; all text of a file goes through here. */
export class TextWriter {
  private readonly registered = new Set<string>()
  private readonly widths = new Map<string, number>()

  constructor(readonly doc: Document) {}

  /** Width of a text in points. */
  width(text: string, { face, size }: Style): number {
    const key = `${face}\n${text}`
    const known = this.widths.get(key)
    if (known !== undefined) return known * size
    const unit = runsOf(text, face).reduce((sum, run) => sum + this.runWidth(run, face), 0)
    if (this.widths.size >= MAX_CACHED_WIDTHS) this.widths.clear()
    this.widths.set(key, unit)
    return unit * size
  }

  /** Writes one line with its baseline at `y`. */
  line(text: string, x: number, y: number, style: Style, { align = 'left', width = 0 }: LineOptions = {}): void {
    let at = align === 'right' ? x + width - this.width(text, style) : x
    this.doc.fillColor(style.color ?? colors.ink)
    for (const run of runsOf(text, style.face)) {
      this.use(run.font)
      this.doc.fontSize(style.size)
      this.doc.text(run.text, at, y, { lineBreak: false, baseline: 'alphabetic', ...features(run, style.face) })
      at += this.runWidth(run, style.face) * style.size
    }
  }

  /**
   * Wraps a text to lines no wider than `width`. A longer word is split, never cut off; only a text of more than
   * `maxLines` lines, far more than any real name or note, ends in an ellipsis.
   */
  wrap(text: string, style: Style, width: number, maxLines = MAX_LINES): string[] {
    const lines: string[] = []
    let line = ''
    for (const word of breakableParts(text)) {
      if (line !== '' && this.width((line + word).trimEnd(), style) > width) {
        lines.push(line.trimEnd())
        line = ''
      }
      line += line === '' ? word.trimStart() : word
      while (lines.length <= maxLines && this.width(line.trimEnd(), style) > width) {
        const head = this.fittingPrefix(line, style, width)
        if (head.length >= line.length) break
        lines.push(head)
        line = line.slice(head.length)
      }
      if (lines.length > maxLines) break
    }
    if (line.trimEnd() !== '' || lines.length === 0) lines.push(line.trimEnd())
    if (lines.length <= maxLines) return lines
    return [...lines.slice(0, maxLines - 1), this.withEllipsis(lines[maxLines - 1] ?? '', style, width)]
  }

  /** The text with an ellipsis at its end, no wider than `width`. */
  private withEllipsis(text: string, style: Style, width: number): string {
    const room = width - this.width(ELLIPSIS, style)
    return `${this.width(text, style) > room ? this.fittingPrefix(text, style, room) : text}${ELLIPSIS}`
  }

  /** Registers a font and makes it current. */
  use(font: string): void {
    if (!this.registered.has(font)) {
      this.doc.registerFont(font, fontFile(font).data)
      this.registered.add(font)
      this.doc.font(font)
      if (isExtraFont(font)) separateSharedGlyphs(this.doc)
    }
    this.doc.font(font)
  }

  /** The document's name of a face's main font. */
  fontOf(face: Face): string {
    const font = mainFont(face)
    this.use(font)
    return font
  }

  private runWidth(run: Run, face: Face): number {
    this.use(run.font)
    this.doc.fontSize(1000)
    return this.doc.widthOfString(run.text, features(run, face)) / 1000
  }

  // The longest prefix that fits; at least one character, or a narrow column would loop forever.
  private fittingPrefix(text: string, style: Style, width: number): string {
    let head = ''
    let used = 0
    for (const { segment } of graphemes.segment(text)) {
      used += this.width(segment, style)
      if (head !== '' && used > width) break
      head += segment
    }
    return head
  }
}

/**
 * The parts between which a line may break: not within the name of a zone, nor before the dash of a range or the
 * sign of a percentage.
 */
export function breakableParts(text: string): string[] {
  return text
    .split(/(?<=[\s-])(?![–%])/)
    .flatMap((part) =>
      UNSPACED_SCRIPTS.test(part) ? [...wordSegmenter.segment(part)].map(({ segment }) => segment) : part,
    )
}

function features({ isRightToLeft }: Run, face: Face): { features?: 'tnum'[] } {
  if (face === 'number' || face === 'numberStrong') return { features: ['tnum'] }
  // With any features, even an empty list, a text is shaped as a whole; otherwise word by word, which keeps the order
  // of the words.
  return isRightToLeft ? { features: [] } : {}
}
