import { redactErrorReport } from '@leaselight/model'
import * as sentry from '@sentry/react'

/** §9: a share of all sessions is replayed, and every session with an error. */
const SESSION_SAMPLE_RATE = 0.15
const ON_ERROR_SAMPLE_RATE = 1

/** Starts error reporting. Loaded only where a DSN is set. */
export function startErrorReports(dsn: string): (error: unknown, message: string) => void {
  sentry.init({
    dsn,
    sendDefaultPii: false,
    tracesSampleRate: SESSION_SAMPLE_RATE,
    replaysSessionSampleRate: SESSION_SAMPLE_RATE,
    replaysOnErrorSampleRate: ON_ERROR_SAMPLE_RATE,
    // Uncaught errors arrive through our own log. Clicks and typed text are not recorded.
    defaultIntegrations: false,
    integrations: [
      sentry.dedupeIntegration(),
      sentry.linkedErrorsIntegration(),
      sentry.functionToStringIntegration(),
      sentry.browserTracingIntegration({ enableInp: false }),
      sentry.replayIntegration({
        maskAllText: true,
        maskAllInputs: true,
        blockAllMedia: true,
        // Compression needs a worker made from a blob, which the content security policy forbids.
        useCompression: false,
      }),
    ],
    beforeSend: (event) => redactEvent(event),
    beforeSendTransaction: (event) => redactEvent(event),
    beforeBreadcrumb: () => null,
  })
  // A replay's own event, with its addresses, passes none of the functions above.
  sentry.addEventProcessor((event) => (event.type === 'replay_event' ? redactEvent(event) : event))
  return (error, message) => {
    sentry.captureException(error ?? new Error(message), {
      extra: { message },
      tags: { ...(requestIdOf(error) && { requestId: requestIdOf(error) }) },
    })
  }
}

/** An event without tokens, personal data and filters. */
function redactEvent<T extends object>(event: T): T {
  const { user: _user, request: _request, ...rest } = event as T & Record<string, unknown>
  // Redacts every text and leaves structure and types unchanged.
  return redactErrorReport(rest) as T
}

/** The request id in the server's log for the same request. */
function requestIdOf(error: unknown): string | undefined {
  return typeof error === 'object' && error !== null && 'requestId' in error && typeof error.requestId === 'string'
    ? error.requestId
    : undefined
}
