import { type Sample, sparkline, type UsualRange } from '@leaselight/charts/sparkline'
import type { Document } from './document'
import { colors } from './textWriter'

/** A place on the page. */
interface Box {
  left: number
  top: number
  width: number
  height: number
}

/** How a number moved, with its usual range as a strip behind the line, as on the screen. */
export function drawTrend(doc: Document, samples: readonly Sample[], box: Box, usual: UsualRange | null): void {
  if (samples.length < 2) return
  const { left, top, width, height } = box
  const { paths, dots, band } = sparkline(samples, width, height, usual)
  doc.save().translate(left, top)
  if (band) doc.rect(0, band.y, width, band.height).fill(colors.line)
  for (const path of paths) doc.path(path).lineWidth(1.25).strokeColor(colors.accent).stroke()
  for (const [x, y] of dots) doc.circle(x, y, 1.5).fill(colors.accent)
  doc.restore()
}
