import { rolesWithoutProfile } from '@leaselight/model'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Api } from '../http/context'
import { parseBody } from '../http/params'
import { bearerToken } from '../http/viewer'
import type { Profile } from './crm'

const shortText = z.string().min(1).max(200)
/** What the sign-in doors take; OpenAPI shows these too. */
export const authBodies = {
  validate: z.object({
    username: shortText,
    password: z.string().min(1).max(1000),
    type: shortText.default('manager'),
  }),
  refresh: z.object({ refresh_token: z.string().min(1).max(5000) }),
  forgot: z.object({ username: shortText }),
}

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

/** Sign-in, refresh and profile: the browser asks us, and we ask the CRM. */
export function addAuth(app: FastifyInstance, api: Api): void {
  const limited = { config: { rateLimit: { max: api.settings.limits.signIns, timeWindow: MINUTE } } }

  app.get('/api/config', async () => ({
    crm_web_url: api.settings.crm.webUrl,
    admin_url: api.settings.crm.adminUrl,
    logout_url: api.settings.crm.logoutUrl,
    now: api.settings.now?.toISOString() ?? null,
    /** What the button says, where there is a provider to sign in at. */
    single_sign_on: api.settings.singleSignOn?.name ?? null,
    sentry_dsn: api.settings.sentryDsn ?? null,
  }))

  app.post('/api/auth/validate', limited, async (request, reply) => {
    const answer = await api.crm.validate(parseBody(authBodies.validate, request.body))
    const refused = answer.message === 'Bad Request' || (await isDeletedUser(api, answer.token))
    if (refused) {
      const error = { message: 'User name or password is not right.', code: 'bad_request' }
      return reply.code(400).send({ message: 'Bad Request', error })
    }
    return { token: answer.token, refresh_token: answer.refreshToken, message: answer.message }
  })

  app.post('/api/auth/refresh', limited, async (request) => {
    const { refresh_token } = parseBody(authBodies.refresh, request.body)
    const next = await api.crm.refresh(refresh_token)
    return { access_token: next.accessToken, refresh_token: next.refreshToken }
  })

  app.post('/api/auth/password/forgot', limited, async (request) => ({
    message: await api.crm.forgotPassword(parseBody(authBodies.forgot, request.body).username),
  }))

  app.get('/api/profile', async (request) => {
    const token = bearerToken(request)
    const { role } = await api.tokens.verify(token)
    return { data: { profile: rolesWithoutProfile.includes(role) ? noProfile : await api.crm.profile(token) } }
  })
}

/** Whether the token is that of a user whom the company's own records call deleted; the CRM may not know it yet. */
export async function isDeletedUser(api: Api, token: string | null): Promise<boolean> {
  if (token === null) return false
  const { companyId, userId } = await api.tokens.verify(token)
  const [user] = await api.facts.query<{ is_inactive: number }>(
    'SELECT is_inactive FROM users FINAL WHERE company_id = {company:UInt64} AND id = {user:UInt64}',
    { company: companyId, user: userId },
  )
  return Boolean(user?.is_inactive)
}
