import { PassThrough } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { CliError } from '../console/console'
import { toFailure } from './failures'

/** How often a stream with nothing to report still sends a line: a silent connection is cut off by proxies. */
const KEEP_ALIVE_MS = 10_000

/** How a long piece of work is answered line by line. */
export interface LineOptions {
  /** The log's message when the work fails unexpectedly. */
  failure: string
  /** The operator reads the error's own message; everybody else reads a sentence that gives nothing away. */
  forOperator: boolean
  /** Also sends `{working: true}` every ten seconds, for work that may be silent for minutes. */
  keepAlive?: boolean
}

/**
 * Answers with one JSON object per line while the work runs: whatever it writes, then its result, or `{error}` with a
 * sentence. The status is 200 even when the work fails later, because the headers have been sent by then.
 */
export function streamLines(
  reply: FastifyReply,
  { failure, forOperator, keepAlive = false }: LineOptions,
  work: (write: (line: object) => void) => Promise<object>,
): FastifyReply {
  const out = new PassThrough()
  const write = (line: object): void => void out.write(`${JSON.stringify(line)}\n`)
  const timer = keepAlive ? setInterval(() => write({ working: true }), KEEP_ALIVE_MS) : undefined
  void work(write)
    .then(write, (error: unknown) => {
      const { message, isUnexpected } = toFailure(error)
      if (isUnexpected && !(error instanceof CliError)) reply.log.error({ err: error }, failure)
      write({ error: isUnexpected && forOperator && error instanceof Error ? error.message : message })
    })
    .finally(() => {
      clearInterval(timer)
      out.end()
    })
  return reply.type('application/x-ndjson').send(out)
}
