import { type KeyValueStorage, storageKeys } from '../../session/storage'

const FRAMES = 2
/** What is not there by then will not come; the reader sees what is missing before the paper does. */
const DRAW_TIMEOUT_MS = 20_000
const POLL_MS = 50
const SCHEME = 'data-mantine-color-scheme'

/** Whether everything on the page is drawn: nothing waits for numbers, pictures or parts of the page. */
export function isDrawn(page: ParentNode): boolean {
  return page.querySelector('main [aria-busy="true"], main [role="status"] .mantine-Loader-root') === null
}

/** Prints the page once everything on it is drawn. */
export async function printPage(): Promise<void> {
  await document.fonts.ready
  const until = performance.now() + DRAW_TIMEOUT_MS
  while (!isDrawn(document) && performance.now() < until) await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  for (let frame = 0; frame < FRAMES; frame++) await new Promise(requestAnimationFrame)
  window.print()
}

/**
 * Watches over printing, however it was called for. Local storage says "ready to print" from when everything is drawn for
 * paper until printing is over, and paper is white, whatever the screen is.
 * @returns what ends the watch
 */
export function watchPrinting(storage: KeyValueStorage): () => void {
  const root = document.documentElement
  let scheme: string | null = null
  const before = () => {
    scheme = root.getAttribute(SCHEME)
    root.setAttribute(SCHEME, 'light')
    if (isDrawn(document)) storage.setItem(storageKeys.readyToPrint, 'true')
  }
  const after = () => {
    if (scheme !== null) root.setAttribute(SCHEME, scheme)
    storage.removeItem(storageKeys.readyToPrint)
  }
  window.addEventListener('beforeprint', before)
  window.addEventListener('afterprint', after)
  window.addEventListener('pagehide', after)
  return () => {
    after()
    window.removeEventListener('beforeprint', before)
    window.removeEventListener('afterprint', after)
    window.removeEventListener('pagehide', after)
  }
}
