import { redactErrorReport } from '@leaselight/model'

/** What is told of an error besides itself: never who, only where. */
export interface ErrorContext {
  requestId?: string | undefined
  route?: string | undefined
}

/** Where errors that nobody foresaw are reported to. */
export interface ErrorReporter {
  report(error: unknown, circumstances: ErrorContext): void
  /** Resolves when what was reported has been sent, or can't be. */
  close(): Promise<void>
}

/** The share of requests whose duration is told (specification §9). */
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
  // Every text keeps its place and its type; only what stands in it changes.
  return redactErrorReport(rest) as T
}
