import { InputError, isAdmin, type Viewer } from '@leaselight/model'
import {
  listOutbox,
  mailRulesOf,
  type OutboxMail,
  readNumberWatchById,
  readOutboxMail,
  readScheduleById,
  setMailRules,
  setUnsubscribed,
  setWatchMail,
  subscribersOf,
} from '@leaselight/state'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { viewerOf } from '../../http/access'
import { byId, fileAnswer, pageParameters } from '../../http/answers'
import { contentDisposition } from '../../http/contentDisposition'
import type { Api } from '../../http/context'
import { badRequest, notFound } from '../../http/errors'
import { parseQuery } from '../../http/params'
import { type App, route } from '../../http/routeSchema'
import { sendSnake } from '../../http/snake'
import { isUuid } from '../../http/textFields'
import { mailRules, outbox, outboxMail, subscription } from '../shapes'
import { findUser } from './rules'
import { linkKey, readToken, type Subscription } from './unsubscribe'

const PAGE_SIZE = 50
const MAX_PAGE_SIZE = 200
const DOMAIN = /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/
const MINUTE = 60_000
const tag = 'Mail'
const LINKS_A_MINUTE = 60

const rulesBody = z.object({
  outside: z.enum(['anyone', 'listed']),
  domains: z.array(z.string().max(300)).max(200),
})

/** The outbox, a company's mail rules, and the unsubscribe links. */
export function addMail(app: App, api: Api): void {
  addOutbox(app, api)
  addRules(app, api)
  addUnsubscribe(app, api)
}

function addOutbox(app: App, api: Api): void {
  const list = route('admin', {
    operationId: 'listOutbox',
    tag,
    summary: 'The mails of an installation without a mail server',
    description: 'For administrators.',
    parameters: z.object(pageParameters(MAX_PAGE_SIZE)),
    answer: outbox,
  })
  app.get('/api/outbox', list, async (request, reply) => {
    const viewer = viewerOf(request)
    const { page: pageNumber = '1', page_size = String(PAGE_SIZE) } = parseQuery(request.query)
    const page = parseWholeNumber('page', pageNumber, 1_000_000)
    const pageSize = parseWholeNumber('page_size', page_size, MAX_PAGE_SIZE)
    const { total, mails } = await listOutbox(api.state, viewer, {
      limit: pageSize,
      offset: (page - 1) * pageSize,
    })
    const rows = mails.map((mail) => ({
      id: mail.id,
      to: mail.recipient,
      subject: mail.subject,
      createdAt: mail.createdAt,
      kind: mail.kind,
      size: mail.htmlBytes + mail.attachments.reduce((sum, { size }) => sum + size, 0),
      attachments: mail.attachments,
    }))
    return sendSnake(reply, { total, page, pageSize, rows })
  })

  const read = route('admin', {
    operationId: 'readOutboxMail',
    tag,
    summary: 'A mail of the outbox, its pictures inside',
    description: 'For administrators.',
    params: byId,
    answer: outboxMail,
  })
  app.get('/api/outbox/:id', read, async (request, reply) => {
    const mail = await findMail(api, request, request.params.id)
    const { id, recipient: to, sender: from, subject, kind, html, plain: text, headers } = mail
    return reply.send({
      id,
      to,
      from,
      subject,
      created_at: mail.createdAt,
      kind,
      html,
      text,
      attachments: filesOf(mail),
      // Header names are not converted to snake case.
      headers,
    })
  })

  const readAttachment = route('admin', {
    operationId: 'readOutboxAttachment',
    tag,
    summary: 'A file of a mail of the outbox',
    description: 'For administrators.',
    params: z.object({ id: z.string(), index: z.string().meta({ type: 'integer' }) }),
    answer: fileAnswer,
  })
  app.get('/api/outbox/:id/attachments/:index', readAttachment, async (request, reply) => {
    const mail = await findMail(api, request, request.params.id)
    const file = /^\d{1,3}$/.test(request.params.index) ? mail.attachments[Number(request.params.index)] : undefined
    if (!file) throw notFound('There is no such file.')
    return reply
      .type(file.contentType)
      .header('content-disposition', contentDisposition(file.filename))
      .send(Buffer.from(file.content, 'base64'))
  })
}

const filesOf = ({ attachments }: OutboxMail) =>
  attachments.map(({ filename, contentType, content }, index) => ({
    index,
    filename,
    content_type: contentType,
    size: Buffer.from(content, 'base64').length,
  }))

async function findMail(api: Api, request: FastifyRequest, id: string): Promise<OutboxMail> {
  const viewer = viewerOf(request)
  const mail = isUuid(id) ? await readOutboxMail(api.state, viewer, id) : undefined
  if (!mail) throw notFound('There is no such mail.')
  return mail
}

function addRules(app: App, api: Api): void {
  const shown = async (viewer: Viewer) => ({
    ...(await mailRulesOf(api.state, viewer.companyId)),
    mayChange: isAdmin(viewer.role),
    mail: api.settings.mail.smtpUrl === undefined ? 'outbox' : 'smtp',
    from: api.settings.mail.from,
  })

  const read = route('viewer', {
    operationId: 'readMailRules',
    tag,
    summary: 'Whom the company’s people may write to',
    answer: mailRules,
  })
  app.get('/api/mail-rules', read, async (request, reply) => {
    const viewer = viewerOf(request)
    return sendSnake(reply, await shown(viewer))
  })

  const change = route('admin', {
    operationId: 'changeMailRules',
    tag,
    summary: 'Sets whom the company’s people may write to',
    description: 'For administrators.',
    body: rulesBody,
    answer: mailRules,
  })
  app.put('/api/mail-rules', change, async (request, reply) => {
    const viewer = viewerOf(request)
    const { outside, domains: typed } = request.body
    const domains = [...new Set(typed.map((item) => item.trim().toLowerCase().replace(/^@/, '')).filter(Boolean))]
    const wrong = domains.find((domain) => !DOMAIN.test(domain))
    if (wrong !== undefined) throw badRequest(`${wrong.slice(0, 100)} is not a domain such as example.com.`)
    await setMailRules(api.state, viewer, { outside, domains }, api.now())
    return sendSnake(reply, await shown(viewer))
  })
}

/** Needs no session: the link in a mail unsubscribes its reader, on the page or with the mail program's own button. */
function addUnsubscribe(app: App, api: Api): void {
  const path = '/api/unsubscribe/:token'
  const rateLimit = { max: LINKS_A_MINUTE, timeWindow: MINUTE }
  const byToken = <const T extends { operationId: string; summary: string }>(operation: T) =>
    route('public', { ...operation, tag, params: z.object({ token: z.string() }), answer: subscription }, { rateLimit })

  const answer = async (reply: FastifyReply, token: string, change?: boolean) => {
    const found = readToken(token, await linkKey(api.state))
    const list = found && ((await subscriptionOf(found)) ?? (await watchMailOf(found)))
    if (!list) throw notFound('This link is no longer good: there is no such subscription.')
    if (change !== undefined) await list.change(change)
    const sender = await findUser(api, list.owner)
    return sendSnake(reply, {
      email: found.email,
      name: list.name,
      sender: sender?.name ?? null,
      unsubscribed: change ?? list.isUnsubscribed,
    })
  }

  async function subscriptionOf({ listId: scheduleId, email }: Subscription) {
    const schedule = await readScheduleById(api.state, scheduleId)
    const list = schedule && !schedule.deletedAt ? await subscribersOf(api.state, [scheduleId]) : []
    const standing = list.find((one) => one.email === email)
    return schedule && standing
      ? {
          name: schedule.name,
          owner: schedule,
          isUnsubscribed: standing.unsubscribedAt !== null,
          change: (isGone: boolean) => setUnsubscribed(api.state, { scheduleId, email }, isGone ? api.now() : null),
        }
      : undefined
  }

  /** A watch writes to its owner alone, so leaving turns its mails off. */
  async function watchMailOf({ listId }: Subscription) {
    const watch = await readNumberWatchById(api.state, listId)
    return watch && !watch.deletedAt
      ? {
          name: watch.name,
          owner: watch,
          isUnsubscribed: !watch.byMail,
          change: (isGone: boolean) => setWatchMail(api.state, listId, !isGone),
        }
      : undefined
  }

  // Mail programs post a form (RFC 8058); its content doesn't matter, only that it is a POST.
  app.register(async (open: App) => {
    open.removeAllContentTypeParsers()
    open.addContentTypeParser('*', (_request, payload, done) => {
      payload.resume()
      payload.once('end', () => done(null, null))
      payload.once('error', done)
    })
    open.get(
      path,
      byToken({ operationId: 'readSubscription', summary: 'The list that the link of a mail leads to' }),
      async (request, reply) => answer(reply, request.params.token),
    )
    open.post(
      path,
      byToken({ operationId: 'unsubscribe', summary: 'Leaves that list, as mail readers do for their user' }),
      async (request, reply) => answer(reply, request.params.token, true),
    )
    open.put(
      path,
      byToken({ operationId: 'resubscribe', summary: 'Comes back to that list' }),
      async (request, reply) => answer(reply, request.params.token, false),
    )
  })
}

function parseWholeNumber(name: string, text: string, max: number): number {
  const value = Number(text)
  if (!/^\d{1,9}$/.test(text) || value < 1 || value > max)
    throw new InputError(`${name} must be a whole number from 1 to ${max}.`, name)
  return value
}
