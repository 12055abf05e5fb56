import { InputError, isAdmin, type Viewer } from '@leaselight/model'
import { deleteReconciliation, listReconciliations } from '@leaselight/state'
import type { Api } from '../http/context'
import { badRequest, notFound } from '../http/errors'
import { type PreviewRequest, previewBoxscore } from './preview'
import {
  compareAgain,
  createReconciliation,
  detailOf,
  type NewReconciliation,
  requireReconciliation,
  storedFileName,
  summaryOf,
  visibleFindings,
} from './service'

/** Which reconciliations a list has. */
export interface ReconciliationList {
  startDate?: string | undefined
  endDate?: string | undefined
  property?: number | undefined
}

/** The reconciliations of the properties that a viewer sees; of one property with its numbers alone. */
export async function listVisible(api: Api, viewer: Viewer, { startDate, endDate, property }: ReconciliationList) {
  const directory = await api.engine.companyContext(viewer)
  return (await listReconciliations(api.state, viewer.companyId)).flatMap((one) => {
    const open = visibleFindings(one, directory)
    const found = property === undefined ? open : open.filter((of) => of.propertyId === property)
    const isOfDays =
      (startDate === undefined || one.startOn === startDate) && (endDate === undefined || one.endOn === endDate)
    return found.length > 0 && isOfDays ? summaryOf({ ...one, found }, viewer, directory) : []
  })
}

/** A reconciliation, compared with what is here now. */
export async function readDetail(api: Api, viewer: Viewer, id: string, signal: AbortSignal) {
  const { row: stored, directory } = await requireReconciliation(api, viewer, id)
  const { comparison, row } = await compareAgain(api, viewer, stored, signal)
  return detailOf(row, comparison, viewer, directory)
}

/** Stores and compares a file; a mapping that is a text is JSON, and without one it is guessed. */
export async function reconcileFile(api: Api, viewer: Viewer, request: NewReconciliation, signal: AbortSignal) {
  requireReal(viewer)
  const mapping =
    request.mapping === null ? (await previewBoxscore(api, viewer, {}, request.file)).mapping : parsed(request.mapping)
  const fileName = storedFileName(request.fileName)
  const made = await createReconciliation(api, viewer, { ...request, mapping, fileName }, signal)
  return readDetail(api, viewer, made.id, signal)
}

/** How a file is read, with a mapping or a guess of one; nothing is stored. A text is a mapping as JSON. */
export const previewFile = (api: Api, viewer: Viewer, { mapping, ...request }: PreviewRequest, file: Uint8Array) =>
  previewBoxscore(api, requireReal(viewer), { ...request, mapping: parsed(mapping) }, file)

/** A file has real names, which a sales demo must not show. */
function requireReal(viewer: Viewer): Viewer {
  if (viewer.demo) throw badRequest('Files can’t be reconciled in a sales demo.')
  return viewer
}

function parsed(mapping: unknown): unknown {
  if (typeof mapping !== 'string') return mapping
  try {
    return JSON.parse(mapping)
  } catch {
    throw new InputError('mapping must be JSON.', 'mapping')
  }
}

/** Deletes a reconciliation of the viewer’s own; an administrator deletes any that they see. */
export async function deleteOwnReconciliation(api: Api, viewer: Viewer, id: string): Promise<void> {
  const { row } = await requireReconciliation(api, viewer, id)
  if (row.createdBy !== viewer.userId && !isAdmin(viewer.role))
    throw badRequest('Only the user who brought this file, or an administrator, can delete it.')
  if (!(await deleteReconciliation(api.state, viewer.companyId, row.id))) throw notFound()
}
