import type { CompanyContext } from '@leaselight/engine'
import {
  currentItem,
  findingLabel,
  MAX_PINS,
  pinLabel,
  pluralize,
  type ReportDefinition,
  type ReportState,
  type Viewer,
} from '@leaselight/model'
import { reportByKey } from '@leaselight/reports'
import {
  addPin,
  orderPins,
  type Pin,
  readMyPage,
  removePin,
  renamePin,
  restorePin,
  setStartPage,
} from '@leaselight/state'
import type { z } from 'zod'
import { namesFor } from '../findings/read'
import type { Api } from '../http/context'
import { badRequest, notFound } from '../http/errors'
import { isUuid } from '../http/textFields'
import { openSaved } from '../reports/openSaved'
import { normalizeParams, requireOpenReport, savedParams, savedView } from '../reports/savedParams'
import type { pinBody } from './shapes'

const pinNotFound = () => notFound('There is no such pin.')
const pageFull = () => badRequest(`My page has ${MAX_PINS} pins, and no more fit. Remove one to pin another.`)

/**
 * A pin with its report in the state that is open to the viewer now, or the reason why nothing is. A report that no longer
 * has what is pinned opens, too, with a problem in place of that.
 */
export type OpenPin =
  | { report: ReportDefinition; state: ReportState; item: string; label: string; leftOut: string | null; problem: null }
  | { report: ReportDefinition; state: ReportState; label: string; problem: string }
  | { label: string; problem: string }

/** Opens a pin with the viewer's rights of now. */
export async function openPin(api: Pick<Api, 'engine'>, viewer: Viewer, pin: Pin): Promise<OpenPin> {
  const directory = await api.engine.companyContext(viewer)
  const known = reportByKey(pin.report)
  const label = labelOf(directory, known, pin)
  const named = label ?? known?.title ?? 'A pin'
  const saved = await openSaved(api, viewer, pin)
  if ('closed' in saved)
    return {
      label: named,
      problem:
        saved.closed === 'report'
          ? 'You don’t have access to this report any more.'
          : 'You don’t have access to any of its properties any more.',
    }
  if (label === null && pin.kind === 'finding')
    return { label: named, problem: 'You don’t have access to what this finding is about any more.' }
  const { report, propertiesLeftOut, passedOver } = saved
  const { filters } = saved.state
  const open = new Set(directory.properties.map(({ id }) => id))
  const state = {
    ...saved.state,
    filters: { ...filters, propertyIds: filters.propertyIds.filter((id) => open.has(id)) },
  }
  if (label === null)
    return { report, state, label: named, problem: `${report.title} doesn’t show this ${pin.kind} any more.` }
  const leftOut = [
    ...(propertiesLeftOut > 0
      ? [`${pluralize(propertiesLeftOut, 'property')} that you don’t have access to any more`]
      : []),
    ...passedOver,
  ]
  return {
    ...{ report, state, label, item: currentItem(report, pin), problem: null },
    leftOut: leftOut.length > 0 ? `Left out: ${leftOut.join(', ')}.` : null,
  }
}

function labelOf(directory: CompanyContext, report: ReportDefinition | undefined, pin: Pin): string | null {
  if (pin.kind === 'finding') return findingLabel(pin.item, namesFor(directory))
  return report ? pinLabel(report, pin) : null
}

/** A pin as the API returns it to its owner. */
async function showPin(api: Api, viewer: Viewer, pin: Pin) {
  const directory = await api.engine.companyContext(viewer)
  const open = await openPin(api, viewer, pin)
  const { id, kind, report, createdAt, updatedAt } = pin
  const isOpen = 'state' in open
  const view = savedView(directory, report, isOpen ? savedParams(open.report, open.state) : pin.params)
  const { label, problem } = open
  return {
    ...{ id, kind, report, createdAt, updatedAt, ...view, label, problem },
    // What is not open tells nothing of its state.
    ...(!isOpen && { params: {}, address: '/', inWords: [] }),
    name: pin.name === null ? null : (directory.anonymizer?.text(pin.name) ?? pin.name),
    item: 'item' in open ? open.item : pin.item,
    available: isOpen,
    leftOut: 'leftOut' in open ? open.leftOut : null,
  }
}

/** The viewer's own page. */
export async function showMyPage(api: Api, viewer: Viewer) {
  const { isStart, pins } = await readMyPage(api.state, viewer)
  return { pins: await Promise.all(pins.map((pin) => showPin(api, viewer, pin))), most: MAX_PINS, startPage: isStart }
}

/** Pins a number, a chart or a finding at the end of the page. What is pinned in that state stays where it is. */
export async function createPin(api: Api, viewer: Viewer, input: z.output<typeof pinBody>) {
  const { kind, item, name = null } = input
  const report = await requireOpenReport(api, viewer, input.report)
  const params = normalizeParams(report, input.params)
  const directory = await api.engine.companyContext(viewer)
  const label = kind === 'finding' ? findingLabel(item, namesFor(directory)) : pinLabel(report, { kind, item })
  if (label === null) throw notFound(`The report has no such ${kind}.`)
  const pinned = await addPin(api.state, viewer, { name, kind, item, report: report.key, params }, api.now())
  if (!pinned) throw pageFull()
  return { ...(await showPin(api, viewer, pinned.pin)), wasPinned: pinned.wasPinned }
}

export async function changePinName(api: Api, viewer: Viewer, id: string, name: string | null) {
  const changed = isUuid(id) ? await renamePin(api.state, viewer, id, name, api.now()) : undefined
  if (!changed) throw pinNotFound()
  return showPin(api, viewer, changed)
}

/** Puts the pins into an order that names each of them once. */
export async function changeOrder(api: Api, viewer: Viewer, ids: readonly string[]) {
  const { pins } = await readMyPage(api.state, viewer)
  if (ids.some((id) => !pins.some((pin) => pin.id === id))) throw pinNotFound()
  if (!(await orderPins(api.state, viewer, ids)))
    throw badRequest('Name every pin of the page once. It may have changed in another window.')
  return showMyPage(api, viewer)
}

export async function deletePin(api: Api, viewer: Viewer, id: string): Promise<void> {
  const gone = isUuid(id) ? await removePin(api.state, viewer, id, api.now()) : undefined
  if (!gone) throw pinNotFound()
}

export async function undeletePin(api: Api, viewer: Viewer, id: string) {
  const back = isUuid(id) ? await restorePin(api.state, viewer, id) : undefined
  if (!back) throw pinNotFound()
  if (back === 'full') throw pageFull()
  return showPin(api, viewer, back)
}

export async function changeStartPage(api: Api, viewer: Viewer, startPage: boolean) {
  await setStartPage(api.state, viewer, startPage)
  return { startPage }
}
