import { isAdmin } from '@leaselight/model'
import { writeSetupDismissal } from '@leaselight/state'
import type { z } from 'zod'
import { founderOf, viewerOf } from '../http/access'
import type { Api } from '../http/context'
import { badRequest, notFound } from '../http/errors'
import { type App, route } from '../http/routeSchema'
import type { Session } from '../http/viewer'
import { companyChecklist, isComplete } from './checklist'
import { installationContent } from './content'
import { importTyped, nextId, oneAtATime } from './create'
import { addSetupLink } from './link'
import { addPeople } from './people'
import { dismissalBody, place, propertiesBody, setupAnswer, userAnswer, userBody } from './shapes'
import { standInAccounts } from './standInAccounts'

const MINUTE = 60_000
const tag = 'Setup'

type SetupState = z.input<typeof setupAnswer>

/** What an installation or a company lacks, and the routes that bring it in. */
export function addSetup(app: App, api: Api): void {
  addPeople(app, api)
  addSetupLink(app, api)
  const rateLimit = { max: 120, timeWindow: MINUTE }

  const read = route(
    'setup',
    {
      operationId: 'readSetup',
      tag,
      summary: 'What an installation or a company lacks',
      description:
        'Administrators get the checklist of their company. Anyone else learns whether the installation is new.',
      answer: setupAnswer,
    },
    { rateLimit },
  )
  app.get('/api/setup', read, async (request, reply) => {
    const { caller } = request
    const session = caller && !('companyId' in caller) ? caller : null
    return reply.header('cache-control', 'no-store').send(await setupFor(api, session))
  })

  const company = route('founder', {
    operationId: 'createCompany',
    tag,
    summary: 'Creates the company of the CRM’s administrator',
    description: 'Only the company that the token names, and only while this installation has never known it.',
    body: place,
    answer: setupAnswer,
  })
  app.post('/api/setup/company', company, async (request) => {
    const founder = founderOf(request)
    const { companyId } = founder
    await importTyped(api, companyId, 'companies', [{ id: companyId, ...request.body }])
    request.log.warn({ company: companyId, user: founder.userId }, 'company created')
    return setupFor(api, { viewer: { ...founder } })
  })

  const properties = route('admin', {
    operationId: 'addProperties',
    tag,
    summary: 'Adds properties by name and time zone',
    body: propertiesBody,
    answer: setupAnswer,
  })
  app.post('/api/setup/properties', properties, async (request) => {
    const viewer = viewerOf(request)
    const { companyId } = viewer
    await oneAtATime(async () => {
      const known = await api.engine.companyContext(viewer)
      const twice = request.body.properties.find(({ name }) => known.properties.some((one) => one.name === name))
      if (twice) throw badRequest(`There is a property called ${twice.name} already.`)
      const first = await nextId(api, 'properties', companyId)
      const records = request.body.properties.map((one, index) => ({
        id: first + index,
        company_id: companyId,
        ...one,
      }))
      await importTyped(api, companyId, 'properties', records)
    })
    return setupFor(api, { viewer: { ...viewer } })
  })

  const user = route('admin', {
    operationId: 'addUser',
    tag,
    summary: 'Adds a user',
    description: 'With the CRM stand-in the answer holds a link with which the person chooses a password.',
    body: userBody,
    answer: userAnswer,
  })
  app.post('/api/setup/users', user, async (request, reply) => {
    const viewer = viewerOf(request)
    const { companyId } = viewer
    const { user_id: given, ...person } = request.body
    const { properties: known } = await api.engine.companyContext(viewer)
    if (!person.property_ids.every((id) => known.some((property) => property.id === id)))
      throw notFound('One of these properties does not exist.')
    const accounts = standInAccounts(api)
    if (!accounts && given === undefined) throw badRequest('user_id must be the person’s id in the CRM.')
    if (accounts && given !== undefined) throw badRequest('user_id is given by Leaselight, as there is no CRM.')
    const userId = await oneAtATime(async () => {
      await refuseKnownUser(api, companyId, given, person.email)
      const id = given ?? (await nextId(api, 'users', companyId))
      const record = { id, company_id: companyId, username: person.email, ...person }
      await importTyped(api, companyId, 'users', [record])
      return id
    })
    const invitation = (await accounts?.invite({ company_id: companyId, user_id: userId })) ?? null
    return reply.header('cache-control', 'no-store').send({
      user_id: userId,
      invitation: invitation && { url: invitation.url, expires_at: invitation.expiresAt },
    })
  })

  const dismissed = route('admin', {
    operationId: 'dismissSetupLine',
    tag,
    summary: 'Skips a step of the checklist',
    body: dismissalBody,
    answer: setupAnswer,
  })
  app.put('/api/setup/dismissed', dismissed, async (request) => {
    const viewer = viewerOf(request)
    const { companyId, userId } = viewer
    const lines = await companyChecklist(api, { viewer })
    const chosen = lines.find(({ line }) => line === request.body.line)
    if (!chosen || chosen.required) throw badRequest('This step is required and can’t be skipped.')
    await writeSetupDismissal(api.state, { companyId, userId, ...request.body }, api.now())
    return setupFor(api, { viewer })
  })
}

/** A record of the same id or address must not be replaced by a form. */
async function refuseKnownUser(api: Api, companyId: number, id: number | undefined, email: string): Promise<void> {
  const [known] = await api.facts.query<{ id: number }>(
    `SELECT id FROM users FINAL WHERE company_id = {company:UInt64}
     AND (id = {id:UInt64} OR lowerUTF8(email) = {email:String} OR lowerUTF8(username) = {email:String}) LIMIT 1`,
    { company: companyId, id: id ?? 0, email: email.toLowerCase() },
  )
  if (known) throw badRequest('There is a user with this id or email already.')
}

/** The setup as the caller may know it. Anonymous callers learn only whether the installation is new. */
async function setupFor(api: Api, session: Session | null): Promise<SetupState> {
  const isNew = (await installationContent(api.facts)) === 'empty'
  const common = { is_new: isNew, sign_in: api.settings.crm.isNamed ? ('crm' as const) : ('stand-in' as const) }
  const nothing = { company: null, properties: [], lines: [] }
  if (!session) return { ...common, complete: !isNew, ...nothing }
  if ('founder' in session)
    return { ...common, complete: false, ...nothing, lines: await companyChecklist(api, session) }
  const { viewer } = session
  if (!isAdmin(viewer.role)) return { ...common, complete: true, ...nothing }
  const [{ company, properties }, lines] = await Promise.all([
    api.engine.companyContext(viewer),
    companyChecklist(api, session),
  ])
  return {
    ...common,
    complete: isComplete(lines),
    company: { id: company.id, name: company.name, time_zone: company.timeZone },
    properties: properties.map(({ id, name, timeZone }) => ({ id, name, time_zone: timeZone })),
    lines,
  }
}
