import { redactErrorReport } from '@leaselight/model'
import * as sentry from '@sentry/react'

/** §9: a share of the sessions is watched, and of those with an error every one. */
const SESSION_SAMPLE_RATE = 0.15
const ON_ERROR_SAMPLE_RATE = 1

/** Starts reporting errors; loaded only where there is somewhere to report to. */
export function startErrorReports(dsn: string): (error: unknown, message: string) => void {
  sentry.init({
    dsn,
    sendDefaultPii: false,
    tracesSampleRate: SESSION_SAMPLE_RATE,
    replaysSessionSampleRate: SESSION_SAMPLE_RATE,
    replaysOnErrorSampleRate: ON_ERROR_SAMPLE_RATE,
    // What nobody caught comes through our own log, as everything does; what people click and type stays with them.
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
        // Compressing takes a worker made of a text, which the content security policy forbids.
        useCompression: false,
      }),
    ],
    beforeSend: (event) => redactEvent(event),
    beforeSendTransaction: (event) => redactEvent(event),
    beforeBreadcrumb: () => null,
  })
  // What says of a recording where and when it was made passes none of the functions above.
  sentry.addEventProcessor((event) => (event.type === 'replay_event' ? redactEvent(event) : event))
  return (error, message) => {
    sentry.captureException(error ?? new Error(message), {
      extra: { message },
      tags: { ...(requestIdOf(error) && { requestId: requestIdOf(error) }) },
    })
  }
}

/** An event without tokens, personal data and people's filters. */
function redactEvent<T extends object>(event: T): T {
  const { user: _user, request: _request, ...rest } = event as T & Record<string, unknown>
  // Every text keeps its place and its type; only what stands in it changes.
  return redactErrorReport(rest) as T
}

/** The id under which the server's log speaks of the same request. */
function requestIdOf(error: unknown): string | undefined {
  return typeof error === 'object' && error !== null && 'requestId' in error && typeof error.requestId === 'string'
    ? error.requestId
    : undefined
}
