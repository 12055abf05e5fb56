/** Writes a failure down. */
export function log(message: string, error?: unknown): void {
  // biome-ignore lint/suspicious/noConsole: the browser's console is this application's log; §8 asks for the entries.
  console.error(message, ...(error === undefined ? [] : [error]))
}

/** Reports what nobody caught. */
export function watchUncaught(): void {
  window.addEventListener('error', (event) => log('Uncaught error.', event.error ?? event.message))
  window.addEventListener('unhandledrejection', (event) => log('Unhandled rejection.', event.reason))
}

const RELOADED = 'leaselight.reloaded'

/** A page that was open while a new version was installed lacks its old parts; it reloads, once. */
export function reloadForNewVersion(): void {
  window.addEventListener('vite:preloadError', () => {
    if (sessionStorage.getItem(RELOADED)) return
    sessionStorage.setItem(RELOADED, 'true')
    window.location.reload()
  })
  window.addEventListener('load', () => setTimeout(() => sessionStorage.removeItem(RELOADED), 10_000))
}
