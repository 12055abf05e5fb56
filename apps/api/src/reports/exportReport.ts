import type { Viewer } from '@leaselight/model'
import type { Api } from '../http/context'
import { notFound } from '../http/errors'
import { buildBook, readPropertyPages, renderBook } from './book'
import { buildDocument, type ExportedFile, type ExportRequest, renderFile } from './export'

/** Runs a report, with every level of its rows, and makes the file of it; 429 for too many files of one user in a minute. */
export async function exportReport(
  api: Api,
  viewer: Viewer,
  { format, plain = false, propertyPages, ...request }: ExportRequest,
  signal?: AbortSignal,
): Promise<ExportedFile> {
  api.exports.count(viewer)
  if (propertyPages) {
    const pages = await readPropertyPages(api, viewer, request.report, propertyPages)
    const book = await buildBook(api, viewer, { ...request, propertyPages: pages }, signal)
    if (!book) throw notFound('There is no such property.')
    return renderBook(book, format)
  }
  const document = await buildDocument(api, viewer, request, { withCharts: format === 'pdf', signal })
  return renderFile(document, format, { plain })
}
