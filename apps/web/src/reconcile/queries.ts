import { type Json, renameKeys, toCamel } from '@leaselight/model'
import { queryOptions } from '@tanstack/react-query'
import type { Client } from '../api/request'
import { fileNameFrom, saveFile } from '../report/export/download'
import type { BoxscoreForm, BoxscoreMapping, FilePreview, Reconciliation, ReconciliationSummary } from './types'

const reconcileKey = ['reconciliations'] as const

/** The reconciliations of the reader's properties; with days and a property, those that cover them exactly. */
export const reconciliations = (client: Client, of: { startDate?: string; endDate?: string; property?: number } = {}) =>
  queryOptions({
    queryKey: [...reconcileKey, 'list', of],
    queryFn: async ({ signal }) => {
      const answer = await client.json<{ reconciliations: ReconciliationSummary[] }>('/api/reconciliations', {
        query: of,
        signal,
      })
      return answer.reconciliations
    },
    staleTime: 0,
  })

/** One reconciliation, compared with what is here now. */
export const reconciliation = (client: Client, id: string) =>
  queryOptions({
    queryKey: [...reconcileKey, id],
    queryFn: ({ signal }) => client.json<Reconciliation>(`/api/reconciliations/${encodeURIComponent(id)}`, { signal }),
  })

export { reconcileKey }

const body = (line: object, file: File) => new Blob([JSON.stringify(line), '\n', file])

/** Guesses how a file is read, or tries a mapping. */
export async function previewFile(
  client: Client,
  file: File,
  request: { mapping?: BoxscoreMapping; form?: BoxscoreForm },
): Promise<FilePreview> {
  const response = await client.raw('/api/reconciliations/preview', { method: 'POST', content: body(request, file) })
  return response.json()
}

/** Sends a file to be compared. */
export async function compareFile(
  client: Client,
  file: File,
  { mapping, startDate, endDate }: { mapping: BoxscoreMapping; startDate: string; endDate: string },
): Promise<Reconciliation> {
  const line = {
    ...{ mapping, start_date: startDate, end_date: endDate, file_name: file.name },
    // The file's own date says up to when their report can know anything.
    made_at: new Date(file.lastModified).toISOString(),
  }
  const response = await client.raw('/api/reconciliations', { method: 'POST', content: body(line, file) })
  const answer: Json = await response.json()
  // The client converts what it parses; this answer it only passes on.
  return renameKeys(answer, toCamel) as unknown as Reconciliation
}

/** Saves a file that the server makes. */
export async function download(client: Client, path: string, query: Record<string, string> = {}): Promise<void> {
  const response = await client.raw(path, { query })
  saveFile(fileNameFrom(response.headers.get('content-disposition')) ?? 'reconciliation.csv', await response.blob())
}
