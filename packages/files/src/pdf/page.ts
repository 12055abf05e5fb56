import type { Document } from './document'
import { TextWriter } from './textWriter'

/** US Letter, which the product's readers print on. */
export const US_LETTER = { short: 612, long: 792 } as const
export const MARGIN = 40
/** Room at the foot of every page for its number. */
export const FOOTER_HEIGHT = 24

export type Orientation = 'portrait' | 'landscape'

/** Width of the text on a page. */
export function textWidth(orientation: Orientation): number {
  return (orientation === 'portrait' ? US_LETTER.short : US_LETTER.long) - 2 * MARGIN
}

/** The place on the paper where the next thing goes. */
export class Page {
  readonly writer: TextWriter
  readonly left = MARGIN
  readonly width: number
  readonly bottom: number
  y = MARGIN

  constructor(
    readonly doc: Document,
    private readonly orientation: Orientation,
  ) {
    this.writer = new TextWriter(doc)
    this.width = textWidth(orientation)
    this.bottom = (orientation === 'portrait' ? US_LETTER.long : US_LETTER.short) - MARGIN - FOOTER_HEIGHT
    this.add()
  }

  /** Starts a new page. */
  add(): void {
    this.doc.addPage({ size: [US_LETTER.short, US_LETTER.long], layout: this.orientation, margin: 0 })
    this.y = MARGIN
  }

  /** Room left on this page. */
  get room(): number {
    return this.bottom - this.y
  }

  /** Makes sure that something of this height stands on one page; true when that took a new one. */
  ensureRoom(height: number): boolean {
    // What is higher than a whole page gains nothing from a new one.
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
