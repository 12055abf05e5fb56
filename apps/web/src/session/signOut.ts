import { rememberEnd } from './endReason'
import { clearStorage, readTokens } from './storage'

/** Expires every cookie this page can see. */
function clearCookies(): void {
  for (const cookie of document.cookie.split(';')) {
    const name = cookie.split('=')[0]?.trim()
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is still missing in Firefox and Safari.
    if (name) document.cookie = `${name}=; expires=Thu, 01 Jan 1970 00:00:00 GMT; path=/`
  }
}

/** The central logout page, which returns to this application. */
export function logoutPageUrl(logoutUrl: string, home: string): string {
  const address = new URL(logoutUrl)
  address.searchParams.set('redirect_url', home)
  return address.toString()
}

let isLeaving = false

/** Signs out here and everywhere: clears cookies and storage, then opens the central logout page. */
export function signOut(logoutUrl: string): void {
  isLeaving = true
  // The browser may show this page again as it was left.
  window.addEventListener('pageshow', () => (isLeaving = false), { once: true })
  clearCookies()
  clearStorage(localStorage)
  // Drafts are for a session that ended by itself.
  sessionStorage.clear()
  window.location.assign(logoutPageUrl(logoutUrl, `${window.location.origin}/`))
}

/**
 * The server no longer accepts the session: clears what is stored and reloads the page at the sign-in, which says why.
 * @param now the application's clock
 */
export function expireSession(now: number): void {
  // Several requests may fail at once; the page reloads once. A reload would also stop the way to the logout page.
  if (isLeaving) return
  isLeaving = true
  rememberEnd(sessionStorage, readTokens(localStorage)?.accessToken ?? null, now)
  clearStorage(localStorage)
  window.location.reload()
}
