/** Expires every cookie this page can see. */
function clearCookies(): void {
  for (const cookie of document.cookie.split(';')) {
    const name = cookie.split('=')[0]?.trim()
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is still missing in Firefox and Safari.
    if (name) document.cookie = `${name}=; expires=Thu, 01 Jan 1970 00:00:00 GMT; path=/`
  }
}

/** The central logout page, which comes back to this application. */
export function logoutPageUrl(logoutUrl: string, home: string): string {
  const address = new URL(logoutUrl)
  address.searchParams.set('redirect_url', home)
  return address.toString()
}

/** Signs out here and everywhere: cookies and storage are cleared, then the central logout page takes over. */
export function signOut(logoutUrl: string): void {
  clearCookies()
  localStorage.clear()
  window.location.assign(logoutPageUrl(logoutUrl, `${window.location.origin}/`))
}

let isReloading = false

/** The server no longer accepts the session: everything kept is cleared and the page starts again, at the sign-in. */
export function expireSession(): void {
  // Several requests may be refused at once; the page reloads once.
  if (isReloading) return
  isReloading = true
  localStorage.clear()
  window.location.reload()
}
