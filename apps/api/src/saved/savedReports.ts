import type { Directory } from '@leaselight/engine'
import type { Viewer } from '@leaselight/model'
import {
  changeSavedReport,
  listSavedReports,
  MAX_SAVED,
  type SavedReport,
  savedReport,
  saveReport,
  setSavedReportDeleted,
} from '@leaselight/state'
import { z } from 'zod'
import type { Api } from '../context'
import { badRequest, notFound } from '../errors'
import { isId, nameText } from '../texts'
import { openReport, readParams, viewOfKept, wantedBody } from './wanted'

const name = nameText(120)

export const saveBody = z.object({ name, ...wantedBody })
export const changeSavedBody = z.object({ name: name.optional(), params: wantedBody.params })
export const duplicateBody = z.object({ name: name.optional() }).nullish()

const noSuch = () => notFound('There is no such saved report.')

/** A saved report as its owner reads it. */
export function showSaved(directory: Directory, saved: SavedReport) {
  const { id, report, params, createdAt, updatedAt } = saved
  const name = directory.disguise?.text(saved.name) ?? saved.name
  return { id, name, report, ...viewOfKept(directory, report, params), createdAt, updatedAt }
}

/** Saves a report's state under a name. */
export async function save(api: Api, viewer: Viewer, asked: z.output<typeof saveBody>) {
  const report = await openReport(api, viewer, asked.report)
  const params = readParams(report, asked.params)
  return keep(api, viewer, { name: asked.name, report: report.key, params })
}

async function keep(api: Api, viewer: Viewer, made: Pick<SavedReport, 'name' | 'report' | 'params'>) {
  const saved = await saveReport(api.state, viewer, made, api.now())
  if (!saved) throw badRequest(`You have ${MAX_SAVED} saved reports; delete one to save another.`)
  return showSaved(await api.engine.directory(viewer), saved)
}

export async function listSaved(api: Api, viewer: Viewer) {
  const [directory, all] = await Promise.all([api.engine.directory(viewer), listSavedReports(api.state, viewer)])
  return all.map((saved) => showSaved(directory, saved))
}

/** One of the viewer's own; 404 when it is somebody else's or not there. */
export async function findSaved(api: Api, viewer: Viewer, id: string): Promise<SavedReport> {
  const saved = isId(id) ? await savedReport(api.state, viewer, id) : undefined
  if (!saved) throw noSuch()
  return saved
}

export async function change(api: Api, viewer: Viewer, id: string, asked: z.output<typeof changeSavedBody>) {
  const standing = await findSaved(api, viewer, id)
  const params = asked.params && readParams(await openReport(api, viewer, standing.report), asked.params)
  const changed = await changeSavedReport(
    api.state,
    viewer,
    id,
    { ...(asked.name !== undefined && { name: asked.name }), ...(params && { params }) },
    api.now(),
  )
  if (!changed) throw noSuch()
  return showSaved(await api.engine.directory(viewer), changed)
}

export async function duplicate(api: Api, viewer: Viewer, id: string, name: string | undefined) {
  const { name: old, report, params } = await findSaved(api, viewer, id)
  return keep(api, viewer, { name: name ?? `${old.slice(0, 110)} (copy)`, report, params })
}

export async function setDeleted(api: Api, viewer: Viewer, id: string, isDeleted: boolean): Promise<SavedReport> {
  const at = isDeleted ? api.now() : null
  const changed = isId(id) ? await setSavedReportDeleted(api.state, viewer, id, at) : undefined
  if (!changed) throw noSuch()
  return changed
}
