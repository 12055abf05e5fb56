import { ApiError, type Client } from '../../api/request'
import { newRequestId } from '../../api/requestInit'
import { RequestKeys } from '../../api/requestKeys'
import type { ImportReport, Rejection } from './importReport'

/** The server's progress; `total_bytes` is 0 while it reads the request. */
export interface Progress {
  phase: 'reading' | 'checking' | 'importing' | 'settling'
  rows: number
  bytes: number
  total_bytes: number
}

export interface ImportRequest {
  kind: 'mits' | 'csv'
  file: File
  mapping: object
  dryRun: boolean
}

/** The server stops by itself when the request is aborted. A large file may take long. */
const IMPORT_TIMEOUT_SECONDS = 6 * 3600

/** Keys of uploads without an answer: the same file again, with the same mapping, is the same import. */
const uploads = new RequestKeys(newRequestId, Date.now, IMPORT_TIMEOUT_SECONDS * 1000)

type ImportEvent = { progress: Progress } | { rejection: Rejection } | { report: ImportReport } | { error: string }

/** Sends a file and reports the server's progress. Sent again after a lost answer, it makes no second import. */
export async function runImport(
  client: Client,
  request: ImportRequest,
  signal: AbortSignal,
  onProgress: (progress: Progress) => void,
): Promise<{ report: ImportReport; rejections: Rejection[] }> {
  const { kind, file, mapping, dryRun } = request
  const upload = uploads.of(kind, file.name, [file.size, file.lastModified, mapping, dryRun])
  try {
    const answer = await sendImport(client, request, { idempotencyKey: upload.key, signal }, onProgress)
    upload.end()
    return answer
  } catch (error) {
    if (error instanceof ImportFailed || (error instanceof ApiError && error.status < 500)) upload.end()
    throw error
  }
}

/** The server's own word that an import failed. */
class ImportFailed extends Error {
  override name = 'ImportFailed'
}

async function sendImport(
  client: Client,
  { kind, file, mapping, dryRun }: ImportRequest,
  options: { idempotencyKey: string; signal: AbortSignal },
  onProgress: (progress: Progress) => void,
): Promise<{ report: ImportReport; rejections: Rejection[] }> {
  const response = await client.raw(`/api/intake/${kind}`, {
    query: { dryRun: dryRun ? 1 : 0, stream: 1 },
    content: new Blob([JSON.stringify(mapping), '\n', file]),
    timeoutSeconds: IMPORT_TIMEOUT_SECONDS,
    ...options,
  })
  const rejections: Rejection[] = []
  let report: ImportReport | undefined
  for await (const line of linesOf(response)) {
    // The response comes from our own server, whose tests verify the shape.
    const event: ImportEvent = JSON.parse(line)
    if ('progress' in event) onProgress(event.progress)
    else if ('rejection' in event) rejections.push(event.rejection)
    else if ('report' in event) report = event.report
    else throw new ImportFailed(event.error)
  }
  if (!report)
    throw new Error('The connection was lost. Import the file again: records that were imported stay as they are.')
  return { report, rejections }
}

async function* linesOf(response: Response): AsyncIterable<string> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  for (let step = await reader?.read(); step && !step.done; step = await reader?.read()) {
    const lines = (rest + step.value).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) if (line !== '') yield line
  }
}
