import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { z } from 'zod'
import { badSession, HttpError } from '../http/errors'

/** What the CRM answers to a sign-in. */
export interface SignInResponse {
  token: string | null
  refreshToken: string | null
  message: string
}

/** The CRM's own record of a person. */
export type Profile = z.infer<typeof profileResponse>['data']['profile']

/** The sibling CRM, as its contract has it. Away or too slow, it is an HttpError 503 with a sentence. */
export interface Crm {
  /** A refusal is a message without a token: `Bad Request`, `PASSWORD CHANGE REQUIRED`. */
  validate(body: { username: string; password: string; type: string }): Promise<SignInResponse>
  /** The same for somebody whom an OpenID provider has verified; a message without a token when she has no account. */
  singleSignOn(idToken: string): Promise<SignInResponse>
  /** A new pair of tokens; 401 when the old refresh token is not accepted. */
  refresh(refreshToken: string): Promise<{ accessToken: string; refreshToken: string }>
  forgotPassword(username: string): Promise<string>
  profile(token: string): Promise<Profile>
}

declare module '../http/context' {
  interface Api {
    crm: Crm
  }
}

const TIMEOUT_MS = 10_000
// Nothing the CRM says is longer; an endless answer must not fill the memory.
const MAX_BYTES = 1_000_000

const signInResponse = z.object({
  token: z.string().nullish(),
  refresh_token: z.string().nullish(),
  message: z.string().nullish(),
})
const refreshResponse = z.object({ accessToken: z.string(), refreshToken: z.string() })
const messageResponse = z.object({ message: z.string().nullish() })
const nullable = z
  .string()
  .nullish()
  .transform((value) => value ?? null)
const profileResponse = z.object({
  data: z.object({
    profile: z.object({
      is_deleted: z.boolean().nullish().transform(Boolean),
      email: nullable,
      first_name: nullable,
      last_name: nullable,
      manager_id: z
        .number()
        .nullish()
        .transform((value) => value ?? null),
      phone_number: nullable,
      phone_id: z
        .union([z.string(), z.number()])
        .nullish()
        .transform((value) => value ?? null),
      photo: nullable,
      timezone: nullable,
    }),
  }),
})

/** Talks to the CRM at an address. */
export function openCrm(url: string, timeoutMs = TIMEOUT_MS): Crm {
  const ask = (method: 'GET' | 'POST', path: string, options: RequestOptions) =>
    send(method, `${url}${path}`, timeoutMs, options)
  const signIn = async (path: string, body: object): Promise<SignInResponse> => {
    const { status, json } = await ask('POST', path, { body })
    if (status === 429) throw tooManySignIns()
    const answer = status < 500 ? signInResponse.safeParse(json) : undefined
    if (!answer?.success) throw crmUnavailable()
    const { token, refresh_token, message } = answer.data
    const accepted = status < 400
    return {
      token: (accepted && token) || null,
      refreshToken: (accepted && refresh_token) || null,
      message: message ?? (accepted ? '' : 'Bad Request'),
    }
  }
  return {
    validate: (body) => signIn('/auth/validate', body),
    singleSignOn: (idToken) => signIn('/auth/single-sign-on', { id_token: idToken }),
    async refresh(refreshToken) {
      const { status, json } = await ask('GET', '/auth/refresh', { body: { refreshToken } })
      if (status >= 400 && status < 500) throw status === 429 ? tooManySignIns() : badSession()
      return parseResponse(refreshResponse, status, json)
    },
    async forgotPassword(username) {
      const { status, json } = await ask('POST', '/auth/password/forgot', { body: { username } })
      if (status === 429) throw tooManySignIns()
      return parseResponse(messageResponse, status, json).message ?? ''
    },
    async profile(token) {
      const { status, json } = await ask('GET', '/profile', { token })
      if (status === 401 || status === 403) throw badSession()
      return parseResponse(profileResponse, status, json).data.profile
    },
  }
}

const crmUnavailable = (cause?: unknown): HttpError =>
  new HttpError(
    503,
    'crm_unavailable',
    'The CRM is not answering, so no one can sign in. Please try again in a moment.',
    {
      cause,
    },
  )

const tooManySignIns = (): HttpError =>
  new HttpError(429, 'too_many_requests', 'Too many attempts. Please wait a minute.')

function parseResponse<T>(shape: z.ZodType<T>, status: number, json: unknown): T {
  const parsed = shape.safeParse(json)
  if (status >= 400 || !parsed.success) throw crmUnavailable()
  return parsed.data
}

interface RequestOptions {
  body?: object
  token?: string
}

/** One exchange. By node's own client, since its `fetch` refuses the body that the contract sends with a GET. */
function send(
  method: string,
  url: string,
  timeoutMs: number,
  { body, token }: RequestOptions,
): Promise<{ status: number; json: unknown }> {
  const text = body === undefined ? '' : JSON.stringify(body)
  const headers = {
    accept: 'application/json',
    ...(body && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
    ...(token && { authorization: `Bearer ${token}` }),
  }
  return new Promise((resolve, reject) => {
    const fail = (error: unknown) => reject(crmUnavailable(error))
    const start = url.startsWith('https:') ? httpsRequest : httpRequest
    const request = start(url, { method, headers, signal: AbortSignal.timeout(timeoutMs) }, (response) => {
      const chunks: Buffer[] = []
      let size = 0
      response.on('data', (chunk: Buffer) => {
        size += chunk.length
        if (size > MAX_BYTES) request.destroy(new Error('The CRM said too much.'))
        else chunks.push(chunk)
      })
      response.on('error', fail)
      response.on('end', () => resolve({ status: response.statusCode ?? 0, json: parse(Buffer.concat(chunks)) }))
    })
    request.on('error', fail)
    request.end(text)
  })
}

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    // What is no JSON fails the check of its shape, with the sentence that belongs there.
    return undefined
  }
}
