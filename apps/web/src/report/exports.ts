import type { ReportDefinition, ReportState } from '@leaselight/model'
import type { Client } from '../api/request'
import { apiParams } from '../state/address'

export type ExportFormat = 'csv' | 'pdf'

/** How much of a download is here; the share is null while the whole is not known. */
export type OnProgress = (received: number, share: number | null) => void

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
  const response = await client.raw(url, { anonymous: true, signal })
  const whole = Number(response.headers.get('content-length')) || null
  const parts: Uint8Array<ArrayBuffer>[] = []
  let received = 0
  const reader = response.body?.getReader()
  for (let step = await reader?.read(); step && !step.done; step = await reader?.read()) {
    parts.push(step.value)
    received += step.value.byteLength
    onProgress(received, whole && Math.min(1, received / whole))
  }
  return {
    name: nameOf(response.headers.get('content-disposition')) ?? `${report.key}.${format}`,
    content: new Blob(parts, { type: response.headers.get('content-type') ?? 'application/octet-stream' }),
  }
}

/** The file's name as the server gives it. */
export function nameOf(disposition: string | null): string | null {
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
