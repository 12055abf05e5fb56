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
