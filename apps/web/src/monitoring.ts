import { SignedOut } from './session/signedOut'

type Reporter = (error: unknown, message: string) => void

/** How many failures are buffered until error reporting is loaded. */
const MAX_QUEUED = 20
const queued: [error: unknown, message: string][] = []
let reporter: Reporter | null = null

/** Reports failures from now on, and the buffered ones. */
export function setReporter(newReporter: Reporter): void {
  reporter = newReporter
  for (const failure of queued.splice(0)) newReporter(...failure)
}

/** Logs a failure, and reports it where reporting is on. An ended session is no failure. */
export function log(message: string, error?: unknown): void {
  if (error instanceof SignedOut) return
  if (reporter) reporter(error, message)
  else if (queued.length < MAX_QUEUED) queued.push([error, message])
  // biome-ignore lint/suspicious/noConsole: the browser's console is this application's log; §8 asks for the entries.
  console.error(message, ...(error === undefined ? [] : [error]))
}

/** Reports uncaught errors. */
export function logUncaughtErrors(): void {
  window.addEventListener('error', (event) => log('Uncaught error.', event.error ?? event.message))
  window.addEventListener('unhandledrejection', (event) => log('Unhandled rejection.', event.reason))
}

const RELOADED = 'leaselight.reloaded'

/** A page that was open during an upgrade lacks its old chunks; it reloads once. */
export function reloadForNewVersion(): void {
  window.addEventListener('vite:preloadError', () => {
    if (sessionStorage.getItem(RELOADED)) return
    sessionStorage.setItem(RELOADED, 'true')
    window.location.reload()
  })
  window.addEventListener('load', () => setTimeout(() => sessionStorage.removeItem(RELOADED), 10_000))
}
