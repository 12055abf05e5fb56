import type { NamedDocument } from '@leaselight/files'
import { MAX_IN_WORKBOOK, pluralize, type Viewer } from '@leaselight/model'
import type { SavedReport } from '@leaselight/state'
import type { Api } from '../../http/context'
import { badRequest, notFound } from '../../http/errors'
import { buildDocument, type ExportedFile } from '../../reports/export'
import { openSaved } from '../../reports/openSaved'
import { findSaved } from './service'

/**
 * Some of the viewer's saved reports as one Excel workbook, a worksheet for each; 404 for an id that is not theirs, 429
 * for too many files of one user in a minute. Reports that are no longer open to them are left out, and the cover says so.
 */
export async function savedWorkbook(
  api: Api,
  viewer: Viewer,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<ExportedFile> {
  if (ids.length === 0 || ids.length > MAX_IN_WORKBOOK)
    throw badRequest(`Choose from 1 to ${MAX_IN_WORKBOOK} saved reports: saved_report_ids.`)
  api.exports.count(viewer)
  const saved = await Promise.all([...new Set(ids)].map((id) => findSaved(api, viewer, id)))
  const made = await buildWorkbook(api, viewer, saved, signal)
  if (!made) throw notFound('There is no such saved report.')
  return made.file
}

/** A workbook of saved reports, and the names of its worksheets. */
interface Workbook {
  file: ExportedFile
  names: string[]
  /** What is left out, in sentences. */
  leftOut: string[]
}

/** Saved reports as a workbook, with what is open to the viewer now; null where nothing is. */
export async function buildWorkbook(
  api: Api,
  viewer: Viewer,
  saved: readonly SavedReport[],
  signal?: AbortSignal,
): Promise<Workbook | null> {
  const { company, anonymizer, today } = await api.engine.companyContext(viewer)
  const reports: NamedDocument[] = []
  let closed = 0
  // One after the other: a workbook must not take the place of everybody else's questions.
  for (const one of saved) {
    const open = await openSaved(api, viewer, one)
    if ('closed' in open) closed++
    else {
      const document = await buildDocument(api, viewer, open, { withCharts: false, signal })
      reports.push({ name: anonymizer?.text(one.name) ?? one.name, document })
    }
  }
  if (reports.length === 0) return null
  const leftOut =
    closed === 0 ? [] : [`${pluralize(closed, 'report is', 'reports are')} left out: you don’t have access any more.`]
  const { namedFile, reportsXlsx } = await import('@leaselight/files')
  const file = {
    filename: namedFile([company.name, 'reports', today], 'xlsx'),
    content: await reportsXlsx(company.name, reports, leftOut),
    rows: reports.reduce((sum, { document }) => sum + document.result.rows.length, 0),
  }
  return { file, names: reports.map(({ name }) => name), leftOut }
}
