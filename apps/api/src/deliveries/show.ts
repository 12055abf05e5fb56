import type { Directory } from '@leaselight/engine'
import type { DeliveryWithRecipients } from '@leaselight/state'
import type { Api } from '../context'
import { personOf } from '../mail/rules'
import { viewOfKept } from '../saved/wanted'
import { latenessOf } from './prepare'

/** Who had something sent, by user id; read once for a whole list. */
export type Senders = ReadonlyMap<number, { name: string; email: string }>

/** The people who had these deliveries sent. */
export async function sendersOf(api: Api, list: readonly DeliveryWithRecipients[]): Promise<Senders> {
  const asked = new Map(list.map(({ companyId, userId }) => [userId, { companyId, userId }]))
  const found = await Promise.all(
    [...asked.values()].map(async (who) => [who.userId, await personOf(api, who)] as const),
  )
  return new Map(
    found.map(([id, person]) => [id, { name: person?.name ?? 'Somebody who left', email: person?.email ?? '' }]),
  )
}

/** A delivery as people read it. */
export function showDelivery(directory: Directory, senders: Senders, delivery: DeliveryWithRecipients) {
  const { id, kind, scheduleId, name, report, params, propertyId, formats, note, status, reason } = delivery
  const view = report === null ? null : viewOfKept(directory, report, params)
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
    status,
    reason,
    dueAt: delivery.dueAt,
    late: latenessOf(delivery)[0] ?? null,
    createdAt: delivery.createdAt,
    finishedAt: delivery.finishedAt,
    sender: senders.get(delivery.userId) ?? { name: '', email: '' },
    recipients: delivery.recipients.map((recipient) => ({
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

const isWaiting = (status: string): boolean => status === 'queued' || status === 'running'
