import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { CrmUser } from '../auth/accounts'
import {
  beginSession,
  type Crm,
  currentUser,
  endSession,
  HASHING_RATE_LIMIT,
  SESSION_SECONDS,
  sendPage,
  signIn,
} from '../context'
import { isSameOrigin } from '../security'
import { html, type Markup } from './html'
import { displayName, notice, page } from './layout'
import { allowedTarget, localPath } from './redirects'

const text = z.string().max(2000).optional().catch(undefined)
const signInForm = z.object({ username: text, password: text, next: text })
const handoverForm = z.object({ demo: text, target: text })
const logoutQuery = z.object({ redirect_url: text })

/** The start page: sign in, continue to the analytics, sign out. */
export function addHomePages(app: FastifyInstance, crm: Crm): void {
  app.get('/', async (request, reply) => {
    const user = await currentUser(crm, request)
    return sendPage(reply, user ? dashboard(user) : await signInPage(crm, {}))
  })

  app.post('/sign-in', HASHING_RATE_LIMIT, async (request, reply) => {
    const { username = '', password = '', next } = signInForm.parse(request.body ?? {})
    const found = await signIn(crm, request.ip, username, password)
    if (found.outcome === 'too-often') {
      return sendPage(
        reply,
        await signInPage(crm, { username, next, problem: 'Too many attempts. Please wait a minute.' }),
        429,
      )
    }
    if (found.outcome === 'wrong') {
      return sendPage(
        reply,
        await signInPage(crm, { username, next, problem: 'User name and password don’t match.' }),
        400,
      )
    }
    if (found.outcome === 'must-change') {
      const query = new URLSearchParams({ username: found.user.username, redirect: localPath(next) })
      return reply.redirect(`/change-password?${query}`, 303)
    }
    beginSession(crm, request, reply, found.user)
    return reply.redirect(localPath(next), 303)
  })

  app.post('/sign-out', async (request, reply) => {
    endSession(crm, request, reply)
    return reply.redirect('/', 303)
  })

  // A form instead of a link, so that no other site can start a hand-over. `target` is a page of the analytics.
  app.post('/handover', async (request, reply) => {
    const user = await currentUser(crm, request)
    if (!user) return reply.redirect('/', 303)
    const { demo, target } = handoverForm.parse(request.body ?? {})
    return reply.redirect(await handoverUrl(crm, user, demo === 'true', localPath(target)), 303)
  })

  // The central logout page of the analytics: a link, since the browser comes from another site.
  app.get('/logout', async (request, reply) => {
    const { redirect_url } = logoutQuery.parse(request.query)
    endSession(crm, request, reply)
    const target = allowedTarget(redirect_url, crm.settings.allowedOrigins)
    if (target) return reply.redirect(target, 303)
    return sendPage(
      reply,
      page(
        { title: 'You are signed out', narrow: true },
        html`<p class="quiet">${redirect_url && 'The page that sent you here isn’t one we know, so you stay here.'}</p>
<p><a href="/">Sign in again</a></p>`,
      ),
    )
  })
}

/** The sign-in page with the name as typed, an error to show, and the next page. */
export async function signInPage(
  crm: Crm,
  input: { username?: string; next?: string; problem?: string },
): Promise<Markup> {
  const samples = crm.signIns.map(
    ({ username, password, role, about }) =>
      html`<tr><td>${username}</td><td>${password}</td><td>${role}${about && `: ${about}`}</td></tr>`,
  )
  return page(
    { title: 'Sign in', narrow: true },
    html`${notice(input.problem)}
<form method="post" action="/sign-in" class="card">
<input type="hidden" name="next" value="${localPath(input.next)}">
<label>User name<input name="username" autocomplete="username" autocapitalize="none" spellcheck="false" required value="${input.username}"></label>
<label>Password<input name="password" type="password" autocomplete="current-password" required></label>
<button>Sign in</button>
</form>
<p><a href="/forgot-password">Forgot your password?</a></p>
${(await crm.accounts.servesSample()) && samplePeople(samples)}`,
  )
}

function samplePeople(samples: Markup[]): Markup {
  return html`<div class="card"><h2>Sample people</h2>
<p class="quiet">They come with the sample portfolio; a changed password is no longer the one shown.</p>
<div class="scroll" role="region" aria-label="Sample people" tabindex="0"><table><tr><th scope="col">User name</th><th scope="col">Password</th><th scope="col">Role</th></tr>${samples}</table></div></div>`
}

/** Redirects people without a session to the sign-in page, and back afterwards. */
export async function sendSignInPage(crm: Crm, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  return sendPage(reply, await signInPage(crm, { next: request.url }), 401)
}

/** Rejects forms that other sites send in the user's name. */
export function rejectCrossSiteForms(app: FastifyInstance): void {
  app.addHook('preHandler', async (request, reply) => {
    if (request.method !== 'POST' || request.url.startsWith('/auth/') || isSameOrigin(request)) return
    const content = html`<p>This form was sent by another site, so nothing was done. <a href="/">Start here instead.</a></p>`
    return sendPage(reply, page({ title: 'That did not work', narrow: true }, content), 403)
  })
}

/**
 * The analytics page with an access token. The hand-over has no refresh token, so this one lasts a whole session; then
 * the user is handed over again.
 */
async function handoverUrl(crm: Crm, user: CrmUser, demo: boolean, target: string): Promise<string> {
  const { analyticsUrl } = crm.settings
  const address = new URL(`${analyticsUrl}${target}`)
  address.searchParams.set('accessToken', await crm.accessTokens.issue(user, SESSION_SECONDS))
  address.searchParams.set('loginType', 'manager')
  if (demo) address.searchParams.set('demo', 'true')
  return address.href
}

function dashboard(user: CrmUser): Markup {
  return page(
    { title: `Good to see you, ${user.first_name ?? displayName(user)}`, user },
    html`<p class="quiet">Your prospects live here; the numbers about them live in Analytics.</p>
<div class="cards">
<section class="card"><h2>Analytics</h2><p>What came in, who answered, who toured and who leased.</p>
<form method="post" action="/handover"><button>Analytics</button></form></section>
<section class="card"><h2>Sales demo</h2><p>The same reports with made-up names of properties and people.</p>
<form method="post" action="/handover"><input type="hidden" name="demo" value="true"><button class="plain">Sales demo</button></form></section>
</div>
<p><a href="/change-password?${new URLSearchParams({ username: user.username }).toString()}">Change password</a></p>`,
  )
}
