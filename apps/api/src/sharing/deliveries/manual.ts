import { type Viewer, visibleProperties } from '@leaselight/model'
import { countManualRecipientsSince, type NewDelivery, queueDelivery, readDelivery } from '@leaselight/state'
import { z } from 'zod'
import { addressBook } from '../../account/addressBook'
import type { Api } from '../../http/context'
import { badRequest, HttpError } from '../../http/errors'
import { formatSchema } from '../../reports/export'
import { addresseesOf, findUser, readEmails, requireAllowed } from '../mail/rules'
import { toDeliveryView } from './show'

/** The most recipients of one delivery. */
export const MAX_RECIPIENTS = 100
const HOUR_MS = 3_600_000

/** Addresses as people type them. */
export const emailList = z.array(z.string().max(300)).max(MAX_RECIPIENTS * 2)

/** The formats of a mail's attachments. */
export const formatList = z.array(formatSchema).transform((list) => [...new Set(list)])

/** The recipients of a request: typed addresses, and people of the address book by property and role. */
export const recipientFields = {
  emails: emailList.nullish(),
  people: z
    .array(
      z.object({
        property_id: z.number().int().positive().max(Number.MAX_SAFE_INTEGER).nullish(),
        role: z.string().max(100).nullish(),
      }),
    )
    .max(50)
    .nullish(),
}

/** The sender's user record. Without one nothing can be sent with their rights, and a sentence says so. */
export async function requireSender(api: Api, viewer: Viewer): Promise<{ email: string; name: string }> {
  const person = await findUser(api, viewer)
  if (!person)
    throw badRequest(
      'Reports are sent with the rights of your user record, and your company’s records have none of you.',
    )
  return person
}

/** The distinct recipients of a request. Throws a sentence when there are none or the mail rules forbid one. */
export async function readRecipients(
  api: Api,
  viewer: Viewer,
  input: z.output<z.ZodObject<typeof recipientFields>>,
  signal: AbortSignal,
): Promise<{ email: string; name: string | null }[]> {
  const book = await Promise.all(
    (input.people ?? []).map(({ property_id, role }) =>
      addressBook(api, viewer, { propertyId: property_id ?? undefined, role: role ?? undefined }, signal),
    ),
  )
  return allowedRecipients(api, viewer, [...(input.emails ?? []), ...book.flat().map(({ email }) => email)])
}

/** Addresses, with the names of colleagues. */
export async function allowedRecipients(
  api: Api,
  viewer: Viewer,
  typed: readonly string[],
): Promise<{ email: string; name: string | null }[]> {
  const emails = readEmails(typed)
  if (emails.length === 0) throw badRequest('Add at least one email address.')
  if (emails.length > MAX_RECIPIENTS) throw badRequest(`At most ${MAX_RECIPIENTS} people can be written to at once.`)
  const addressees = await addresseesOf(api, viewer.companyId)
  requireAllowed(addressees, emails)
  return emails.map((email) => ({ email, name: addressees.colleague(email) ?? null }))
}

/** Queues what a user sends by hand, within the hourly limit, and returns the delivery. */
export async function sendManually(
  api: Api,
  viewer: Viewer,
  content: Omit<NewDelivery, 'companyId' | 'userId' | 'role' | 'demo' | 'timeZone'>,
) {
  const { perHour } = api.settings.mail
  const now = api.now()
  const already = await countManualRecipientsSince(api.state, viewer, new Date(now.getTime() - HOUR_MS))
  if (already + content.to.length > perHour)
    throw new HttpError(
      429,
      'too_many_requests',
      `You can send to ${perHour} addresses in an hour and have sent to ${already}. Please wait.`,
    )
  const directory = await api.engine.companyContext(viewer)
  const { companyId, userId, role, demo = false } = viewer
  const queued = await queueDelivery(
    api.state,
    { ...content, companyId, userId, role, demo, timeZone: directory.company.timeZone },
    now,
  )
  const full = queued && (await readDelivery(api.state, viewer, queued.id))
  if (!full) throw new Error('What was queued is not there.')
  api.wakeDeliveries()
  return toDeliveryView(directory, new Map([[userId, await requireSender(api, viewer)]]), full)
}

/**
 * The leasing team of a property: its agents, and the users of that role who see it, each address once. In a sales demo with
 * sample names, so that no real person gets mail.
 */
export async function leasingTeam(
  api: Api,
  viewer: Viewer,
  property: { id: number },
): Promise<{ email: string; name: string | null }[]> {
  const [{ anonymizer, agents: shown }, agents, users] = await Promise.all([
    api.engine.companyContext(viewer),
    api.facts.query<{ id: number; email: string; name: string }>(
      `SELECT id, email, name FROM agents FINAL
       WHERE company_id = {company:UInt64} AND (property_id = {property:UInt64} OR has(property_ids, {property:UInt64}))
         AND NOT is_inactive AND email != ''
       ORDER BY name, id`,
      { company: viewer.companyId, property: property.id },
    ),
    api.facts.query<{ id: number; email: string; name: string; role: string; property_ids: number[] }>(
      `SELECT id, email, trim(concat(first_name, ' ', last_name)) AS name, role, property_ids FROM users FINAL
       WHERE company_id = {company:UInt64} AND role = 'agent' AND NOT is_inactive AND email != '' ORDER BY name, id`,
      { company: viewer.companyId },
    ),
  ])
  const team = new Map<string, string | null>()
  const here = users.filter(({ role, property_ids }) => visibleProperties(role, property_ids, [property]).length > 0)
  if (anonymizer) {
    for (const { id } of agents) {
      const { name } = shown.find((agent) => agent.id === id) ?? { name: 'N/A' }
      team.set(`${name.replaceAll(/\W+/g, '.')}.${id}@example.com`.toLowerCase(), name)
    }
    for (const { email, firstName, lastName } of here.map(({ id }) => anonymizer.colleague(id)))
      team.set(email, `${firstName} ${lastName}`)
    return [...team].map(([email, name]) => ({ email, name }))
  }
  for (const { email, name } of [...agents, ...here]) team.set(email.trim().toLowerCase(), name || null)
  return [...team].map(([email, name]) => ({ email, name }))
}
