import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { answerKeyedRequest, beginKeyedRequest, forgetKeyedRequest, type RequestKey } from '@leaselight/state'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Api } from './context'
import { badRequest, HttpError } from './errors'

declare module 'fastify' {
  interface FastifyRequest {
    /** The request's key while its answer is still to be stored. */
    keyed: RequestKey | null
    /** Whether the answer has a secret, as the one of some GraphQL mutations. */
    answersSecret: boolean
  }
}

const KEY = /^[\w-]{8,64}$/
/** Answers of what people make are short; a longer one is not stored, and its request is not kept apart. */
const MAX_BODY = 64 * 1024
/** How long the same request waits for the first one. */
const WAIT_MS = 30_000
const POLL_MS = 100

/**
 * Requests with an `Idempotency-Key` do their work once. The same key again, from the same user and for the same thing, is
 * answered with the first answer: a lost answer, or a second click, makes nothing twice. A request that failed is forgotten
 * and may be tried again with its key.
 */
export function addKeyedRequests(app: FastifyInstance, api: Api): void {
  app.decorateRequest('keyed', null)
  app.decorateRequest('answersSecret', false)
  app.addHook('preHandler', async (request, reply) => {
    // A body that is a stream is not here yet; imports keep their keys themselves. A secret is stored nowhere.
    if (isStream(request.body) || request.routeOptions.config.hasSecret) return
    const own = requestKeyOf(request)
    if (!own) return
    const answered = await answerOf({ ...own, request: hashOf(request, request.body ?? null) })
    if (answered) return sendAgain(reply, answered)
    request.keyed = own
  })
  app.addHook('onSend', async (request, reply, payload) => {
    const { keyed, answersSecret } = request
    if (!keyed) return
    request.keyed = null
    const { statusCode: status } = reply
    const body = shortText(reply, payload)
    // A secret is stored nowhere, so the same request makes another one.
    if (answersSecret) await forgetKeyedRequest(api.state, keyed)
    else if (status < 300 && body !== undefined) await answerKeyedRequest(api.state, keyed, { status, body })
    // Whether it did something is not known after a fault of our own: then the key stays, unanswered.
    else if (status < 500 || status === 503) await forgetKeyedRequest(api.state, keyed)
  })

  /** The answer of the first request with this key; undefined for the first one. */
  async function answerOf(asked: Parameters<typeof beginKeyedRequest>[1]): Promise<Answer | undefined> {
    const end = performance.now() + WAIT_MS
    for (;;) {
      const first = await beginKeyedRequest(api.state, asked, api.now())
      if (!first) return undefined
      if (first.request !== asked.request) throw usedElsewhere()
      if (first.status !== null && first.body !== null) return { status: first.status, body: first.body }
      if (performance.now() > end) throw unknownOutcome()
      await sleep(POLL_MS)
    }
  }
}

/** Whose keys those of a company's import and feed keys are: no user has this id. */
const MACHINE = 0

/** The key that a request names; undefined without one, and before sign-in. Throws a sentence for a bad one. */
export function requestKeyOf({ method, headers, caller }: FastifyRequest): RequestKey | undefined {
  const key = headers['idempotency-key']
  if (key === undefined || method === 'GET' || !caller || 'founder' in caller) return undefined
  if (typeof key !== 'string' || !KEY.test(key))
    throw badRequest('Idempotency-Key must have 8 to 64 letters, digits, _ or -.')
  const { companyId, userId } = 'viewer' in caller ? caller.viewer : { ...caller, userId: MACHINE }
  return { companyId, userId, key }
}

/** A hash of what a request is for: its address, and its body or what tells one body from another. */
export const hashOf = ({ method, url }: FastifyRequest, body: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify([method, url, body]))
    .digest('base64url')

/** The key came with another request before. */
export const usedElsewhere = (): HttpError => badRequest('This Idempotency-Key was used for something else.')

/** The first request with this key has neither an answer nor an end. */
export const unknownOutcome = (): HttpError =>
  new HttpError(
    409,
    'unknown_outcome',
    'This was begun before, and it is not known whether it was done. Please look for it in its list.',
  )

interface Answer {
  status: number
  body: string
}

/** A short answer as text, which JSON may also be as bytes; undefined for a long one, a file, or a stream. */
function shortText(reply: FastifyReply, payload: unknown): string | undefined {
  const isJson = String(reply.getHeader('content-type')).startsWith('application/json')
  const text = typeof payload === 'string' || (isJson && Buffer.isBuffer(payload)) ? payload : undefined
  return text && text.length > MAX_BODY ? undefined : text?.toString()
}

const sendAgain = (reply: FastifyReply, { status, body }: Answer): FastifyReply =>
  reply.code(status).type('application/json; charset=utf-8').send(body)

const isStream = (body: unknown): boolean => typeof body === 'object' && body !== null && 'pipe' in body
