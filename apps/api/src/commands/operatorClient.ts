import { request } from 'node:http'
import { createInterface } from 'node:readline'
import type { ImportReport } from '@leaselight/facts'
import { CliError } from '../console/console'
import type { OperatorImport, OperatorLine } from '../import/operatorImport'
import type { ImportListener } from '../import/tasks'
import type { OperatorEndpoint } from '../operations/operator'

/** A line of the server's; a request that it refuses is answered with an error object instead. */
type ServerLine = Exclude<OperatorLine, { error: string }> | { error: string | { message: string } }

/** Has the running server import files that are on the same machine. */
export async function importThroughServer(
  endpoint: OperatorEndpoint,
  input: OperatorImport,
  listener: ImportListener,
): Promise<ImportReport> {
  let report: ImportReport | undefined
  for await (const text of operatorLines(endpoint, '/api/operator/import', input)) {
    // The server is this installation's own, so its lines are not checked again.
    const line: ServerLine = JSON.parse(text)
    if ('progress' in line) listener.onProgress?.(line.progress)
    else if ('rejection' in line) listener.onRejection?.(line.rejection)
    else if ('report' in line) report = line.report
    else throw new CliError(typeof line.error === 'string' ? line.error : line.error.message)
  }
  if (!report) throw new CliError('The server ended in the middle of the import. Start it and run the import again.')
  return report
}

/** Sends one of the operator's requests to the running server and yields its answer line by line. */
export async function* operatorLines(
  { url, key }: OperatorEndpoint,
  path: string,
  body: object,
): AsyncIterable<string> {
  // Not fetch: it gives up after five silent minutes, and optimizing large tables can be silent for longer.
  const response = await new Promise<NodeJS.ReadableStream>((resolve, reject) => {
    request(
      `${url}${path}`,
      { method: 'POST', headers: { 'content-type': 'application/json', 'x-operator-key': key } },
      resolve,
    )
      .once('error', reject)
      .end(JSON.stringify(body))
  }).catch((cause: unknown) => {
    throw new CliError(
      `The server at ${url} holds the data but does not answer: ${cause instanceof Error ? cause.message : cause}.`,
    )
  })
  try {
    for await (const line of createInterface({ input: response })) if (line !== '') yield line
  } catch {
    // A broken connection ends the lines; the caller finds no report and says so.
  }
}
