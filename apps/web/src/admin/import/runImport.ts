import type { Client } from '../../api/request'

/** Counts of what happened to the items of a file. */
export interface ImportCounts {
  read: number
  taken: number
  used: number
  skipped: number
  refused: number
}

export interface Rejection {
  entity: string
  line: number
  id: number | string | null
  field: string
  reason: string
}

/** What the server read, what it made of it, and what it rejected. */
export interface ImportReport {
  dry_run: boolean
  read: Record<string, ImportCounts>
  records: { entity: string; taken: number; replaced: number; deleted: number; refused: number }[]
  first: { entity: string; line: number; record: Record<string, unknown> }[]
  notes: { entity: string; field: string; reason: string; count: number }[]
  refused: number
  stopped: string | null
  seconds: number
}

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

type ImportEvent = { progress: Progress } | { refusal: Rejection } | { account: ImportReport } | { error: string }

/** Sends a file and reports the server's progress. */
export async function runImport(
  client: Client,
  { kind, file, mapping, dryRun }: ImportRequest,
  signal: AbortSignal,
  onProgress: (progress: Progress) => void,
): Promise<{ account: ImportReport; refusals: Rejection[] }> {
  const response = await client.raw(`/api/intake/${kind}`, {
    query: { dryRun: dryRun ? 1 : 0, stream: 1 },
    content: new Blob([JSON.stringify(mapping), '\n', file]),
    timeoutSeconds: IMPORT_TIMEOUT_SECONDS,
    signal,
  })
  const refusals: Rejection[] = []
  let account: ImportReport | undefined
  for await (const line of linesOf(response)) {
    // The response comes from our own server, whose tests verify the shape.
    const event: ImportEvent = JSON.parse(line)
    if ('progress' in event) onProgress(event.progress)
    else if ('refusal' in event) refusals.push(event.refusal)
    else if ('account' in event) account = event.account
    else throw new Error(event.error)
  }
  if (!account)
    throw new Error('The connection broke in the middle. Try again: what is in already is only replaced by itself.')
  return { account, refusals }
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
