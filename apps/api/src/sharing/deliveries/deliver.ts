import {
  type Delivery,
  type DeliveryWithRecipients,
  endRecipients,
  markSent,
  type Recipient,
  readScheduleById,
  releaseDelivery,
  renewLease,
  saveToOutbox,
  subscribersOf,
  updateRecipient,
  type Worker,
} from '@leaselight/state'
import type { Api } from '../../http/context'
import { toFailure } from '../../http/failures'
import { compose, type Mail } from '../mail/compose'
import { bareAddress, type Mailer, type SendResult } from '../mail/mailer'
import { type Addressees, addresseesOf, describeRules } from '../mail/rules'
import { linkKey, writeToken } from '../mail/unsubscribe'
import { type PreparedDelivery, prepare } from './prepare'
import { retryUntilSaved } from './retryUntilSaved'

/** What delivers: the way to the mail server, if there is one, and the name under which this instance works. */
export interface DeliveryContext {
  api: Api
  mailer: Mailer | undefined
  worker: Worker
  /** Whether this instance is about to stop: what waits is left to others. */
  isStopping: () => boolean
}

export const OUTBOX_REASON = 'No mail server is set up: the mail is kept in the outbox.'

/** How long to wait after the first, second, … attempt; the last holds for all that follow. */
const RETRY_MINUTES = [1, 2, 5, 10, 20, 40, 60, 120]
const GIVE_UP_MS = 72 * 3_600_000
const MINUTE = 60_000

type SendOutcome = 'done' | 'again' | 'lost' | { stop: string }

const STOPPED_MIDWAY = 'The server was stopped in between; another one goes on.'

/** Sends a delivery that is the worker's to everybody who still waits for it, and lets it go with its outcome. */
export async function deliver(context: DeliveryContext, delivery: DeliveryWithRecipients): Promise<void> {
  const { api, worker } = context
  const heart = setInterval(
    () => void renewLease(api.state, delivery.id, worker).catch(() => false),
    (worker.leaseSeconds * 1000) / 3,
  )
  heart.unref()
  let reason: string | null = null
  try {
    const prepared = await prepare(api, delivery, api.now())
    if ('skip' in prepared) await endRecipients(api.state, delivery.id, worker, 'skipped', prepared.skip)
    else reason = await sendToAll(context, delivery, prepared)
  } catch (error) {
    const { message, isUnexpected } = toFailure(error)
    if (isUnexpected) api.log.error({ err: error, delivery: delivery.id }, 'delivery failed')
    reason = message
  } finally {
    clearInterval(heart)
  }
  const now = api.now()
  if (reason !== null && reason !== STOPPED_MIDWAY && now.getTime() - delivery.createdAt.getTime() >= GIVE_UP_MS)
    await endRecipients(api.state, delivery.id, worker, 'failed', `Given up after three days. ${reason}`)
  const minutes = RETRY_MINUTES[Math.min(delivery.attempts, RETRY_MINUTES.length) - 1] ?? 1
  const attemptAt = new Date(reason === STOPPED_MIDWAY ? now.getTime() : now.getTime() + minutes * MINUTE)
  await releaseDelivery(api.state, delivery.id, worker, { attemptAt, reason }, now)
}

/** Returns why it has to be tried again, or null when nobody waits any more. */
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
    // Somebody else has it by now, and will see to the rest.
    if (turn === 'lost') return null
    if (turn === 'again') again ??= 'The mail server asked to try some addresses later.'
    if (typeof turn === 'object') return turn.stop
  }
  return again
}

/** Those who are no longer on the list a run goes to, and null where it goes to no list. */
async function unsubscribedOf(api: Api, { kind, scheduleId }: Delivery): Promise<Set<string> | 'all' | null> {
  if (kind !== 'schedule' && kind !== 'insights') return null
  const schedule = scheduleId === null ? undefined : await readScheduleById(api.state, scheduleId)
  if (!schedule || schedule.deletedAt) return 'all'
  const all = await subscribersOf(api.state, [schedule.id])
  return new Set(all.filter(({ unsubscribedAt }) => unsubscribedAt !== null).map(({ email }) => email))
}

function skipReason({ email }: Recipient, { isAllowed, rules }: Addressees, gone: Set<string> | 'all' | null) {
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
    const kept = await saveToOutbox(
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
    if (kept) api.metrics.mailFinished('outbox', 'kept')
    return kept ? 'done' : 'lost'
  }
  const attempts = recipient.attempts + 1
  if (!(await updateRecipient(state, recipient, worker, { status: 'running', reason: null, attempts }))) return 'lost'
  const handing = await mailer.deliver({
    from: bareAddress(from),
    to: recipient.email,
    content: await compose(mail),
    // From here on the mail server may have it, so whoever comes after a crash must know.
    beforeEnd: () => updateRecipient(state, recipient, worker, { handedAt: api.now() }),
  })
  // Whoever lost a delivery to another instance has ended nothing.
  if (handing.kind !== 'stopped') api.metrics.mailFinished('smtp', handing.kind)
  return saveSendResult({ api, worker, isStopping }, recipient, handing)
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
      // handedAt stays: the next attempt carries the same number, by which mailboxes know a second copy.
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
  // Also what was sent at once goes to people of the list, who may leave it by any mail they get of it.
  const { scheduleId } = delivery
  const list = scheduleId === null ? [] : await subscribersOf(api.state, [scheduleId])
  const isListed = list.some(({ email }) => email === recipient.email)
  const token = scheduleId !== null && isListed ? writeToken({ scheduleId, email: recipient.email }, key) : null
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
