type Reporter = (error: unknown, message: string) => void

/** How many failures wait for the reports to be loaded. */
const MAX_QUEUED = 20
const queued: [error: unknown, message: string][] = []
let reporter: Reporter | null = null

/** Reports failures from now on, and those that have happened already. */
export function setReporter(newReporter: Reporter): void {
  reporter = newReporter
  for (const failure of queued.splice(0)) newReporter(...failure)
}

/** Writes a failure down, and reports it where there is somewhere to report to. */
export function log(message: string, error?: unknown): void {
  if (reporter) reporter(error, message)
  else if (queued.length < MAX_QUEUED) queued.push([error, message])
  // biome-ignore lint/suspicious/noConsole: the browser's console is this application's log; §8 asks for the entries.
  console.error(message, ...(error === undefined ? [] : [error]))
}

/** Reports what nobody caught. */
export function logUncaughtErrors(): void {
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
