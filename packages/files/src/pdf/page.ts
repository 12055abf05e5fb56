import type { Document } from './document'
import { TextWriter } from './textWriter'

/** US Letter, the paper size of the product's users. */
export const US_LETTER = { short: 612, long: 792 } as const
export const MARGIN = 40
/** Space at the bottom of every page for the footer. */
export const FOOTER_HEIGHT = 24

export type Orientation = 'portrait' | 'landscape'

/** Width of the text on a page. */
export function textWidth(orientation: Orientation): number {
  return (orientation === 'portrait' ? US_LETTER.short : US_LETTER.long) - 2 * MARGIN
}

/** The current position on the page. */
export class Page {
  readonly left = MARGIN
  readonly width: number
  readonly bottom: number
  y = MARGIN
  /** How many sheets have been begun. */
  sheets = 0

  constructor(
    readonly doc: Document,
    private readonly orientation: Orientation,
    readonly writer = new TextWriter(doc),
  ) {
    this.width = textWidth(orientation)
    this.bottom = (orientation === 'portrait' ? US_LETTER.long : US_LETTER.short) - MARGIN - FOOTER_HEIGHT
    this.add()
  }

  /** Starts a new page. */
  add(): void {
    this.sheets++
    this.doc.addPage({ size: [US_LETTER.short, US_LETTER.long], layout: this.orientation, margin: 0 })
    this.y = MARGIN
  }

  /** The height that can be written on, of any page. */
  get height(): number {
    return this.bottom - MARGIN
  }

  /** Height left on this page. */
  get room(): number {
    return this.bottom - this.y
  }

  /** Ensures that something of this height fits on one page; returns true when that needed a new page. */
  ensureRoom(height: number): boolean {
    // Anything taller than a page gains nothing from a new one.
    if (height <= this.room || this.y === MARGIN) return false
    this.add()
    return true
  }

  drawRule(y: number, color: string, weight: number, x = this.left, width = this.width): void {
    this.doc
      .moveTo(x, y)
      .lineTo(x + width, y)
      .lineWidth(weight)
      .strokeColor(color)
      .stroke()
  }
}
