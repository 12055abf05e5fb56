import { isDrawn } from './print'

const FRAMES = 2
/** After this long the page prints as it is; the reader sees what is missing before it is on paper. */
const DRAW_TIMEOUT_MS = 20_000
const POLL_MS = 50

/** Prints the page once everything on it is drawn. */
export async function printPage(): Promise<void> {
  await document.fonts.ready
  const until = performance.now() + DRAW_TIMEOUT_MS
  while (!isDrawn(document) && performance.now() < until) await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  for (let frame = 0; frame < FRAMES; frame++) await new Promise(requestAnimationFrame)
  window.print()
}
