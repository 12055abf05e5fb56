import { MAX_IN_WORKBOOK, MY_PAGE, type Viewer, WORKBOOK, workbookIds, workbookParams } from '@leaselight/model'
import type { Params } from '@leaselight/state'
import type { Api } from '../http/context'
import { badRequest } from '../http/errors'
import { readPropertyPages } from '../reports/book'
import { normalizeParams, requireOpenReport } from '../reports/savedParams'
import { findSaved } from './saved/service'

interface Wanted {
  report: string
  params?: Readonly<Record<string, unknown>> | null | undefined
  formats?: readonly string[] | null | undefined
  property_pages?: readonly number[] | null | undefined
}

/** What is sent: a report in a state, the sender's own page, or a workbook of saved reports. */
interface Subject {
  title: string
  report: string
  params: Params
  /** The properties with a page each, empty for all; null without. */
  propertyPages: number[] | null
}

/** Reads what is to be sent, which must be open to the viewer. */
export async function readSubject(api: Api, viewer: Viewer, wanted: Wanted): Promise<Subject> {
  const { report: key, params, formats, property_pages: pages } = wanted
  if (key === MY_PAGE.key) {
    requireFormats(key, formats ?? [])
    return { title: MY_PAGE.title, report: key, params: {}, propertyPages: null }
  }
  if (key === WORKBOOK.key) {
    requireFormats(key, formats ?? [])
    return { title: WORKBOOK.title, report: key, params: await readWorkbook(api, viewer, params), propertyPages: null }
  }
  const report = await requireOpenReport(api, viewer, key)
  return {
    title: report.title,
    report: report.key,
    params: normalizeParams(report, params),
    propertyPages: pages ? await readPropertyPages(api, viewer, report, pages) : null,
  }
}

/** The saved reports of a workbook, which must be the viewer's own. */
export async function readWorkbook(api: Api, viewer: Viewer, params: Wanted['params']): Promise<Params> {
  const ids = workbookIds(params)
  if (ids.length === 0 || ids.length > MAX_IN_WORKBOOK)
    throw badRequest(`Choose from 1 to ${MAX_IN_WORKBOOK} saved reports: saved_report_ids.`)
  for (const id of ids) await findSaved(api, viewer, id)
  return workbookParams(ids)
}

/** Throws a sentence for a format in which something can't be sent. */
export function requireFormats(report: string, formats: readonly string[]): void {
  if (report === MY_PAGE.key && formats.some((format) => format !== 'pdf'))
    throw badRequest('My page can be attached as PDF only.')
  if (report === WORKBOOK.key && formats.some((format) => format !== 'xlsx'))
    throw badRequest('A workbook is attached as Excel only.')
}
