import { isAdmin, rolesWithoutProfile } from '@leaselight/model'
import { z } from 'zod'
import { viewerOf } from '../http/access'
import { messageAnswer } from '../http/answers'
import type { Api } from '../http/context'
import { type App, route } from '../http/routeSchema'
import { bearerToken, noCompany, openSession } from '../http/viewer'
import type { Profile } from './crm'

const shortText = z.string().min(1).max(200)
const validateBody = z.object({
  username: shortText,
  password: z.string().min(1).max(1000),
  type: shortText.default('manager'),
})
const refreshBody = z.object({ refresh_token: z.string().min(1).max(5000) })
const forgotBody = z.object({ username: shortText })

const configAnswer = z
  .object({
    crm_web_url: z.string(),
    admin_url: z.string(),
    logout_url: z.string(),
    now: z.string().nullable().meta({ description: 'The server’s time where it is fixed, as in a demo.' }),
    single_sign_on: z.string().nullable().meta({ description: 'The name of the OpenID provider, where there is one.' }),
    sentry_dsn: z.string().nullable(),
  })
  .meta({ id: 'Config' })

/** What a browser needs to know before sign-in. */
export const browserConfig = ({ settings }: Pick<Api, 'settings'>): z.input<typeof configAnswer> => ({
  crm_web_url: settings.crm.webUrl,
  admin_url: settings.crm.adminUrl,
  logout_url: settings.crm.logoutUrl,
  now: settings.now?.toISOString() ?? null,
  /** What the button says, where there is a provider to sign in at. */
  single_sign_on: settings.singleSignOn?.name ?? null,
  sentry_dsn: settings.sentryDsn ?? null,
})

/** A session of the CRM. */
export const session = z
  .object({ token: z.string().nullable(), refresh_token: z.string().nullable(), message: z.string() })
  .meta({ id: 'Session' })

const tokenPair = z.object({ access_token: z.string(), refresh_token: z.string() }).meta({ id: 'TokenPair' })

const profileAnswer = z
  .object({
    data: z.object({
      profile: z
        .object({
          is_deleted: z.boolean(),
          email: z.string().nullable(),
          first_name: z.string().nullable(),
          last_name: z.string().nullable(),
          manager_id: z.int().nullable(),
          phone_number: z.string().nullable(),
          phone_id: z.union([z.string(), z.int()]).nullable(),
          photo: z.string().nullable(),
          timezone: z.string().nullable(),
        })
        .meta({ id: 'Profile' }),
    }),
  })
  .meta({ id: 'ProfileAnswer' })

const tag = 'Account'

// Some roles have no profile in the CRM; for them all of it is null (specification §6).
const noProfile: Profile = {
  is_deleted: false,
  email: null,
  first_name: null,
  last_name: null,
  manager_id: null,
  phone_number: null,
  phone_id: null,
  photo: null,
  timezone: null,
}

const MINUTE = 60_000
const WRONG_CREDENTIALS = 'User name or password is not right.'

/** Sign-in, refresh and profile: the browser asks us, and we ask the CRM. */
export function addAuth(app: App, api: Api): void {
  const rateLimit = { max: api.settings.limits.signIns, timeWindow: MINUTE }

  const config = route('public', {
    operationId: 'config',
    tag,
    summary: 'What a browser needs to know before sign-in',
    answer: configAnswer,
  })
  app.get('/api/config', config, async () => browserConfig(api))

  const validate = route(
    'public',
    { operationId: 'signIn', tag, summary: 'Signs in', body: validateBody, answer: session },
    { rateLimit },
  )
  app.post('/api/auth/validate', validate, async (request, reply) => {
    const answer = await api.crm.validate(request.body)
    const refuse = (message: string) =>
      reply.code(400).send({ message: 'Bad Request', error: { message, code: 'bad_request' } })
    if (answer.message === 'Bad Request') return refuse(WRONG_CREDENTIALS)
    if (answer.token !== null) {
      const viewer = await api.tokens.verify(answer.token)
      const status = await api.engine.accountStatus(viewer)
      // Nobody learns from here that a deleted account was there.
      if (status === 'deleted') return refuse(WRONG_CREDENTIALS)
      const mayFound = status === 'newCompany' && isAdmin(viewer.role)
      if (status !== 'active' && !mayFound) return refuse(noCompany().message)
    }
    return { token: answer.token, refresh_token: answer.refreshToken, message: answer.message }
  })

  const refresh = route(
    'public',
    {
      operationId: 'refreshSession',
      tag,
      summary: 'Exchanges a refresh token for a new pair of tokens',
      body: refreshBody,
      answer: tokenPair,
    },
    { rateLimit },
  )
  app.post('/api/auth/refresh', refresh, async (request) => {
    const { refresh_token } = request.body
    const next = await api.crm.refresh(refresh_token)
    // The CRM may not know yet that the user or the company is gone.
    await openSession(api, next.accessToken)
    return { access_token: next.accessToken, refresh_token: next.refreshToken }
  })

  const forgot = route(
    'public',
    {
      operationId: 'requestPassword',
      tag,
      summary: 'Requests a new password',
      body: forgotBody,
      answer: messageAnswer,
    },
    { rateLimit },
  )
  app.post('/api/auth/password/forgot', forgot, async (request) => ({
    message: await api.crm.forgotPassword(request.body.username),
  }))

  const profile = route(
    'viewer',
    {
      operationId: 'profile',
      tag,
      summary: 'The CRM’s record of the user',
      answer: profileAnswer,
    },
    // The CRM gets the token, and an API key is none of its.
    { forKeys: false },
  )
  app.get('/api/profile', profile, async (request) => {
    const hasNone = rolesWithoutProfile.includes(viewerOf(request).role)
    return { data: { profile: hasNone ? noProfile : await api.crm.profile(bearerToken(request)) } }
  })
}
