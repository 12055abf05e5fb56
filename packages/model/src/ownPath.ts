// Any host will do: it only has to be one that no path can name by chance.
const HERE = 'http://leaselight.invalid'

/** The path when it leads to a page of this application, else `/`. Browsers read `//host` and `/\host` as other sites; so do we. */
export function ownPath(path: string | undefined): string {
  if (!path?.startsWith('/') || !URL.canParse(path, HERE)) return '/'
  const url = new URL(path, HERE)
  return url.origin === HERE ? `${url.pathname}${url.search}${url.hash}` : '/'
}
