import type { CrmUser } from '../auth/accounts'
import { html, Markup } from './html'

/** What surrounds the content of a page. */
export interface PageOptions {
  title: string
  user?: CrmUser
  /** For pages with a single form. */
  narrow?: boolean
}

/** A whole page. */
export function page({ title, user, narrow }: PageOptions, content: Markup): Markup {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · CRM</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/style.css">
</head>
<body>
<header class="bar"><a class="home" href="/">Leaselight CRM</a><span class="quiet">stand-in</span>${user && signedInBar(user)}</header>
<main${narrow && new Markup(' class="narrow"')}>
<h1>${title}</h1>
${content}
</main>
</body>
</html>
`
}

/** A highlighted sentence: an error, or a success. */
export function notice(text: string | undefined, good = false): Markup {
  if (!text) return html``
  return good ? html`<p class="note good" role="status">${text}</p>` : html`<p class="note" role="alert">${text}</p>`
}

/** A person's full name; the user name when there is none. */
export function displayName(user: CrmUser): string {
  return [user.first_name, user.last_name].filter(Boolean).join(' ') || user.username
}

function signedInBar(user: CrmUser): Markup {
  return html`<span class="who">${displayName(user)}, ${user.role}</span>
<form method="post" action="/sign-out"><button class="plain">Sign out</button></form>`
}
