// A host that no target can contain by accident.
const HERE = 'http://crm.invalid'

/**
 * The target if it is a path of this site, else `/`. Browsers treat `//host` and `/\host` as other sites, and so does
 * this.
 */
export function localPath(target: string | undefined): string {
  if (!target?.startsWith('/')) return '/'
  try {
    const url = new URL(target, HERE)
    return url.origin === HERE ? `${url.pathname}${url.search}${url.hash}` : '/'
  } catch {
    return '/'
  }
}

/** The target if a redirect may lead there: a URL of an allowed origin, or a path of this site. Otherwise undefined. */
export function allowedTarget(target: string | undefined, allowedOrigins: readonly string[]): string | undefined {
  if (!target) return undefined
  if (target.startsWith('/')) return localPath(target) === '/' && target !== '/' ? undefined : localPath(target)
  try {
    const url = new URL(target)
    // A user name before the host makes one site look like another.
    return allowedOrigins.includes(url.origin) && !url.username && !url.password ? url.href : undefined
  } catch {
    return undefined
  }
}
