import {
  type Delivery,
  type DeliveryWithRecipients,
  deliveryJobs,
  endRecipients,
  markHanded,
  markSent,
  type Recipient,
  readScheduleById,
  releaseDelivery,
  retryAt,
  saveToOutbox,
  subscribersOf,
  updateRecipient,
  type Worker,
  withHeartbeat,
} from '@leaselight/state'
import type { Api } from '../../http/context'
import { toFailure } from '../../http/failures'
import { ERASED_TEXT } from '../../operations/erase/personRedactor'
import { compose, type Mail } from '../mail/compose'
import { bareAddress, type Mailer, type SendResult } from '../mail/mailer'
import { type Addressees, addresseesOf, describeRules } from '../mail/rules'
import { linkKey, writeToken } from '../mail/unsubscribe'
import type { PreparedDelivery } from './content'
import { prepare } from './prepare'
import { retryUntilSaved } from './retryUntilSaved'

/** What sends: the mailer, if a mail server is set up, and the name under which this instance works. */
export interface DeliveryContext {
  api: Api
  mailer: Mailer | undefined
  worker: Worker
  /** Whether this instance is about to stop and leaves what waits to others. */
  isStopping: () => boolean
}

export const OUTBOX_REASON = 'No mail server is set up: the mail is kept in the outbox.'

/** The pause after the first, second, … attempt; the last one holds for all that follow. */
const RETRY_MINUTES = [1, 2, 5, 10, 20, 40, 60, 120]
const GIVE_UP_MS = 72 * 3_600_000
/** A fault of our own is the same at every attempt; a few rule out that it was the moment. */
const FAULT_ATTEMPTS = 3

type SendOutcome = 'done' | 'again' | 'lost' | { stop: string }

const STOPPED_MIDWAY = 'The server was stopped in between; another one goes on.'

/**
 * Sends a leased delivery to every recipient that still waits, and returns it to the queue with its outcome: ended, due
 * again later, or given up after three days.
 */
export async function deliver(context: DeliveryContext, delivery: DeliveryWithRecipients): Promise<void> {
  const { api, worker } = context
  const { reason, isFault } = await withHeartbeat(deliveryJobs, api.state, delivery, worker, () =>
    attempt(context, delivery),
  )
  const now = api.now()
  const isStopped = reason === STOPPED_MIDWAY
  if (isFault && delivery.attempts >= FAULT_ATTEMPTS)
    await endRecipients(api.state, delivery.id, worker, 'failed', `It could not be made. ${reason}`)
  else if (reason !== null && !isStopped && now.getTime() - delivery.createdAt.getTime() >= GIVE_UP_MS)
    await endRecipients(api.state, delivery.id, worker, 'failed', `Given up after three days. ${reason}`)
  const attemptAt = isStopped ? now : retryAt(delivery.attempts, RETRY_MINUTES, now)
  await releaseDelivery(api.state, delivery.id, worker, { attemptAt, reason }, now)
}

/** Returns why the delivery has to be tried again, or null when no recipient waits any more; and whether we are at fault. */
async function attempt(
  context: DeliveryContext,
  delivery: DeliveryWithRecipients,
): Promise<{ reason: string | null; isFault: boolean }> {
  const { api, worker } = context
  try {
    const prepared = await prepare(api, delivery, api.now())
    if (!('skip' in prepared)) return { reason: await sendToAll(context, delivery, prepared), isFault: false }
    await endRecipients(api.state, delivery.id, worker, 'skipped', prepared.skip)
    return { reason: null, isFault: false }
  } catch (error) {
    const { message, isUnexpected } = toFailure(error)
    if (isUnexpected) api.log.error({ err: error, delivery: delivery.id }, 'delivery failed')
    return { reason: message, isFault: isUnexpected === true }
  }
}

/** Sends to every recipient that waits. Returns why it has to be tried again, or null. */
async function sendToAll(
  context: DeliveryContext,
  delivery: DeliveryWithRecipients,
  prepared: PreparedDelivery,
): Promise<string | null> {
  const { api } = context
  const [addressees, gone, key] = await Promise.all([
    addresseesOf(api, delivery.companyId),
    unsubscribedOf(api, delivery),
    linkKey(api.state),
  ])
  let again: string | null = null
  for (const recipient of delivery.recipients) {
    if (recipient.status !== 'queued' && recipient.status !== 'running') continue
    if (context.isStopping()) return STOPPED_MIDWAY
    const refused = skipReason(recipient, addressees, gone)
    if (refused) {
      await updateRecipient(api.state, recipient, context.worker, { status: 'skipped', reason: refused })
      api.metrics.mailFinished(context.mailer ? 'smtp' : 'outbox', 'skipped')
      continue
    }
    const turn = await sendToOne(context, delivery, prepared, recipient, key)
    // Another worker has the delivery by now and sends the rest.
    if (turn === 'lost') return null
    if (turn === 'again') again ??= 'The mail server will accept some addresses only later.'
    if (typeof turn === 'object') return turn.stop
  }
  return again
}

/** The addresses that left the list since the run was queued; null for a delivery without a list. */
async function unsubscribedOf(api: Api, { kind, scheduleId }: Delivery): Promise<Set<string> | 'all' | null> {
  if (kind !== 'schedule' && kind !== 'insights') return null
  const schedule = scheduleId === null ? undefined : await readScheduleById(api.state, scheduleId)
  if (!schedule || schedule.deletedAt) return 'all'
  const all = await subscribersOf(api.state, [schedule.id])
  return new Set(all.filter(({ unsubscribedAt }) => unsubscribedAt !== null).map(({ email }) => email))
}

function skipReason({ email }: Recipient, { isAllowed, rules }: Addressees, gone: Set<string> | 'all' | null) {
  if (email.startsWith(ERASED_TEXT)) return 'This person was erased.'
  if (gone === 'all') return 'The scheduled report was deleted before this was sent.'
  if (gone?.has(email)) return `${email} has unsubscribed.`
  return isAllowed(email) ? null : `${email} can’t be written to any more: ${describeRules(rules)}`
}

async function sendToOne(
  { api, mailer, worker, isStopping }: DeliveryContext,
  delivery: Delivery,
  prepared: PreparedDelivery,
  recipient: Recipient,
  key: string,
): Promise<SendOutcome> {
  const { state } = api
  const { from } = api.settings.mail
  const mail = await buildMail(api, delivery, prepared, recipient, key)
  if (!mailer) {
    const isSaved = await saveToOutbox(
      state,
      {
        companyId: delivery.companyId,
        kind: delivery.kind,
        sender: from,
        recipient: recipient.email,
        subject: mail.subject,
        html: withPictures(mail),
        plain: mail.text,
        headers: { ...mail.headers, 'Message-ID': mail.messageId, 'Reply-To': mail.replyTo ?? '' },
        attachments: mail.files
          .filter(({ cid }) => cid === undefined)
          .map(({ filename, contentType, content }) => ({
            filename,
            contentType,
            content: content.toString('base64'),
          })),
      },
      recipient,
      worker,
      OUTBOX_REASON,
      api.now(),
    )
    if (isSaved) api.metrics.mailFinished('outbox', 'kept')
    return isSaved ? 'done' : 'lost'
  }
  const attempts = recipient.attempts + 1
  if (!(await updateRecipient(state, recipient, worker, { status: 'running', reason: null, attempts }))) return 'lost'
  const result = await mailer.deliver({
    from: bareAddress(from),
    to: recipient.email,
    content: await compose(mail),
    // From here on the mail server may have it, and the next attempt after a crash must know.
    beforeEnd: () => markHanded(state, recipient, worker, api.now()),
  })
  // A delivery that another instance has by now is counted there.
  if (result.kind !== 'stopped') api.metrics.mailFinished('smtp', result.kind)
  return saveSendResult({ api, worker, isStopping }, recipient, result)
}

const POSSIBLE_DUPLICATE =
  'An earlier attempt broke off at the last line, so it may have come twice, under the same number.'

async function saveSendResult(
  { api, worker, isStopping }: Pick<DeliveryContext, 'api' | 'worker' | 'isStopping'>,
  recipient: Recipient,
  result: SendResult,
): Promise<SendOutcome> {
  const note = (change: Parameters<typeof updateRecipient>[3]) => updateRecipient(api.state, recipient, worker, change)
  switch (result.kind) {
    case 'sent':
      await retryUntilSaved(
        () => markSent(api.state, recipient.id, api.now(), recipient.handedAt ? POSSIBLE_DUPLICATE : null),
        isStopping,
      )
      return 'done'
    case 'refused':
      await note({ status: 'failed', reason: result.reason, handedAt: recipient.handedAt })
      return 'done'
    case 'later':
      await note({ status: 'queued', reason: result.reason, handedAt: recipient.handedAt })
      return result.everybody ? { stop: result.reason } : 'again'
    case 'doubt':
      // handedAt stays set: the next attempt has the same Message-ID, by which mailboxes drop a second copy.
      await note({ status: 'queued', reason: result.reason })
      return { stop: result.reason }
    case 'stopped':
      return 'lost'
  }
}

async function buildMail(
  api: Api,
  delivery: Delivery,
  { content, files, sender }: PreparedDelivery,
  recipient: Recipient,
  key: string,
): Promise<Mail> {
  const { mailHtml, mailText } = await import('@leaselight/files')
  const base = api.publicUrl()
  // A scheduled report sent out of turn goes to its list too, and each of its mails lets a reader leave.
  const { scheduleId, watchId } = delivery
  const list = scheduleId === null ? [] : await subscribersOf(api.state, [scheduleId])
  const isListed = list.some(({ email }) => email === recipient.email)
  const listId = isListed ? scheduleId : watchId
  const token = listId === null ? null : writeToken({ listId, email: recipient.email }, key)
  const full = {
    ...content,
    footerReason: recipientReason(delivery, sender.name),
    unsubscribeUrl: token && `${base}/unsubscribe?token=${token}`,
  }
  const { from } = api.settings.mail
  return {
    from,
    to: recipient,
    replyTo: sender.email || null,
    subject: content.subject,
    html: mailHtml(full),
    text: mailText(full),
    files,
    messageId: `<${recipient.id}@${bareAddress(from).split('@').at(-1)}>`,
    date: api.now(),
    headers: {
      'Auto-Submitted': delivery.kind === 'message' || delivery.kind === 'share' ? 'no' : 'auto-generated',
      ...(token && {
        'List-Unsubscribe': `<${base}/api/unsubscribe/${token}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
  }
}

function recipientReason({ kind, name }: Delivery, sender: string): string {
  switch (kind) {
    case 'schedule':
      return `You get this because ${sender} put you on the list of “${name}”.`
    case 'insights':
      return `You get this every morning because ${sender} put you on the list.`
    case 'now':
    case 'share':
      return `${sender} had this sent to you from Leaselight. Answers go to ${sender}.`
    case 'message':
      return `${sender} wrote this to the leasing team in Leaselight. Answers go to ${sender}.`
    case 'feed':
      return 'You get this because you are an administrator.'
    case 'watch':
      return 'You get this because you watch this number. Change or pause it under My reports.'
  }
}

/** The HTML with its pictures inside, as the outbox shows it. */
const withPictures = ({ html, files }: Mail): string =>
  files.reduce(
    (text, { cid, contentType, content }) =>
      cid === undefined
        ? text
        : text.replaceAll(`cid:${cid}`, `data:${contentType};base64,${content.toString('base64')}`),
    html,
  )
