import { MY_PAGE, type Viewer } from '@leaselight/model'
import type { Params } from '@leaselight/state'
import type { Api } from '../http/context'
import { badRequest } from '../http/errors'
import { readPropertyPages } from '../reports/book'
import { normalizeParams, requireOpenReport } from '../reports/savedParams'

interface Wanted {
  report: string
  params?: Readonly<Record<string, unknown>> | null | undefined
  formats?: readonly string[] | null | undefined
  property_pages?: readonly number[] | null | undefined
}

/** What is sent: a report in a state, or the sender's own page. */
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
  const report = await requireOpenReport(api, viewer, key)
  return {
    title: report.title,
    report: report.key,
    params: normalizeParams(report, params),
    propertyPages: pages ? await readPropertyPages(api, viewer, report, pages) : null,
  }
}

/** Throws a sentence for a format in which something can't be sent. */
export function requireFormats(report: string, formats: readonly string[]): void {
  if (report === MY_PAGE.key && formats.some((format) => format !== 'pdf'))
    throw badRequest('My page can be attached as PDF only.')
}
