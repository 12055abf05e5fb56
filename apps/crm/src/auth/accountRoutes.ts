import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { type Crm, changePassword } from '../context'
import { KEY_HEADER } from '../installation'
import { passwordLink } from './routes'

const id = z.number().int().positive()
const person = z.object({ company_id: id, user_id: id })
const newPassword = person.extend({ password: z.string().min(1).max(1000) })

const INVITATION_SECONDS = 7 * 24 * 3600

/** For the analytics server that started this CRM: gives people on record a password, or a link to choose one. */
export function addAccountRoutes(app: FastifyInstance, crm: Crm): void {
  const { installation } = crm.settings
  if (!installation) return
  app.register(async (scope) => {
    scope.addHook('onRequest', async (request, reply) => {
      if (!isEqual(request.headers[KEY_HEADER], installation.key)) return reply.code(404).send({ message: 'Not Found' })
    })

    scope.get('/auth/accounts', async () => ({ people: crm.accounts.withPassword() }))

    scope.put('/auth/accounts/password', async (request, reply) => {
      const { company_id, user_id, password } = newPassword.parse(request.body)
      const user = await crm.accounts.onRecord({ companyId: company_id, userId: user_id })
      if (!user) return reply.code(404).send({ message: 'Not Found' })
      await changePassword(crm, user, password)
      return { username: user.username }
    })

    scope.post('/auth/accounts/invitations', async (request, reply) => {
      const { company_id, user_id } = person.parse(request.body)
      const user = await crm.accounts.onRecord({ companyId: company_id, userId: user_id })
      if (!user || user.is_deleted) return reply.code(404).send({ message: 'Not Found' })
      const { path, until } = await passwordLink(crm, user, INVITATION_SECONDS)
      return { path, expires_at: until.toISOString() }
    })
  })
}

function isEqual(value: string | string[] | undefined, secret: string): boolean {
  const [a, b] = [Buffer.from(String(value)), Buffer.from(secret)]
  return a.length === b.length && timingSafeEqual(a, b)
}
