import type { Client } from '../../api/request'
import type { Rejection } from './importReport'
import type { Question, TableMapping } from './mapping'

/** How much of a file the server looks at for a preview. */
const SAMPLE_BYTES = 256 * 1024

/** What a table could be, and how its first rows are read. */
export interface TablePreview {
  guess: { mapping: TableMapping; questions: Question[]; assumed: string[] } | null
  preview: {
    rows: { line: number; record: Record<string, unknown> }[]
    rejections: Rejection[]
    read: number
    rejected: number
  } | null
  problem: string | null
}

/** Sends the start of a file: to guess its mapping, for one entity or any, or to try a mapping. */
export async function previewTable(
  client: Client,
  file: Blob,
  request: { entity?: string; mapping?: TableMapping },
  signal?: AbortSignal,
): Promise<TablePreview> {
  const response = await client.raw('/api/intake/preview', {
    method: 'POST',
    content: new Blob([JSON.stringify(request), '\n', file.slice(0, SAMPLE_BYTES)]),
    ...(signal && { signal }),
  })
  return response.json()
}
