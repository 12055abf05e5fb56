import { isAdmin } from '@leaselight/model'
import { isSetupCode, issueSetupCode, redeemSetupCode, restoreSetupCode, type State } from '@leaselight/state'
import type { z } from 'zod'
import { session } from '../account/signIn'
import type { Api } from '../http/context'
import { badRequest, type HttpError, notFound } from '../http/errors'
import { type App, route } from '../http/routeSchema'
import { importTyped, nextId, oneAtATime } from './create'
import { administratorBody, linkAnswer, linkBody } from './shapes'
import { standInAccounts } from './standInAccounts'

const MINUTE = 60_000
const tag = 'Setup'

/** The address of a new setup link. The code is in the fragment, which browsers send to no server. */
export async function setupLink(state: State, url: string, now: Date): Promise<string> {
  return `${url}/setup#${await issueSetupCode(state, now)}`
}

const badLink = (): HttpError =>
  notFound('This setup link has been used or has expired. Start Leaselight again to get a new one.')

/**
 * How the first administrator comes in where the CRM stand-in signs people in. The start prints a link for one use; its
 * holder creates the company, or chooses one that was imported, and becomes its administrator.
 */
export function addSetupLink(app: App, api: Api): void {
  const rateLimit = { max: api.settings.limits.signIns, timeWindow: MINUTE }

  const open = route(
    'public',
    {
      operationId: 'openSetupLink',
      tag,
      summary: 'Opens the setup link without using it up',
      body: linkBody,
      answer: linkAnswer,
    },
    { rateLimit },
  )
  app.post('/api/setup/link', open, async (request, reply) => {
    if (!(await isSetupCode(api.state, request.body.code, api.now()))) throw badLink()
    return reply.header('cache-control', 'no-store').send({ companies: await companies(api) })
  })

  const administrator = route(
    'public',
    {
      operationId: 'createFirstAdministrator',
      tag,
      summary: 'Uses the setup link: creates the first administrator, and the company where it is new',
      body: administratorBody,
      answer: session,
    },
    { rateLimit },
  )
  app.post('/api/setup/administrator', administrator, async (request, reply) => {
    const { code } = request.body
    if (!(await redeemSetupCode(api.state, code, api.now()))) throw badLink()
    let username: string
    try {
      username = await oneAtATime(() => createAdministrator(api, request.body))
    } catch (error) {
      // The person may correct the form and try again.
      await restoreSetupCode(api.state, code, api.now())
      throw error
    }
    request.log.warn('first administrator created')
    const { password } = request.body
    const { token, refreshToken, message } = await api.crm.validate({ username, password, type: 'manager' })
    return reply.header('cache-control', 'no-store').send({ token, refresh_token: refreshToken, message })
  })
}

/** @returns the name the administrator signs in with. */
async function createAdministrator(api: Api, input: z.output<typeof administratorBody>): Promise<string> {
  const accounts = standInAccounts(api)
  if (!accounts) throw badRequest('People of this installation sign in with their CRM.')
  const company_id = await companyFor(api, input.company)
  const { first_name, last_name, email, password } = input
  const known = await userByEmail(api, company_id, email)
  // An imported record stays as it is; somebody else's must not become an administrator's.
  if (known && !isAdmin(known.role))
    throw badRequest('The user with this email is not an administrator. Use another email.')
  const user_id = known?.id ?? (await nextId(api, 'users', company_id))
  if (!known)
    await importTyped(api, company_id, 'users', [
      { id: user_id, company_id, username: email, email, first_name, last_name, role: 'admin' },
    ])
  return accounts.setPassword({ company_id, user_id }, password)
}

async function companyFor(api: Api, company: z.output<typeof administratorBody>['company']): Promise<number> {
  const known = await companies(api)
  if ('id' in company) {
    if (!known.some(({ id }) => id === company.id)) throw badRequest('There is no such company.')
    return company.id
  }
  if (known.length > 0) throw badRequest('This installation has a company already. Choose it.')
  const id = await nextId(api, 'companies', 0)
  await importTyped(api, id, 'companies', [{ id, ...company }])
  return id
}

async function userByEmail(
  { facts }: Api,
  companyId: number,
  email: string,
): Promise<{ id: number; role: string } | undefined> {
  const [known] = await facts.query<{ id: number; role: string }>(
    `SELECT id, role FROM users FINAL
     WHERE company_id = {company:UInt64} AND lowerUTF8(email) = {email:String} AND NOT is_inactive ORDER BY id LIMIT 1`,
    { company: companyId, email: email.toLowerCase() },
  )
  return known
}

const companies = ({ facts }: Api): Promise<{ id: number; name: string }[]> =>
  facts.query('SELECT id, name FROM companies FINAL WHERE NOT is_inactive ORDER BY name, id LIMIT 1000')
