import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { CrmUser } from '../auth/accounts'
import { issueResetLink } from '../auth/routes'
import { beginSession, type Crm, changePassword, currentUser, HASHING_RATE_LIMIT, sendPage, signIn } from '../context'
import { html, type Markup } from './html'
import { notice, page } from './layout'
import { allowedTarget } from './redirects'

const MIN_LENGTH = 8
const MAX_LENGTH = 200

const text = z.string().max(2000).optional().catch(undefined)
const pageQuery = z.object({ username: text, redirect: text, reset: text })
const passwordForm = pageQuery.extend({ current: text, password: text, repeated: text })

/** Changing a password, with the old one or with a reset link. */
export function addPasswordPages(app: FastifyInstance, crm: Crm): void {
  app.get('/change-password', async (request, reply) => {
    const query = pageQuery.parse(request.query)
    return sendPage(
      reply,
      changePasswordPage({ ...query, username: query.username ?? (await currentUser(crm, request))?.username }),
    )
  })

  app.post('/change-password', HASHING_RATE_LIMIT, async (request, reply) => {
    const body = passwordForm.parse(request.body ?? {})
    const again = (problem: string, status = 400) => sendPage(reply, changePasswordPage({ ...body, problem }), status)
    const { username = '', current = '', password = '', repeated, reset } = body
    // Before the old password is checked: a typing mistake in the new one is no failed sign-in.
    const problem = passwordProblem(password, repeated, current)
    if (problem) return again(problem)
    let user = reset ? await personOfLink(crm, reset) : undefined
    if (reset && !user) return again('This link has been used or is too old. Please ask for a new one.')
    if (!user) {
      const found = await signIn(crm, request.ip, username, current)
      if (found.outcome === 'too-often') return again('Too many attempts. Please wait a minute.', 429)
      if (found.outcome === 'wrong') return again('User name and current password don’t match.')
      user = found.user
    }
    await changePassword(crm, user, password)
    beginSession(crm, request, reply, user)
    return reply.redirect(allowedTarget(body.redirect, crm.settings.allowedOrigins) ?? '/', 303)
  })

  app.get('/forgot-password', async (_request, reply) => sendPage(reply, forgotPasswordPage(undefined)))

  app.post('/forgot-password', HASHING_RATE_LIMIT, async (request, reply) => {
    const { username } = pageQuery.parse(request.body ?? {})
    if (!username) return sendPage(reply, forgotPasswordPage(undefined), 400)
    await issueResetLink(crm, username)
    return sendPage(reply, forgotPasswordPage(username))
  })
}

/** The person who may set a password by a link: with an account already, or on record and invited. */
async function personOfLink(crm: Crm, key: string): Promise<CrmUser | undefined> {
  const person = crm.passwordLinks.read(key)
  if (!person) return undefined
  const { company_id, user_id } = person
  return (
    (await crm.accounts.byId(company_id, user_id)) ?? crm.accounts.onRecord({ companyId: company_id, userId: user_id })
  )
}

function passwordProblem(password: string, repeated: string | undefined, current: string): string | undefined {
  if (password.length < MIN_LENGTH) return `The new password needs at least ${MIN_LENGTH} characters.`
  if (password.length > MAX_LENGTH) return `The new password may have at most ${MAX_LENGTH} characters.`
  if (password !== repeated) return 'The new password was not repeated alike.'
  if (password === current) return 'The new password must differ from the current one.'
  return undefined
}

function changePasswordPage(input: z.infer<typeof pageQuery> & { problem?: string }): Markup {
  const { username, redirect, reset, problem } = input
  const current = html`<label>Current password<input name="current" type="password" autocomplete="current-password" required></label>`
  return page(
    { title: 'Change your password', narrow: true },
    html`${notice(problem)}
<form method="post" action="/change-password" class="card">
<input type="hidden" name="redirect" value="${redirect}"><input type="hidden" name="reset" value="${reset}">
<label>User name<input name="username" autocomplete="username" autocapitalize="none" spellcheck="false" required value="${username}"></label>
${!reset && current}
<label>New password<input name="password" type="password" autocomplete="new-password" required minlength="${MIN_LENGTH}" maxlength="${MAX_LENGTH}"></label>
<label>New password again<input name="repeated" type="password" autocomplete="new-password" required></label>
<button>Change password</button>
</form>
<p class="quiet">Afterwards you are signed out everywhere else.</p>`,
  )
}

function forgotPasswordPage(username: string | undefined): Markup {
  const done = `If ${username} exists, a link to set a new password is in the log of the CRM. It holds for half an hour.`
  return page(
    { title: 'Forgot your password?', narrow: true },
    html`${username ? notice(done, true) : html``}
<p>This stand-in sends no mail: whoever runs it finds the link in its log.</p>
<form method="post" action="/forgot-password" class="card">
<label>User name<input name="username" autocomplete="username" autocapitalize="none" spellcheck="false" required value="${username}"></label>
<button>Ask for a link</button>
</form>
<p><a href="/">Back to sign-in</a></p>`,
  )
}
