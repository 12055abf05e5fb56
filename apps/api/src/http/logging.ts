import { redact } from '@leaselight/model'
import type { FastifyRequest, FastifyServerOptions } from 'fastify'
import type { Settings } from '../settings/settings'
import type { ErrorReporter } from './errorReports'

const ERROR_LEVEL = 50

interface Logged {
  [key: string]: unknown
  type: string
  message: string
  stack: string
  cause?: Logged
}

/**
 * How the server writes its log: the route instead of the address, since addresses hold tickets, tokens and people's filters;
 * errors without tokens and personal data. What is written as an error is reported, too.
 */
export function loggerOptions(
  settings: Pick<Settings, 'logLevel'>,
  reports: ErrorReporter | undefined,
  stream: { write: (line: string) => void } | undefined,
): Exclude<FastifyServerOptions['logger'], boolean | undefined> {
  return {
    level: settings.logLevel,
    serializers: { req: loggedRequest, err: (error) => loggedError(error) },
    hooks: {
      logMethod(line, write, level) {
        const first: unknown = line[0]
        const error = typeof first === 'object' && first !== null && 'err' in first ? first.err : undefined
        if (level >= ERROR_LEVEL && error !== undefined) {
          const { reqId } = this.bindings()
          reports?.report(error, { requestId: typeof reqId === 'string' ? reqId : undefined })
        }
        write.apply(this, line)
      },
    },
    ...(stream && { stream }),
  }
}

function loggedRequest(request: FastifyRequest) {
  return { id: request.id, method: request.method, route: request.routeOptions.url }
}

function loggedError(error: unknown, depth = 0): Logged {
  if (!(error instanceof Error)) return { type: typeof error, message: redact(String(error)), stack: '' }
  return {
    type: error.name,
    message: redact(error.message),
    stack: redact(error.stack ?? ''),
    ...(error.cause !== undefined && depth < 5 && { cause: loggedError(error.cause, depth + 1) }),
  }
}
