import { InputError, isAdmin, type Viewer } from '@leaselight/model'
import {
  listOutbox,
  mailRulesOf,
  type OutboxMail,
  readOutboxMail,
  readScheduleById,
  setMailRules,
  setUnsubscribed,
  subscribersOf,
} from '@leaselight/state'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { type Api, requireViewer } from '../../http/context'
import { badRequest, notFound } from '../../http/errors'
import { parseBody, parseQuery } from '../../http/params'
import { sendSnake } from '../../http/snake'
import { isUuid } from '../../http/textFields'
import { contentDisposition } from '../../reports/routes'
import { findUser } from './rules'
import { linkKey, readToken } from './unsubscribe'

const PAGE_SIZE = 50
const MAX_PAGE_SIZE = 200
const DOMAIN = /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/
const MINUTE = 60_000
const LINKS_A_MINUTE = 60

export const rulesBody = z.object({
  outside: z.enum(['anyone', 'listed']),
  domains: z.array(z.string().max(300)).max(200),
})

/** The outbox, a company's mail rules, and the unsubscribe links. */
export function addMail(app: FastifyInstance, api: Api): void {
  addOutbox(app, api)
  addRules(app, api)
  addUnsubscribe(app, api)
}

function addOutbox(app: FastifyInstance, api: Api): void {
  app.get('/api/outbox', async (request, reply) => {
    const viewer = await requireAdmin(api, request)
    const { page: asked = '1', page_size = String(PAGE_SIZE) } = parseQuery(request.query)
    const page = parseWholeNumber('page', asked, 1_000_000)
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
      size: Buffer.byteLength(mail.html) + filesOf(mail).reduce((sum, { size }) => sum + size, 0),
      attachments: filesOf(mail).map(({ filename, content_type, size }) => ({ filename, content_type, size })),
    }))
    return sendSnake(reply, { total, page, pageSize, rows })
  })

  app.get<{ Params: { id: string } }>('/api/outbox/:id', async (request, reply) => {
    const mail = await findMail(api, request, request.params.id)
    const { id, recipient: to, sender: from, subject, kind, html, plain: text, headers } = mail
    return reply.header('cache-control', 'no-store').send({
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

  app.get<{ Params: { id: string; index: string } }>('/api/outbox/:id/attachments/:index', async (request, reply) => {
    const mail = await findMail(api, request, request.params.id)
    const file = /^\d{1,3}$/.test(request.params.index) ? mail.attachments[Number(request.params.index)] : undefined
    if (!file) throw notFound('There is no such file.')
    return reply
      .type(file.contentType)
      .header('cache-control', 'no-store')
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
  const viewer = await requireAdmin(api, request)
  const mail = isUuid(id) ? await readOutboxMail(api.state, viewer, id) : undefined
  if (!mail) throw notFound('There is no such mail.')
  return mail
}

function addRules(app: FastifyInstance, api: Api): void {
  const shown = async (viewer: Viewer) => ({
    ...(await mailRulesOf(api.state, viewer.companyId)),
    mayChange: isAdmin(viewer.role),
    mail: api.settings.mail.smtpUrl === undefined ? 'outbox' : 'smtp',
    from: api.settings.mail.from,
  })

  app.get('/api/mail-rules', async (request, reply) => {
    const viewer = await requireViewer(api, request)
    await api.engine.companyContext(viewer)
    return sendSnake(reply, await shown(viewer))
  })

  app.put('/api/mail-rules', async (request, reply) => {
    const viewer = await requireAdmin(api, request)
    const { outside, domains: typed } = parseBody(rulesBody, request.body)
    const domains = [...new Set(typed.map((item) => item.trim().toLowerCase().replace(/^@/, '')).filter(Boolean))]
    const wrong = domains.find((domain) => !DOMAIN.test(domain))
    if (wrong !== undefined) throw badRequest(`${wrong.slice(0, 100)} is not a domain such as example.com.`)
    await setMailRules(api.state, viewer, { outside, domains }, api.now())
    return sendSnake(reply, await shown(viewer))
  })
}

async function requireAdmin(api: Api, request: FastifyRequest): Promise<Viewer> {
  const viewer = await requireViewer(api, request)
  // The same answer as for any route the viewer may not use.
  if (!isAdmin(viewer.role)) throw notFound()
  await api.engine.companyContext(viewer)
  return viewer
}

/** Needs no session: the link in a mail unsubscribes its reader, on the page or with the mail program's own button. */
function addUnsubscribe(app: FastifyInstance, api: Api): void {
  const path = '/api/unsubscribe/:token'
  const limited = { config: { rateLimit: { max: LINKS_A_MINUTE, timeWindow: MINUTE } } }
  type WithToken = { Params: { token: string } }

  const answer = async (reply: FastifyReply, token: string, change?: boolean) => {
    const found = readToken(token, await linkKey(api.state))
    const schedule = found && (await readScheduleById(api.state, found.scheduleId))
    const list = schedule && !schedule.deletedAt ? await subscribersOf(api.state, [schedule.id]) : []
    const standing = list.find(({ email }) => email === found?.email)
    if (!found || !schedule || !standing) throw notFound('This link is no longer good: there is no such subscription.')
    if (change !== undefined) await setUnsubscribed(api.state, found, change ? api.now() : null)
    const sender = await findUser(api, schedule)
    return sendSnake(reply, {
      email: found.email,
      name: schedule.name,
      sender: sender?.name ?? null,
      unsubscribed: change ?? standing.unsubscribedAt !== null,
    })
  }

  // Mail programs post a form (RFC 8058); its content doesn't matter, only that it is a POST.
  app.register(async (open) => {
    open.removeAllContentTypeParsers()
    open.addContentTypeParser('*', (_request, payload, done) => {
      payload.resume()
      payload.once('end', () => done(null, null))
      payload.once('error', done)
    })
    open.get<WithToken>(path, limited, async (request, reply) => answer(reply, request.params.token))
    open.post<WithToken>(path, limited, async (request, reply) => answer(reply, request.params.token, true))
    open.put<WithToken>(path, limited, async (request, reply) => answer(reply, request.params.token, false))
  })
}

function parseWholeNumber(name: string, text: string, max: number): number {
  const value = Number(text)
  if (!/^\d{1,9}$/.test(text) || value < 1 || value > max)
    throw new InputError(`${name} must be a whole number from 1 to ${max}.`, name)
  return value
}
