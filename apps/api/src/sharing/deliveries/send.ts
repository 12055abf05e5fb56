import type { ReportDefinition, Viewer } from '@leaselight/model'
import { insightsSchedule, listDeliveries, listSchedules, readDelivery, retryDelivery } from '@leaselight/state'
import { z } from 'zod'
import type { Api } from '../../http/context'
import { badRequest, notFound } from '../../http/errors'
import { isUuid, nameText, noteText } from '../../http/textFields'
import { propertyPagesBody } from '../../reports/book'
import { explainedReport } from '../../reports/insights'
import { normalizeParams, reportBody, requireOpenReport } from '../../reports/savedParams'
import { listSubscribers, subscribe, unsubscribe } from '../schedules/subscribers'
import { readSubject } from '../subject'
import { formatList, leasingTeam, readRecipients, recipientFields, requireSender, sendManually } from './manual'
import { isHidden, sendersOf, toDeliveryView } from './show'

const name = nameText(120).nullish()
const note = noteText(4_000).nullish()

export const shareInsightsBody = z.object({
  ...recipientFields,
  params: reportBody.params,
  note,
  formats: formatList.nullish(),
  name,
})
export const shareBody = shareInsightsBody.extend({
  report: reportBody.report,
  property_pages: propertyPagesBody.nullish(),
})
export const messageBody = z.object({
  property_id: z.number().int().positive().max(Number.MAX_SAFE_INTEGER),
  body: noteText(4_000),
  subject: name,
  report: reportBody.report.nullish(),
  params: reportBody.params,
})

const SHOWN = 100

/** Shares a report with the sender's rights: its link, its headline numbers and, on request, its files. */
export async function shareReport(api: Api, viewer: Viewer, input: z.output<typeof shareBody>, signal: AbortSignal) {
  const { title, ...subject } = await readSubject(api, viewer, { ...input, report: input.report })
  await requireSender(api, viewer)
  const to = await readRecipients(api, viewer, input, signal)
  const sent = await sendManually(api, viewer, {
    kind: 'share',
    name: input.name ?? title,
    ...subject,
    formats: input.formats ?? [],
    note: input.note ?? null,
    to,
  })
  return { response: `${title} is on its way to ${recipientSummary(to)}.`, delivery: sent }
}

const recipientSummary = (to: readonly { email: string }[]): string =>
  to.length === 1 ? (to[0]?.email ?? '') : `${to.length} people`

/** Sends a message to a property's leasing team. */
export async function sendMessage(api: Api, viewer: Viewer, input: z.output<typeof messageBody>) {
  const { properties } = await api.engine.companyContext(viewer)
  const property = properties.find(({ id }) => id === input.property_id)
  if (!property) throw notFound('There is no such property.')
  if (input.body === null) throw badRequest('A message needs some words.')
  await requireSender(api, viewer)
  const report = input.report ? await requireOpenReport(api, viewer, input.report) : null
  const to = await leasingTeam(api, viewer, property)
  if (to.length === 0) throw badRequest(`No one on the leasing team of ${property.name} has an email address.`)
  const sent = await sendManually(api, viewer, {
    kind: 'message',
    propertyId: property.id,
    name: input.subject ?? subjectOf(property.name, report),
    report: report?.key ?? null,
    params: report ? normalizeParams(report, input.params) : {},
    formats: [],
    note: input.body,
    to,
  })
  return {
    message: `Your message is on its way to the leasing team of ${property.name} (${recipientSummary(to)}).`,
    delivery: sent,
  }
}

const subjectOf = (property: string, report: ReportDefinition | null): string =>
  report ? `${report.title} at ${property}` : `A message about ${property}`

/** Every user's messages to the leasing teams of the properties that the viewer sees, newest first. */
export async function messages(api: Api, viewer: Viewer, propertyId: number | undefined) {
  const directory = await api.engine.companyContext(viewer)
  const shown = directory.properties.map(({ id }) => id).filter((id) => propertyId === undefined || id === propertyId)
  const found = await listDeliveries(api.state, {
    companyId: viewer.companyId,
    kind: 'message',
    propertyIds: shown,
    ...(viewer.demo && { demo: true }),
    limit: SHOWN,
  })
  const senders = await sendersOf(api, found)
  return found.map((item) => toDeliveryView(directory, senders, item))
}

/** The viewer's own deliveries, newest first. */
export async function ownDeliveries(
  api: Api,
  viewer: Viewer,
  filter: Partial<Omit<Parameters<typeof listDeliveries>[1], 'companyId' | 'userId'>>,
) {
  if (filter.scheduleId !== undefined && !isUuid(filter.scheduleId)) return []
  const { companyId, userId } = viewer
  const ownFilter = { limit: SHOWN, ...filter, companyId, userId, ...(viewer.demo && { demo: true as const }) }
  const found = await listDeliveries(api.state, ownFilter)
  const directory = await api.engine.companyContext(viewer)
  const senders = await sendersOf(api, found)
  return found.map((item) => toDeliveryView(directory, senders, item))
}

export async function ownDelivery(api: Api, viewer: Viewer, id: string) {
  const found = isUuid(id) ? await readDelivery(api.state, viewer, id) : undefined
  if (!found || isHidden(viewer, found)) throw notFound('There is no such delivery.')
  return toDeliveryView(await api.engine.companyContext(viewer), await sendersOf(api, [found]), found)
}

/** Queues a delivery again for the recipients it did not reach. */
export async function retryOwnDelivery(api: Api, viewer: Viewer, id: string) {
  await ownDelivery(api, viewer, id)
  if (!(await retryDelivery(api.state, viewer, id, api.now()))) throw badRequest('This reached all of its recipients.')
  api.wakeDeliveries()
  return ownDelivery(api, viewer, id)
}

/** The schedule of the user's morning page, whose subscribers get it. */
async function insightsList(api: Api, viewer: Viewer) {
  const { company } = await api.engine.companyContext(viewer)
  // The morning page is the report that explains its changes.
  const report = explainedReport()
  return insightsSchedule(
    api.state,
    viewer,
    {
      role: viewer.role,
      demo: viewer.demo ?? false,
      name: report.title,
      report: report.key,
      params: normalizeParams(report, {}),
      timing: { frequency: 'DAILY', weekdays: [], dayOfMonth: null, time: '07:00', timeZone: company.timeZone },
      formats: [],
      note: null,
    },
    api.now(),
  )
}

export async function insightsSubscribers(api: Api, viewer: Viewer) {
  await api.engine.companyContext(viewer)
  const [standing] = await listSchedules(api.state, viewer, 'insights')
  return standing && !isHidden(viewer, standing) ? listSubscribers(api, viewer, standing.id) : []
}

export async function subscribeToInsights(api: Api, viewer: Viewer, typed: readonly string[] | null | undefined) {
  const me = await requireSender(api, viewer)
  return subscribe(api, viewer, await insightsList(api, viewer), typed ?? [me.email])
}

export const unsubscribeFromInsights = async (api: Api, viewer: Viewer, typed: readonly string[]) =>
  unsubscribe(api, viewer, await insightsList(api, viewer), typed)
