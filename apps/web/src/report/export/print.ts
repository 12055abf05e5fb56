import { type KeyValueStorage, storageKeys } from '../../session/storage'

const SCHEME = 'data-mantine-color-scheme'

/** What stands where something is still to come. */
const LOADING = '[aria-busy="true"], [role="status"] .mantine-Loader-root, .mantine-Skeleton-root'

/** Whether everything on the page is drawn: no numbers, charts or chunks are loading. */
export function isDrawn(page: ParentNode): boolean {
  return page.querySelector(`main :is(${LOADING})`) === null
}

/**
 * Watches printing, however it was started. Local storage says "ready to print" from the moment everything is drawn for
 * paper until printing ends, and the page is white meanwhile.
 * @returns a function that stops watching
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
  const gone = new AbortController()
  const { signal } = gone
  window.addEventListener('beforeprint', before, { signal })
  window.addEventListener('afterprint', after, { signal })
  window.addEventListener('pagehide', after, { signal })
  return () => {
    after()
    gone.abort()
  }
}
