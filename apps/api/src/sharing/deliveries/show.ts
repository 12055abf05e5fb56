import type { CompanyContext } from '@leaselight/engine'
import type { Viewer } from '@leaselight/model'
import { type DeliveryStatus, type DeliveryWithRecipients, worstStatus } from '@leaselight/state'
import type { Api } from '../../http/context'
import { savedView } from '../../reports/savedParams'
import { findUser } from '../mail/rules'
import { lateNotice } from './notices'

/** Senders by user id, read once for a whole list. */
export type SenderMap = ReadonlyMap<number, { name: string; email: string }>

/** The senders of some deliveries. */
export async function sendersOf(api: Api, list: readonly DeliveryWithRecipients[]): Promise<SenderMap> {
  const owners = new Map(list.map(({ companyId, userId }) => [userId, { companyId, userId }]))
  const found = await Promise.all(
    [...owners.values()].map(async (who) => [who.userId, await findUser(api, who)] as const),
  )
  return new Map(
    found.map(([id, person]) => [id, { name: person?.name ?? 'Somebody who left', email: person?.email ?? '' }]),
  )
}

/**
 * Whether a sales demo hides a record that was made outside of it: it has real names and addresses, and sample names shown in
 * their place could be saved over them.
 */
export const isHidden = (viewer: Viewer, record: { demo: boolean }): boolean => viewer.demo === true && !record.demo

/** A delivery as the API returns it. */
export function toDeliveryView(directory: CompanyContext, senders: SenderMap, delivery: DeliveryWithRecipients) {
  const { id, kind, scheduleId, name, report, params, propertyId, formats, note, reason, recipients } = delivery
  // Rows of earlier versions store another one.
  const status = worstStatus(recipients.map((recipient) => recipient.status)) ?? delivery.status
  const view = report === null ? null : savedView(directory, report, params)
  const isOpen = status === 'queued' || status === 'running'
  return {
    id,
    kind,
    scheduleId,
    name,
    report,
    title: view?.title ?? null,
    address: view?.available ? view.address : null,
    propertyId,
    property:
      propertyId === null ? null : (directory.properties.find((property) => property.id === propertyId)?.name ?? 'N/A'),
    formats,
    note,
    propertyPages: delivery.propertyPages,
    status,
    outcomeInWords: outcomeInWords(recipients),
    counts: countsOf(recipients),
    reason,
    dueAt: delivery.dueAt,
    late: lateNotice(delivery)[0] ?? null,
    createdAt: delivery.createdAt,
    finishedAt: delivery.finishedAt,
    sender: visibleSender(directory, senders, delivery.userId),
    recipients: recipients.map((recipient) => ({
      email: recipient.email,
      name: recipient.name,
      status: recipient.status,
      reason: recipient.reason ?? (isWaiting(recipient.status) ? reason : null),
      attempts: recipient.attempts,
      nextAttemptAt: isOpen && isWaiting(recipient.status) ? delivery.attemptAt : null,
      sentAt: recipient.sentAt,
    })),
  }
}

const statusWords: Readonly<Record<DeliveryStatus, string>> = {
  sent: 'sent',
  failed: 'failed',
  skipped: 'not sent',
  queued: 'waiting',
  running: 'being sent',
}

/** How many recipients have each status. */
function countsOf(recipients: readonly { status: DeliveryStatus }[]): Record<DeliveryStatus, number> {
  const counts = { sent: 0, failed: 0, skipped: 0, queued: 0, running: 0 }
  for (const { status } of recipients) counts[status]++
  return counts
}

/** How it went, such as `sent`, or `1 of 2 sent, 1 failed`; empty without recipients. */
function outcomeInWords(recipients: readonly { status: DeliveryStatus }[]): string {
  const found = Object.entries(countsOf(recipients)).filter(([, count]) => count > 0) as [DeliveryStatus, number][]
  const [only] = found
  if (found.length <= 1) return only ? statusWords[only[0]] : ''
  return found
    .map(([status, count], index) => `${count}${index === 0 ? ` of ${recipients.length}` : ''} ${statusWords[status]}`)
    .join(', ')
}

function visibleSender(
  { anonymizer, user }: CompanyContext,
  senders: SenderMap,
  id: number,
): { name: string; email: string } {
  if (!anonymizer || user?.id === id) return senders.get(id) ?? { name: '', email: '' }
  const { firstName, lastName, email } = anonymizer.colleague(id)
  return { name: `${firstName} ${lastName}`, email }
}

const isWaiting = (status: string): boolean => status === 'queued' || status === 'running'
