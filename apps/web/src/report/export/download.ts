import type { FileFormat, ReportDefinition, ReportState } from '@leaselight/model'
import type { Client } from '../../api/request'
import { apiParams } from '../../state/address'
import type { DrillDownTarget } from '../queries'

/** `plain` is a CSV file of the bare table. */
export type ExportFormat = FileFormat | 'plain'

/** How much of a download has arrived; the share is null while the total is unknown. */
export type OnProgress = (received: number, share: number | null) => void

/** Downloads the records behind a number as CSV. */
export async function downloadMembers(
  client: Client,
  report: ReportDefinition,
  state: ReportState,
  { row, column }: DrillDownTarget,
): Promise<void> {
  const query = { ...apiParams(report, state), column, row: row ?? '', period: 'current' }
  const response = await client.raw(`/api/reports/${report.key}/members/export`, { query })
  saveFile(fileNameFrom(response.headers.get('content-disposition')) ?? `${report.key}.csv`, await response.blob())
}

/** A long list may take minutes. A stalled download is noticed by the connection. */
const EXPORT_TIMEOUT_SECONDS = 6 * 3600

/**
 * Downloads the report as a file. A one-use ticket, valid for a minute, keeps the bearer token out of addresses. The
 * content is not converted.
 */
export async function downloadReport(
  client: Client,
  { report, state, openedRows }: { report: ReportDefinition; state: ReportState; openedRows: ReadonlySet<string> },
  format: ExportFormat,
  onProgress: OnProgress,
  signal: AbortSignal,
): Promise<{ name: string; content: Blob }> {
  const extension = format === 'plain' ? 'csv' : format
  const params = new URLSearchParams({ format: extension, ...apiParams(report, state) })
  if (format === 'plain') params.set('plain', '1')
  if (format === 'pdf' && openedRows.size > 0) params.set('opened', [...openedRows].join(','))
  const { url } = await client.json<{ url: string }>('/api/tickets', {
    body: { path: `/api/reports/${report.key}/export?${params}` },
    signal,
  })
  const response = await client.raw(url, { anonymous: true, signal, timeoutSeconds: EXPORT_TIMEOUT_SECONDS })
  return {
    name: fileNameFrom(response.headers.get('content-disposition')) ?? `${report.key}.${extension}`,
    content: await readWithProgress(response, onProgress),
  }
}

/** Bytes per blob: browsers store large blobs on disk instead of in the page's memory. */
const BLOB_CHUNK_BYTES = 8_000_000
const LINE_END = 10

/**
 * Reads a file with progress. A finished file states its length. A list written while it is read states its number of
 * rows, one a line.
 */
export async function readWithProgress(response: Response, onProgress: OnProgress): Promise<Blob> {
  const type = response.headers.get('content-type') ?? 'application/octet-stream'
  const length = Number(response.headers.get('content-length')) || null
  const rows = type.startsWith('text/csv') ? Number(response.headers.get('x-total-rows')) || null : null
  let parts: BlobPart[] = []
  let held = 0
  let received = 0
  let lines = 0
  const reader = response.body?.getReader()
  const read = () => reader?.read().catch(throwTruncated)
  for (let step = await read(); step && !step.done; step = await read()) {
    parts.push(step.value)
    held += step.value.byteLength
    received += step.value.byteLength
    if (rows) for (const byte of step.value) if (byte === LINE_END) lines++
    if (held > BLOB_CHUNK_BYTES) {
      parts = [new Blob(parts)]
      held = 0
    }
    const share = length ? received / length : rows && lines / rows
    onProgress(received, share && Math.min(1, share))
  }
  return new Blob(parts, { type })
}

// A partial file would look like a complete one.
function throwTruncated(cause: unknown): never {
  throw new Error('The file broke off before its end. Please try again.', { cause })
}

/** The file name the server sent. */
export function fileNameFrom(disposition: string | null): string | null {
  if (!disposition) return null
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1]
  if (encoded) return decodeURIComponent(encoded)
  return /filename="?([^";]+)"?/i.exec(disposition)?.[1] ?? null
}

/** Saves a file to the reader's disk. */
export function saveFile(name: string, content: Blob): void {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
  // Some browsers read the address only after the click has been handled.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
