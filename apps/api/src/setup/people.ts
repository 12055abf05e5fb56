import { z } from 'zod'
import type { Api } from '../http/context'
import { badRequest } from '../http/errors'
import { parseQuery } from '../http/params'
import { type App, route } from '../http/routeSchema'
import { installationContent } from './content'

const id = z.coerce.number().int().min(0)
const peopleQuery = z.object({
  username: z.string().optional(),
  email: z.string().optional(),
  company_id: id.optional(),
  user_id: id.optional(),
})

const peopleAnswer = z
  .object({
    holds_sample: z.boolean().meta({ description: 'Whether the sample’s people may sign in.' }),
    people: z.array(
      z.object({
        company_id: z.int(),
        user_id: z.int(),
        username: z.string(),
        email: z.string(),
        first_name: z.string(),
        last_name: z.string(),
        role: z.string(),
        group_ids: z.array(z.int()),
        manager_id: z.int().nullable(),
        phone_number: z.string().nullable(),
        phone_id: z.string().nullable(),
        photo: z.string().nullable(),
        time_zone: z.string().nullable(),
        is_deleted: z.boolean(),
      }),
    ),
  })
  .meta({ id: 'RecordedPeople' })

/** Every person, or those that the query names; an absent parameter is empty or 0. */
const PEOPLE = `SELECT company_id, id AS user_id, username, email, first_name, last_name, role, group_ids,
  nullIf(manager_id, 0) AS manager_id, nullIf(phone_number, '') AS phone_number, nullIf(phone_id, '') AS phone_id,
  nullIf(photo, '') AS photo, nullIf(time_zone, '') AS time_zone, is_inactive
  FROM users FINAL
  WHERE ({username:String} = '' OR lowerUTF8(trimBoth(username)) = {username:String})
    AND ({email:String} = '' OR lowerUTF8(trimBoth(email)) = {email:String})
    AND ({anyCompany:UInt8} = 1 OR company_id = {company:UInt64}) AND ({anyUser:UInt8} = 1 OR id = {user:UInt64})
  ORDER BY company_id, user_id LIMIT 10000`

/** The people on record, for the CRM stand-in of this installation. */
export function addPeople(app: App, api: Api): void {
  const list = route('operator', {
    operationId: 'listRecordedPeople',
    tag: 'Server',
    summary: 'The people on record, for the CRM stand-in',
    parameters: peopleQuery,
    answer: peopleAnswer,
  })
  app.get('/api/operator/people', list, async (request, reply) => {
    const query = peopleQuery.safeParse(parseQuery(request.query))
    if (!query.success) throw badRequest('Look people up by username, email, or company_id with user_id.')
    const { username = '', email = '', company_id, user_id } = query.data
    const [content, rows] = await Promise.all([
      installationContent(api.facts),
      api.facts.query<{ is_inactive: number; username: string; role: string }>(PEOPLE, {
        username: username.trim().toLowerCase(),
        email: email.trim().toLowerCase(),
        anyCompany: company_id === undefined ? 1 : 0,
        company: company_id ?? 0,
        anyUser: user_id === undefined ? 1 : 0,
        user: user_id ?? 0,
      }),
    ])
    const people = rows
      .filter(({ username: name, role }) => name !== '' && role !== '')
      .map(({ is_inactive, ...person }) => ({ ...person, is_deleted: Boolean(is_inactive) }))
    return reply.header('cache-control', 'no-store').send({ holds_sample: content === 'sample', people })
  })
}
