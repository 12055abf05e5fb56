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

/** Signs out here and everywhere: clears cookies and storage, then opens the central logout page. */
export function signOut(logoutUrl: string): void {
  clearCookies()
  localStorage.clear()
  // Drafts are for a session that ended by itself.
  sessionStorage.clear()
  window.location.assign(logoutPageUrl(logoutUrl, `${window.location.origin}/`))
}

let isReloading = false

/** The server no longer accepts the session: clears what is stored and reloads the page at the sign-in. */
export function expireSession(): void {
  // Several requests may fail at once; the page reloads once.
  if (isReloading) return
  isReloading = true
  localStorage.clear()
  window.location.reload()
}
