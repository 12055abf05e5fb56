import { redactErrorReport } from '@leaselight/model'

/** What is reported with an error: where it happened, never whose request it was. */
export interface ErrorContext {
  requestId?: string | undefined
  route?: string | undefined
}

/** Reports unexpected errors. */
export interface ErrorReporter {
  report(error: unknown, circumstances: ErrorContext): void
  /** Resolves when all reports are sent or have failed. */
  close(): Promise<void>
}

/** The share of requests whose duration is reported (specification §9). */
const SAMPLE_RATE = 0.15
const CLOSE_WITHIN_MS = 2_000

// Of what the library gathers by itself, only what says nothing of people: no headers, cookies, bodies, console lines or variables.
const INTEGRATIONS = ['EventFilters', 'InboundFilters', 'LinkedErrors', 'ContextLines', 'Http', 'OnUncaughtException']

/** Opens the way to the error reports; the library is loaded only where there is somewhere to report to. */
export async function openErrorReporter(dsn: string | undefined): Promise<ErrorReporter | undefined> {
  if (dsn === undefined) return undefined
  const sentry = await import('@sentry/node')
  sentry.init({
    dsn,
    tracesSampleRate: SAMPLE_RATE,
    sendDefaultPii: false,
    includeLocalVariables: false,
    maxBreadcrumbs: 0,
    integrations: (gathered) => gathered.filter(({ name }) => INTEGRATIONS.includes(name)),
    beforeSend: (event) => anonymize(event),
    beforeSendTransaction: (event) => anonymize(event),
  })
  return {
    report: (error, { requestId, route }) =>
      void sentry.captureException(error, { tags: { ...(requestId && { requestId }), ...(route && { route }) } }),
    close: async () => {
      await sentry.close(CLOSE_WITHIN_MS)
    },
  }
}

/** An event without anything that names a person or opens a session. */
function anonymize<T extends object>(event: T): T {
  const { user: _user, request: _request, server_name: _host, ...rest } = event as T & Record<string, unknown>
  // Redaction changes the content of strings only; the event's structure stays the same.
  return redactErrorReport(rest) as T
}
