import type { Viewer } from '@leaselight/model'
import type { Api } from '../http/context'
import { badRequest, notFound } from '../http/errors'
import { buildBook, readPropertyPages, renderBook } from './book'
import { FIRST_PAGE_WIDTH } from './documentation'
import { buildDocument, type ExportedFile, type ExportRequest, readBytes, renderFile } from './export'

/** The largest PDF of which a picture is made. */
const MAX_PDF_BYTES = 30_000_000

/** Runs a report and makes the file of it; 429 for too many files of one user in a minute. */
export async function exportReport(
  api: Api,
  viewer: Viewer,
  request: ExportRequest,
  signal?: AbortSignal,
): Promise<ExportedFile> {
  api.exports.count(viewer)
  return makeFile(api, viewer, request, signal)
}

/** A picture of the first page of a report's PDF, as PNG; 429 for too many of one user in a minute. */
export async function firstPage(
  api: Api,
  viewer: Viewer,
  request: ExportRequest,
  signal: AbortSignal,
): Promise<Buffer> {
  api.previews.count(viewer)
  const pdf = await readBytes(await makeFile(api, viewer, { ...request, format: 'pdf' }, signal), MAX_PDF_BYTES)
  if (!pdf) throw badRequest('This PDF is too large for a preview.')
  const { firstPagePng } = await import('@leaselight/files')
  return firstPagePng(pdf, FIRST_PAGE_WIDTH)
}

async function makeFile(
  api: Api,
  viewer: Viewer,
  { format, plain = false, propertyPages, ...request }: ExportRequest,
  signal?: AbortSignal,
): Promise<ExportedFile> {
  if (propertyPages) {
    const pages = await readPropertyPages(api, viewer, request.report, propertyPages)
    const book = await buildBook(api, viewer, { ...request, propertyPages: pages }, signal)
    if (!book) throw notFound('There is no such property.')
    return renderBook(book, format)
  }
  const isPaper = format === 'pdf'
  // Paper has the rows of the screen.
  const depth = isPaper && !request.opened ? 'top' : 'all'
  const document = await buildDocument(api, viewer, request, { withCharts: isPaper, depth, signal })
  return renderFile(document, format, { plain })
}
