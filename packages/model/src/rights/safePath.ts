// Any host will do: it only has to be one that no path can name by chance.
const PLACEHOLDER_ORIGIN = 'http://leaselight.invalid'

/** The path when it leads to a page of this application, else `/`. Browsers read `//host` and `/\host` as other sites; so do we. */
export function safePath(path: string | undefined): string {
  if (!path?.startsWith('/') || !URL.canParse(path, PLACEHOLDER_ORIGIN)) return '/'
  const url = new URL(path, PLACEHOLDER_ORIGIN)
  return url.origin === PLACEHOLDER_ORIGIN ? `${url.pathname}${url.search}${url.hash}` : '/'
}
