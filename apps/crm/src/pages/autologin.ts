import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { CrmUser } from '../auth/accounts'
import { beginSession, type Crm, currentUser, sendPage } from '../context'
import { sendSignInPage } from './home'
import { html, type Markup } from './html'
import { displayName, notice, page } from './layout'
import { localPath } from './redirects'

const ADMIN_ROLES = ['admin', 'master']

const text = z.string().max(5000).optional().catch(undefined)
const autologinQuery = z.object({ token: text, target: text })
const adminLoginQuery = z.object({ accessToken: text })

/** Where the analytics sends people with their token: into the CRM, and into its administration. */
export function addAutologinPages(app: FastifyInstance, crm: Crm): void {
  app.get('/autologin', async (request, reply) => {
    const { token, target } = autologinQuery.parse(request.query)
    const user = await userOfToken(crm, token)
    if (!user) return sendPage(reply, errorPage('This sign-in link is not valid any more.'), 401)
    beginSession(crm, request, reply, user)
    // Redirects to an address without the token, so that the history does not contain it.
    return reply.redirect(localPath(target), 303)
  })

  app.get('/admin/login', async (request, reply) => {
    const user = await userOfToken(crm, adminLoginQuery.parse(request.query).accessToken)
    if (!user) return sendPage(reply, errorPage('This sign-in link is not valid any more.'), 401)
    if (!ADMIN_ROLES.includes(user.role))
      return sendPage(reply, errorPage('Administration is for administrators.'), 403)
    beginSession(crm, request, reply, user)
    return reply.redirect('/admin', 303)
  })

  app.get('/admin', async (request, reply) => {
    const user = await currentUser(crm, request)
    if (!user) return sendSignInPage(crm, request, reply)
    if (!ADMIN_ROLES.includes(user.role))
      return sendPage(reply, errorPage('Administration is for administrators.', user), 403)
    return sendPage(reply, await peoplePage(crm, user))
  })
}

async function userOfToken(crm: Crm, token: string | undefined): Promise<CrmUser | undefined> {
  const subject = token ? await crm.accessTokens.verify(token) : undefined
  const user = subject && (await crm.accounts.byId(subject.company_id, subject.user_id))
  return user?.is_deleted ? undefined : user
}

function errorPage(sentence: string, user?: CrmUser): Markup {
  return page(
    { title: 'No way through here', user, narrow: true },
    html`${notice(sentence)}<p><a href="/">To the start page</a></p>`,
  )
}

/** The people of the administrator's company; a master administers every company. */
async function peoplePage(crm: Crm, user: CrmUser): Promise<Markup> {
  const all = await crm.accounts.all()
  const people = all
    .filter((person) => user.role === 'master' || person.company_id === user.company_id)
    .map(
      (person) => html`<tr><td>${displayName(person)}</td><td>${person.username}</td><td>${person.role}</td>
<td>${person.company_id}</td><td>${accountStatus(person)}</td></tr>`,
    )
  return page(
    { title: 'Administration', user },
    html`<p class="quiet">Who may sign in.</p>
<div class="card scroll" role="region" aria-label="People" tabindex="0"><table><tr><th scope="col">Name</th><th scope="col">User name</th><th scope="col">Role</th>
<th scope="col">Company</th><th scope="col">Account</th></tr>${people}</table></div>`,
  )
}

function accountStatus(person: CrmUser): string {
  if (person.is_deleted) return 'deleted'
  return person.must_change ? 'must change password' : 'active'
}
