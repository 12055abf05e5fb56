import { request } from 'node:http'
import { createInterface } from 'node:readline'
import type { DirectoryProgress, ImportReport, Rejection } from '@leaselight/facts'
import type { OperatorEndpoint } from '../operations/operator'
import { CliError } from '../start/console'
import type { ImportListener } from './import'

/** What the running server tells, a line each; our own server speaks, so its word is taken. */
type ServerMessage =
  | { progress: DirectoryProgress }
  | { refusal: Rejection }
  | { accounts: ImportReport[] }
  | { error: string | { message: string } }

/** Has the running server import a folder, which lies on the same machine. */
export async function importThroughServer(
  endpoint: OperatorEndpoint,
  params: { directory: string; strict: boolean },
  listener: ImportListener,
): Promise<ImportReport[]> {
  let accounts: ImportReport[] | undefined
  for await (const line of operatorLines(endpoint, '/api/operator/import', params)) {
    const told: ServerMessage = JSON.parse(line)
    if ('progress' in told) listener.onProgress(told.progress)
    else if ('refusal' in told) listener.onRejection(told.refusal)
    else if ('accounts' in told) accounts = told.accounts
    else throw new CliError(typeof told.error === 'string' ? told.error : told.error.message)
  }
  if (!accounts) throw new CliError('The server ended in the middle of the import. Start it and run the import again.')
  return accounts
}

/** What the running server says to one of the operator's wishes, line by line while it works. */
export async function* operatorLines(
  { url, key }: OperatorEndpoint,
  path: string,
  body: object,
): AsyncIterable<string> {
  // Not fetch: it gives up after five silent minutes, and tidying large tables may be silent for longer.
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
    // A connection that breaks ends the lines; without accounts the caller says what that means.
  }
}
