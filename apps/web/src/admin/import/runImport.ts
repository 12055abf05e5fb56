import type { Client } from '../../api/request'
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
  file: Blob
  mapping: object
  dryRun: boolean
}

/** The server stops by itself when the request is aborted. A large file may take long. */
const IMPORT_TIMEOUT_SECONDS = 6 * 3600

type ImportEvent = { progress: Progress } | { rejection: Rejection } | { report: ImportReport } | { error: string }

/** Sends a file and reports the server's progress. */
export async function runImport(
  client: Client,
  { kind, file, mapping, dryRun }: ImportRequest,
  signal: AbortSignal,
  onProgress: (progress: Progress) => void,
): Promise<{ report: ImportReport; rejections: Rejection[] }> {
  const response = await client.raw(`/api/intake/${kind}`, {
    query: { dryRun: dryRun ? 1 : 0, stream: 1 },
    content: new Blob([JSON.stringify(mapping), '\n', file]),
    timeoutSeconds: IMPORT_TIMEOUT_SECONDS,
    signal,
  })
  const rejections: Rejection[] = []
  let report: ImportReport | undefined
  for await (const line of linesOf(response)) {
    // The response comes from our own server, whose tests verify the shape.
    const event: ImportEvent = JSON.parse(line)
    if ('progress' in event) onProgress(event.progress)
    else if ('rejection' in event) rejections.push(event.rejection)
    else if ('report' in event) report = event.report
    else throw new Error(event.error)
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
