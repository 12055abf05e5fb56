import type { CompanyContext } from '@leaselight/engine'
import type { Viewer } from '@leaselight/model'
import {
  changeSavedReport,
  listSavedReports,
  MAX_SAVED,
  readSavedReport,
  type SavedReport,
  saveReport,
  setSavedReportDeleted,
} from '@leaselight/state'
import { z } from 'zod'
import type { Api } from '../../http/context'
import { badRequest, notFound } from '../../http/errors'
import { isUuid, nameText } from '../../http/textFields'
import { normalizeParams, reportBody, requireOpenReport, savedView } from '../../reports/savedParams'

const name = nameText(120)

export const saveBody = z.object({ name, ...reportBody })
export const changeSavedBody = z.object({ name: name.optional(), params: reportBody.params })
export const duplicateBody = z.object({ name: name.optional() }).nullish()

const savedNotFound = () => notFound('There is no such saved report.')

/** A saved report as the API returns it to its owner. */
export function showSaved(directory: CompanyContext, saved: SavedReport) {
  const { id, report, params, createdAt, updatedAt } = saved
  const name = directory.anonymizer?.text(saved.name) ?? saved.name
  return { id, name, report, ...savedView(directory, report, params), createdAt, updatedAt }
}

/** Saves a report's state under a name. */
export async function createSaved(api: Api, viewer: Viewer, input: z.output<typeof saveBody>) {
  const report = await requireOpenReport(api, viewer, input.report)
  const params = normalizeParams(report, input.params)
  return insertSaved(api, viewer, { name: input.name, report: report.key, params })
}

async function insertSaved(api: Api, viewer: Viewer, made: Pick<SavedReport, 'name' | 'report' | 'params'>) {
  const saved = await saveReport(api.state, viewer, made, api.now())
  if (!saved) throw badRequest(`You have ${MAX_SAVED} saved reports; delete one to save another.`)
  return showSaved(await api.engine.companyContext(viewer), saved)
}

export async function listSaved(api: Api, viewer: Viewer) {
  const [directory, all] = await Promise.all([api.engine.companyContext(viewer), listSavedReports(api.state, viewer)])
  return all.map((saved) => showSaved(directory, saved))
}

/** One of the viewer's own saved reports; 404 for any other id. */
export async function findSaved(api: Api, viewer: Viewer, id: string): Promise<SavedReport> {
  const saved = isUuid(id) ? await readSavedReport(api.state, viewer, id) : undefined
  if (!saved) throw savedNotFound()
  return saved
}

export async function updateSaved(api: Api, viewer: Viewer, id: string, input: z.output<typeof changeSavedBody>) {
  const standing = await findSaved(api, viewer, id)
  const params = input.params && normalizeParams(await requireOpenReport(api, viewer, standing.report), input.params)
  const changed = await changeSavedReport(
    api.state,
    viewer,
    id,
    { ...(input.name !== undefined && { name: input.name }), ...(params && { params }) },
    api.now(),
  )
  if (!changed) throw savedNotFound()
  return showSaved(await api.engine.companyContext(viewer), changed)
}

export async function duplicateSaved(api: Api, viewer: Viewer, id: string, name: string | undefined) {
  const { name: old, report, params } = await findSaved(api, viewer, id)
  return insertSaved(api, viewer, { name: name ?? `${old.slice(0, 110)} (copy)`, report, params })
}

export async function setSavedDeleted(api: Api, viewer: Viewer, id: string, isDeleted: boolean): Promise<SavedReport> {
  const at = isDeleted ? api.now() : null
  const changed = isUuid(id) ? await setSavedReportDeleted(api.state, viewer, id, at) : undefined
  if (!changed) throw savedNotFound()
  return changed
}
