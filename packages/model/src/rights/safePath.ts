// A host that no path can contain by accident.
const PLACEHOLDER_ORIGIN = 'http://leaselight.invalid'

/**
 * The path if it leads to a page of this application, otherwise `/`. Browsers treat `//host` and `/\host` as other
 * sites, and so does this function.
 */
export function safePath(path: string | undefined): string {
  if (!path?.startsWith('/') || !URL.canParse(path, PLACEHOLDER_ORIGIN)) return '/'
  const url = new URL(path, PLACEHOLDER_ORIGIN)
  return url.origin === PLACEHOLDER_ORIGIN ? `${url.pathname}${url.search}${url.hash}` : '/'
}
