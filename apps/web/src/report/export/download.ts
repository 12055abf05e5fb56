import type { ReportDefinition, ReportState } from '@leaselight/model'
import type { Client } from '../../api/request'
import { apiParams } from '../../state/address'

export type ExportFormat = 'csv' | 'pdf'

/** How much of a download is here; the share is null while the whole is not known. */
export type OnProgress = (received: number, share: number | null) => void

/** A long list takes minutes to come; what stops coming is noticed by the connection. */
const EXPORT_TIMEOUT_SECONDS = 6 * 3600

/**
 * Downloads the report as a file. The ticket, good once and for a minute, keeps the bearer token out of addresses.
 * The content is taken as it is: downloads are never converted.
 */
export async function downloadReport(
  client: Client,
  report: ReportDefinition,
  state: ReportState,
  format: ExportFormat,
  onProgress: OnProgress,
  signal: AbortSignal,
): Promise<{ name: string; content: Blob }> {
  const params = new URLSearchParams({ format, ...apiParams(report, state) })
  const { url } = await client.json<{ url: string }>('/api/tickets', {
    body: { path: `/api/reports/${report.key}/export?${params}` },
    signal,
  })
  const response = await client.raw(url, { anonymous: true, signal, timeoutSeconds: EXPORT_TIMEOUT_SECONDS })
  return {
    name: fileNameFrom(response.headers.get('content-disposition')) ?? `${report.key}.${format}`,
    content: await readWithProgress(response, onProgress),
  }
}

/** Bytes put away at a time: a browser keeps large blobs on the disk, not in the page's memory. */
const BLOB_CHUNK_BYTES = 8_000_000
const LINE_END = 10

/**
 * Takes a file as it comes. A page laid out beforehand says how long it is; a list that is written while it is read says
 * how many rows it has, and each is a line.
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

// Half a file would pass for a whole one.
function throwTruncated(cause: unknown): never {
  throw new Error('The file broke off before its end. Please try again.', { cause })
}

/** The file's name as the server gives it. */
export function fileNameFrom(disposition: string | null): string | null {
  if (!disposition) return null
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1]
  if (encoded) return decodeURIComponent(encoded)
  return /filename="?([^";]+)"?/i.exec(disposition)?.[1] ?? null
}

/** Hands a file to the reader. */
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
